/** Accounts whose provider is only asked for its list: everything in it is new, and is kept by the comparison. */
import { findConnector } from '@verbatim/server/channels/registry.ts'
import type { CollectedDelivery } from '@verbatim/server/channels/collection.ts'
import type { ChannelAccount } from '@verbatim/server/channels/connector.ts'
import { dayMs } from '@verbatim/contract/durations.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { reconcile } from '@verbatim/server/flows/reconcile/reconcile.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import type { WorldTenant } from '@verbatim/server/testing/world.ts'
import { median, type Row } from './figures.ts'
import { type Alone, keepAlone, openAlone } from './keep-alone.ts'
import { addressOf, connectMac, listedChannel, midnightAgo, openListPeer } from './listed.ts'
import { listPage, type MacList } from './listed-rows.ts'
import type { Product } from './product.ts'
import { openTexted } from './texted.ts'

interface Rounds {
  readonly messages: number
  readonly rounds: number
  readonly tell: (text: string) => void
}

/** A provider that lists, with accounts for some rounds. */
export interface ListSource extends Disposable {
  readonly what: string
  readonly channel: 'imessage' | 'sms'
  /** As hosts are named in the configuration. */
  readonly host: string
  /** A connected account of this round, due to be compared. */
  connect(round: number): Promise<AccountId>
  /** What an account that nothing is connected to has, so that its list can be read. */
  aloneAt(round: number): Alone
}

/** What is listed was written yesterday. */
export async function collectedLists(product: Product, tenant: WorldTenant, given: Rounds): Promise<Row[]> {
  const { messages, rounds } = given
  const from = midnightAgo(1)
  const list = { from, everyMs: Math.floor(dayMs / messages), count: messages }
  const rows: Row[] = []
  for (const open of [openMacs, openTexted]) {
    using source = await open(product, tenant, { list, rounds })
    rows.push(await collectedList(product, tenant, { ...given, source, from }))
  }
  return rows
}

async function openMacs(
  product: Product,
  tenant: WorldTenant,
  { list, rounds }: { readonly list: MacList; readonly rounds: number },
): Promise<ListSource> {
  const peer = await openListPeer(list)
  return {
    what: 'an agent of iMessage',
    channel: listedChannel,
    host: peer.host,
    connect: (mac) => connectMac(product, tenant, { peer, mac, since: new Date(list.from) }),
    aloneAt: (mac) => ({ address: addressOf(rounds + mac), ...peer.detailsOf(mac) }),
    [Symbol.dispose]: () => peer[Symbol.dispose](),
  }
}

async function collectedList(
  product: Product,
  tenant: WorldTenant,
  { messages, rounds, tell, source, from }: Rounds & { readonly source: ListSource; readonly from: number },
): Promise<Row> {
  const connector = findConnector(source.channel)
  if (!connector?.listing) throw new Error('The channel has no list')
  const { listing } = connector
  const ctx = { ...product.world.ctx, mediaHosts: [source.host] }
  const [ours, floors]: [number[], number[]] = [[], []]

  async function collectRound(round: number): Promise<number> {
    const id = await source.connect(round)
    const began = performance.now()
    while ((await reconcile(ctx, tenant.id)) > 0);
    const rate = (1_000 * messages) / (performance.now() - began)
    const kept = await inTenant(ctx.db, tenant.id, (tx) => {
      const records = tx.selectFrom('message_record').where('account_id', '=', id)
      return records.select((one) => one.fn.countAll<string>().as('n')).executeTakeFirstOrThrow()
    })
    if (Number(kept.n) !== messages) throw new Error(`${kept.n} of ${messages} messages were kept`)
    return rate
  }

  async function takeAll(account: ChannelAccount): Promise<CollectedDelivery[]> {
    const taken: CollectedDelivery[] = []
    const limits = {
      timeoutMs: 10_000,
      mostItems: listPage,
      maxBytes: 8 * 1024 * 1024,
      extraHosts: [source.host],
    }
    const time = { from: new Date(from), before: new Date() }
    for (let page: string | undefined, isMore = true; isMore;) {
      const answer = await listing.list(account, { ...time, page }, limits)
      if (answer.outcome !== 'page') throw new Error(`The list is not read: ${answer.reason}`)
      taken.push(...answer.messages)
      page = answer.next
      isMore = page !== undefined
    }
    return taken
  }

  for (let round = 0; round < rounds; round++) {
    ours.push(await collectRound(round))
    const alone = await openAlone(product, tenant, connector, source.aloneAt(round))
    floors.push(await keepAlone(product, alone, connector, await takeAll(alone)))
    tell(`a list: ${ours.at(-1)?.toFixed(0)}/s, ${floors.at(-1)?.toFixed(0)}/s alone`)
  }
  return {
    what: `Collected from the list of ${source.what} by one account`,
    ours: median(ours),
    floor: median(floors),
    against: 'read and kept alone',
    unit: 'per-second',
  }
}
