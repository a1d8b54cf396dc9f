/**
 * Five hundred accounts that are linked through one daemon: the memory of all serving processes beside that with none linked, and how
 * many messages a second go from the daemon into the database, beside reading and keeping the same ones in one process.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { AccountId } from '@verbatim/contract/ids.ts'
import { findConnector } from '@verbatim/server/channels/registry.ts'
import { createAccounts } from '@verbatim/server/domains/accounts/commands.ts'
import { keepArrivals } from '@verbatim/server/flows/capture/keep.ts'
import { openKeyStore } from '@verbatim/server/flows/collect/keys.ts'
import { newId } from '@verbatim/server/kernel/uuid.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import { FakeSignalCli } from '@verbatim/server/testing/fakes/signal-cli.ts'
import { linkedAccount } from '@verbatim/server/testing/whatsapp-native.ts'
import type { WorldTenant } from '@verbatim/server/testing/world.ts'
import { sql } from 'kysely'
import type { Claim, Row } from './figures.ts'
import { openProduct, type Product } from './product.ts'

const accounts = 500
const each = 20
const channel = 'signal'
const numberOf = (index: number) => `+4915112${String(345_000 + index)}`

export const linked: Claim = {
  name: 'linked',
  async measure({ tell }): Promise<Row[]> {
    const daemon = new FakeSignalCli()
    await daemon.listen()
    await using product = await openProduct({ env: { SIGNAL_DAEMON_URL: daemon.url } })
    const tenant = await product.world.makeTenant('linked')
    const before = await heldByAll(product)
    for (let index = 0; index < accounts; index++) daemon.accounts.add(numberOf(index))
    const ids = await link(product, tenant)
    while (
      Array.from({ length: accounts }, (_, index) => index).some(
        (index) => daemon.streamsOf(numberOf(index)) === 0,
      )
    )
      await pause(200)
    tell(`${accounts} accounts are linked`)
    const began = performance.now()
    const events = Array.from({ length: accounts * each }, (_, index) => eventOf(index))
    for (const [index, event] of events.entries()) {
      daemon.receive(numberOf(index % accounts), event)
      if (index % 100 === 99) await pause(0)
    }
    while ((await countRecords(product, tenant)) < events.length) await pause(50)
    const rate = (events.length / (performance.now() - began)) * 1_000
    await product.drained()
    const after = await heldByAll(product)
    const floor = await readAndKeep(product, tenant, ids[0]!, events)
    await daemon.close()
    return [
      {
        what: `Memory of all serving processes with ${accounts} linked accounts`,
        ours: after,
        floor: before,
        against: 'none linked',
        unit: 'MB',
        marks: { atMost: 1_536 },
      },
      {
        what: `Collected from ${accounts} linked accounts`,
        ours: rate,
        floor,
        against: 'read and kept alone',
        unit: 'per-second',
      },
    ]
  },
}

const eventOf = (index: number) => {
  const timestamp = 1_778_745_600_000 + index
  return {
    envelope: {
      sourceNumber: '+351912000111',
      sourceUuid: '0b0b0b0b-1111-4222-8333-444444444444',
      timestamp,
      dataMessage: { timestamp, message: `Collected message ${index}` },
    },
  }
}

async function link({ world }: Product, { id: tenantId }: WorldTenant): Promise<AccountId[]> {
  const { db, secrets } = world.ctx
  const now = new Date()
  const ids = Array.from({ length: accounts }, () => AccountId.parse(newId(now)))
  await inTenant(db, tenantId, async (tx) => {
    await createAccounts(
      tx,
      ids.map((id, index) => ({ id, channel, name: `Phone ${index}`, address: numberOf(index) })),
    )
    await sql`update channel_account set status = 'active' where id = any(${ids}::uuid[])`.execute(tx)
    await sql`insert into account_session (account_id, is_linked) select unnest(${ids}::uuid[]), true`.execute(
      tx,
    )
  })
  for (const [index, id] of ids.entries())
    await openKeyStore({ db, secrets }, { tenantId, id }).set([
      { type: 'device', id: 'linked', value: Buffer.from(numberOf(index)) },
    ])
  return ids
}

async function countRecords({ world }: Product, { id }: WorldTenant): Promise<number> {
  const { rows } = await inTenant(world.ctx.db, id, (tx) =>
    sql<{ n: number }>`select count(*)::int as n from message_record`.execute(tx),
  )
  return rows[0]?.n ?? 0
}

/** The machine holds a page once, however many processes share it. */
async function heldByAll(product: Product): Promise<number> {
  const held = [...(await product.memory()).values()]
  return held.reduce(
    (sum, { resident, shared }) => sum + resident - shared,
    Math.max(...held.map(({ shared }) => shared)),
  )
}

async function readAndKeep(
  { world }: Product,
  { id: tenantId }: WorldTenant,
  accountId: AccountId,
  events: readonly object[],
): Promise<number> {
  const connector = findConnector(channel)!
  const began = performance.now()
  for (let first = 0; first < events.length; first += 500) {
    const arrivals = events.slice(first, first + 500).map((event) => {
      const body = Buffer.from(JSON.stringify(event))
      const delivery = { body, headers: {}, contentType: 'application/json' }
      const receivedAt = new Date()
      void connector.parse({ ...delivery, receivedAt }, { ...linkedAccount, channel })
      return {
        tenantId,
        accountId,
        channel,
        transport: 'socket',
        sourceKey: `alone ${connector.rawKey(delivery)}`,
        contentType: 'application/json',
        headers: {},
        remote: undefined,
        bytes: body,
        receivedAt,
      } as const
    })
    await keepArrivals(world.ctx.db, tenantId, arrivals, new Date())
  }
  return (events.length / (performance.now() - began)) * 1_000
}
