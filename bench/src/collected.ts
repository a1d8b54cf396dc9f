/**
 * How many messages a second one account collects into the database: from an archive that is asked for more, from a bot's questions, from a
 * daemon and from a linked device, which forget what they gave, and from a list; beside reading and keeping the same deliveries alone. Rounds of both alternate.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { AccountId } from '@verbatim/contract/ids.ts'
import type { CollectedDelivery, SessionEnd } from '@verbatim/server/channels/collection.ts'
import type { ChannelAccount } from '@verbatim/server/channels/connector.ts'
import { createAccounts } from '@verbatim/server/domains/accounts/commands.ts'
import { sealSecretsOf } from '@verbatim/server/flows/capture/account-secrets.ts'
import { openCollecting } from '@verbatim/server/flows/collect/collect.ts'
import { openKeyStore } from '@verbatim/server/flows/collect/keys.ts'
import { newId } from '@verbatim/server/kernel/uuid.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import { MemorySession } from '@verbatim/server/testing/whatsapp-native.ts'
import type { WorldTenant } from '@verbatim/server/testing/world.ts'
import { collectedLists } from './collected-list.ts'
import { archiveKind, botKind, daemonKind, deviceKind, type Source } from './collected-sources.ts'
import { type Claim, median, type Row } from './figures.ts'
import { keepAlone, openAlone } from './keep-alone.ts'
import { openProduct, type Product } from './product.ts'

const messages = 5_000
const rounds = 3

export const collected: Claim = {
  name: 'collected',
  async measure({ tell }): Promise<Row[]> {
    const folder = await mkdtemp(join(tmpdir(), 'verbatim-archive-'))
    const kinds = [await daemonKind(), await botKind(), archiveKind(folder, messages), deviceKind()]
    try {
      await using product = await openProduct({ works: false })
      const tenant = await product.world.makeTenant('collected')
      const rows: Row[] = []
      for (const kind of kinds) {
        const ours: number[] = []
        const floors: number[] = []
        for (let round = 0; round < rounds; round++) {
          const source = await kind.open(round)
          ours.push(await collectAll(product, tenant, source))
          floors.push(await takeAndKeep(product, tenant, source))
          tell(`${kind.what}: ${ours.at(-1)?.toFixed(0)}/s, ${floors.at(-1)?.toFixed(0)}/s alone`)
        }
        rows.push({
          what: `Collected from ${kind.what} by one account`,
          ours: median(ours),
          floor: median(floors),
          against: 'read and kept alone',
          unit: 'per-second',
        })
      }
      return [...rows, ...(await collectedLists(product, tenant, { messages, rounds, tell }))]
    } finally {
      for (const kind of kinds) kind.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

/** Everything, through the lease, the session and the file, until it is in the database. */
async function collectAll(
  { world }: Product,
  { id: tenantId }: WorldTenant,
  source: Source,
): Promise<number> {
  // As this source's operator sets it.
  const ctx = {
    ...world.ctx,
    mediaHosts: source.hosts ?? [],
    channelVariables: { ...world.ctx.channelVariables, ...source.variables },
  }
  const { channel } = source.collector
  const id = AccountId.parse(newId(new Date()))
  await inTenant(ctx.db, tenantId, async (tx) => {
    const sealedSecrets = sealSecretsOf({ tenantId, id }, source.secrets, ctx.secrets)
    await createAccounts(tx, [
      { id, channel, name: channel, address: source.address, sealedSecrets, settings: source.settings ?? {} },
    ])
    await tx.updateTable('channel_account').set({ status: 'active' }).where('id', '=', id).execute()
    await tx
      .insertInto('account_session')
      .values({ account_id: id, try_after: new Date(0), is_linked: true })
      .execute()
  })
  await openKeyStore(ctx, { tenantId, id }).set(rememberedOf(source))
  const collecting = openCollecting(ctx, { holder: 'bench', collectors: [source.collector] })
  const count = () =>
    inTenant(ctx.db, tenantId, async (tx) => {
      const records = tx.selectFrom('message_record').where('account_id', '=', id)
      const row = await records.select((one) => one.fn.countAll<string>().as('n')).executeTakeFirstOrThrow()
      return Number(row.n)
    })
  const began = performance.now()
  await collecting.tick()
  await source.give(messages)
  while ((await count()) < messages) await pause(50)
  const rate = (1_000 * messages) / (performance.now() - began)
  await collecting.close()
  // The next round's account may be of the same bot.
  await inTenant(ctx.db, tenantId, (tx) =>
    tx.updateTable('channel_account').set({ status: 'inactive' }).where('id', '=', id).execute(),
  )
  return rate
}

/** The same deliveries, taken without a database; then read and kept in batches by one process. */
async function takeAndKeep(product: Product, tenant: WorldTenant, source: Source): Promise<number> {
  const { collector, address } = source
  const alone = await openAlone(product, tenant, collector, { ...source, address: `${address}1` })
  // Its source knows, and it remembers, the address of the account that collected before.
  const account = { ...alone, address: collector.identityOf(address) }
  return keepAlone(product, account, collector, await takeAll(source, account))
}

const rememberedOf = ({ remembered }: Source) =>
  remembered ? [{ ...remembered, value: Buffer.from(remembered.value) }] : []

class BenchSession extends MemorySession {
  override readonly limits: MemorySession['limits'] & Pick<Source, 'variables'> & { extraHosts: string[] }

  constructor({ variables, hosts = [] }: Source) {
    super()
    this.limits = { timeoutMs: 5_000, extraHosts: [...hosts], ...(variables && { variables }) }
  }
}

async function takeAll(source: Source, account: ChannelAccount): Promise<readonly CollectedDelivery[]> {
  const session = new BenchSession(source)
  await session.keys.set(rememberedOf(source))
  let end: SessionEnd | undefined
  const ended = source.collector.collection.collect(account, session).then((one) => (end = one))
  await source.give(messages)
  while (session.kept.length < messages) {
    if (end) throw new Error(`The connection ended: ${JSON.stringify(end)}`)
    await pause(20)
  }
  session.stop()
  await ended
  return session.kept
}
