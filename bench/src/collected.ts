/**
 * How many messages a second one account collects into the database: from an archive that is asked for more, and from a linked device that
 * forgets what it gave; beside reading and keeping the same deliveries alone.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { AccountId } from '@verbatim/contract/ids.ts'
import type { CollectedDelivery } from '@verbatim/server/channels/collection.ts'
import type { ChannelAccount } from '@verbatim/server/channels/connector.ts'
import { findConnector } from '@verbatim/server/channels/registry.ts'
import { linkedCollection } from '@verbatim/server/channels/whatsapp-native/collection.ts'
import { createAccounts } from '@verbatim/server/domains/accounts/commands.ts'
import { sealSecretsOf } from '@verbatim/server/flows/capture/account-secrets.ts'
import { keepArrivals } from '@verbatim/server/flows/capture/keep.ts'
import { openCollecting } from '@verbatim/server/flows/collect/collect.ts'
import { openKeyStore } from '@verbatim/server/flows/collect/keys.ts'
import type { Collector } from '@verbatim/server/flows/collect/session.ts'
import { newId } from '@verbatim/server/kernel/uuid.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import { arrived, FakeLinkedDevices, webMessage } from '@verbatim/server/testing/fakes/linked-device.ts'
import { FakeWecom } from '@verbatim/server/testing/fakes/wecom.ts'
import { MemorySession } from '@verbatim/server/testing/whatsapp-native.ts'
import type { WorldTenant } from '@verbatim/server/testing/world.ts'
import { batchRows } from './deliveries.ts'
import type { Claim, Row } from './figures.ts'
import { openProduct, type Product } from './product.ts'

const messages = 10_000
const archivePage = 200

export const collected: Claim = {
  name: 'collected',
  async measure({ tell }): Promise<Row[]> {
    const folder = await mkdtemp(join(tmpdir(), 'verbatim-archive-'))
    try {
      await using product = await openProduct({ works: false, env: { WECOM_ARCHIVE_DIR: folder } })
      const tenant = await product.world.makeTenant('collected')
      const rows: Row[] = []
      for (const source of [await archiveOf(folder), deviceOf()]) {
        const rate = await collectAll(product, tenant, source)
        const floor = await keepAlone(product, tenant, source)
        tell(`${source.what}: ${rate.toFixed(0)}/s, ${floor.toFixed(0)}/s alone`)
        rows.push({
          what: `Collected from ${source.what} by one account`,
          ours: rate,
          floor,
          against: 'read and kept alone',
          unit: 'per-second',
        })
      }
      return rows
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

interface Source {
  readonly what: string
  readonly collector: Collector
  readonly address: string
  readonly secrets: Record<string, string>
  /** What it remembers once it is linked. */
  readonly credentials: string
  readonly variables: Record<string, string>
  /** Hands over everything, once someone listens. */
  give(): Promise<void>
}

async function archiveOf(folder: string): Promise<Source> {
  const wecom = new FakeWecom()
  const channel = 'wecom'
  for (let first = 0; first < messages; first += archivePage)
    await wecom.archive(
      folder,
      Array.from({ length: archivePage }, (_, index) =>
        wecom.sealed({
          msgid: `m${first + index}`,
          action: 'send',
          from: 'LiWei',
          tolist: ['WangFang'],
          roomid: '',
          msgtime: 1_778_745_600_000 + first + index,
          msgtype: 'text',
          text: { content: `Collected message ${first + index}` },
        }),
      ),
    )
  return {
    what: 'an archive that is asked for more',
    collector: findConnector(channel) as Collector,
    address: wecom.corpId,
    secrets: wecom.secrets,
    credentials: '{}',
    variables: { WECOM_ARCHIVE_DIR: folder },
    give: async () => {},
  }
}

