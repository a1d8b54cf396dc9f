/**
 * Five hundred accounts that are linked through one daemon: the memory of all serving processes beside that with none linked, and how
 * many messages a second go from the daemon into the database, beside reading and keeping the same ones in one process.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Channel } from '@verbatim/contract/channels.ts'
import { AccountId } from '@verbatim/contract/ids.ts'
import type { KeyChange } from '@verbatim/server/channels/collection.ts'
import { findConnector } from '@verbatim/server/channels/registry.ts'
import { createAccounts } from '@verbatim/server/domains/accounts/commands.ts'
import { openKeyStore } from '@verbatim/server/flows/collect/keys.ts'
import { newId } from '@verbatim/server/kernel/uuid.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import { FakeSignalCli } from '@verbatim/server/testing/fakes/signal-cli.ts'
import type { WorldTenant } from '@verbatim/server/testing/world.ts'
import { sql } from 'kysely'
import type { Claim, Row } from './figures.ts'
import { keepAlone, openAlone } from './keep-alone.ts'
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
    const phones = Array.from({ length: accounts }, (_, index) => ({
      address: numberOf(index),
      remembered: [{ type: 'device', id: 'linked', value: Buffer.from(numberOf(index)) }],
    }))
    await link(product, tenant, channel, phones)
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
    const bodies = events.map((event) => Buffer.from(JSON.stringify(event)))
    const floor = await keepBodies(product, tenant, channel, bodies)
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

interface Phone {
  readonly address: string
  /** What a device remembers that was linked before. */
  readonly remembered: readonly KeyChange[]
}

/** Accounts whose devices were linked before. */
export async function link(
  { world }: Product,
  { id: tenantId }: WorldTenant,
  linkedTo: Channel,
  phones: readonly Phone[],
): Promise<void> {
  const { db, secrets } = world.ctx
  const now = new Date()
  const made = phones.map((phone, index) => ({
    ...phone,
    id: AccountId.parse(newId(now)),
    name: `Phone ${index}`,
  }))
  const ids = made.map(({ id }) => id)
  await inTenant(db, tenantId, (tx) =>
    createAccounts(
      tx,
      made.map(({ id, name, address }) => ({ id, channel: linkedTo, name, address })),
    ),
  )
  for (const { id, remembered } of made) await openKeyStore({ db, secrets }, { tenantId, id }).set(remembered)
  await inTenant(db, tenantId, async (tx) => {
    await sql`update channel_account set status = 'active' where id = any(${ids}::uuid[])`.execute(tx)
    await sql`insert into account_session (account_id, is_linked) select unnest(${ids}::uuid[]), true`.execute(
      tx,
    )
  })
}

async function countRecords({ world }: Product, { id }: WorldTenant): Promise<number> {
  const { rows } = await inTenant(world.ctx.db, id, (tx) =>
    sql<{ n: number }>`select count(*)::int as n from message_record`.execute(tx),
  )
  return rows[0]?.n ?? 0
}

/** The machine holds a page once, however many processes share it. */
export async function heldByAll(product: Product): Promise<number> {
  const held = [...(await product.memory()).values()]
  return held.reduce(
    (sum, { resident, shared }) => sum + resident - shared,
    Math.max(...held.map(({ shared }) => shared)),
  )
}

/** The floor. @param bodies of what was collected */
export async function keepBodies(
  product: Product,
  tenant: WorldTenant,
  linkedTo: Channel,
  bodies: readonly Uint8Array[],
): Promise<number> {
  const connector = findConnector(linkedTo)
  if (!connector) throw new Error('The channel is not there')
  const account = await openAlone(product, tenant, connector, { address: '+4915119999999' })
  const deliveries = bodies.map((body) => ({ body, contentType: 'application/json' }))
  return keepAlone(product, account, connector, deliveries)
}