function deviceOf(): Source {
  const devices = new FakeLinkedDevices()
  const connector = findConnector('whatsappnative')
  if (!connector) throw new Error('There is no linked device')
  let opened = 0
  return {
    what: 'a linked device',
    collector: { ...connector, collection: linkedCollection(devices.open) },
    address: '+4915112345679',
    secrets: {},
    credentials: '{"id":"4915112345679@s.whatsapp.net"}',
    variables: {},
    async give() {
      const device = await devices.connection((opened += 1))
      device.accept()
      for (let index = 0; index < messages; index++) {
        const message = webMessage({ text: `Collected message ${index}`, id: `3EB0${opened}${index}` })
        device.emit('messages.upsert', arrived(message))
        if (index % 100 === 99) await pause(0)
      }
    },
  }
}

/** Everything, through the lease, the session and the file, until it is in the database. */
async function collectAll(
  { world }: Product,
  { id: tenantId }: WorldTenant,
  source: Source,
): Promise<number> {
  const { ctx } = world
  const { channel } = source.collector
  const id = AccountId.parse(newId(new Date()))
  await inTenant(ctx.db, tenantId, async (tx) => {
    const sealedSecrets = sealSecretsOf({ tenantId, id }, source.secrets, ctx.secrets)
    await createAccounts(tx, [{ id, channel, name: source.what, address: source.address, sealedSecrets }])
    await tx.updateTable('channel_account').set({ status: 'active' }).where('id', '=', id).execute()
    await tx
      .insertInto('account_session')
      .values({ account_id: id, try_after: new Date(0), is_linked: true })
      .execute()
  })
  await openKeyStore(ctx, { tenantId, id }).set([
    { type: 'creds', id: 'creds', value: Buffer.from(source.credentials) },
  ])
  const collecting = openCollecting(ctx, { holder: 'bench', collectors: [source.collector] })
  const count = () =>
    inTenant(ctx.db, tenantId, async (tx) => {
      const records = tx.selectFrom('message_record').where('account_id', '=', id)
      const row = await records.select((one) => one.fn.countAll<string>().as('n')).executeTakeFirstOrThrow()
      return Number(row.n)
    })
  const began = performance.now()
  await collecting.tick()
  await source.give()
  while ((await count()) < messages) await pause(50)
  const rate = (1_000 * messages) / (performance.now() - began)
  await collecting.close()
  return rate
}

/** The same deliveries, taken without a database; then read and kept in batches by one process. */
async function keepAlone({ world }: Product, { id: tenantId }: WorldTenant, source: Source): Promise<number> {
  const { collector } = source
  const { channel } = collector
  const accountId = AccountId.parse(newId(new Date()))
  await inTenant(world.ctx.db, tenantId, (tx) =>
    createAccounts(tx, [{ id: accountId, channel, name: 'Alone', address: `${source.address}1` }]),
  )
  const account: ChannelAccount = {
    id: accountId,
    tenantId,
    channel,
    address: collector.identityOf(source.address),
    ourDomains: [],
    settings: {},
    secrets: source.secrets,
  }
  const deliveries = await takeAll(source, account)
  const began = performance.now()
  for (let first = 0; first < deliveries.length; first += batchRows) {
    const arrivals = deliveries.slice(first, first + batchRows).map(({ body, contentType, headers = {} }) => {
      const receivedAt = new Date()
      void collector.parse({ body, contentType, headers, receivedAt }, account)
      return {
        tenantId,
        accountId,
        channel,
        transport: 'socket',
        sourceKey: collector.rawKey({ body, contentType, headers }),
        contentType,
        headers,
        remote: undefined,
        bytes: Buffer.from(body),
        receivedAt,
      } as const
    })
    await keepArrivals(world.ctx.db, tenantId, arrivals, new Date())
  }
  return (1_000 * deliveries.length) / (performance.now() - began)
}

class BenchSession extends MemorySession {
  override readonly limits: MemorySession['limits'] & { readonly variables: Record<string, string> }

  constructor(variables: Record<string, string>) {
    super()
    this.limits = { timeoutMs: 5_000, variables }
  }
}

async function takeAll(source: Source, account: ChannelAccount): Promise<readonly CollectedDelivery[]> {
  const session = new BenchSession(source.variables)
  await session.keys.set([{ type: 'creds', id: 'creds', value: Buffer.from(source.credentials) }])
  const ended = source.collector.collection.collect(account, session)
  await source.give()
  while (session.kept.length < messages) await pause(20)
  session.stop()
  await ended
  return session.kept
}
