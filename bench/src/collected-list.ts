/** One account whose provider is only asked for its list: everything in it is new, and is kept by the comparison. */
import { findConnector } from '@verbatim/server/channels/registry.ts'
import type { CollectedDelivery } from '@verbatim/server/channels/collection.ts'
import type { ChannelAccount } from '@verbatim/server/channels/connector.ts'
import { dayMs } from '@verbatim/contract/durations.ts'
import { reconcile } from '@verbatim/server/flows/reconcile/reconcile.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import type { WorldTenant } from '@verbatim/server/testing/world.ts'
import { median, type Row } from './figures.ts'
import { keepAlone, openAlone } from './keep-alone.ts'
import { addressOf, connectMac, listedChannel, midnightAgo, openListPeer } from './listed.ts'
import { listPage } from './listed-rows.ts'
import type { Product } from './product.ts'

interface Rounds {
  readonly messages: number
  readonly rounds: number
  readonly tell: (text: string) => void
}

/** What is listed was written yesterday. */
export async function collectedList(
  product: Product,
  tenant: WorldTenant,
  { messages, rounds, tell }: Rounds,
): Promise<Row> {
  const connector = findConnector(listedChannel)
  if (!connector?.listing) throw new Error('The channel has no list')
  const { listing } = connector
  const from = midnightAgo(1)
  using peer = await openListPeer({ from, everyMs: Math.floor(dayMs / messages), count: messages })
  const ctx = { ...product.world.ctx, mediaHosts: [peer.host] }
  const [ours, floors]: [number[], number[]] = [[], []]

  async function collectMac(mac: number): Promise<number> {
    const id = await connectMac(product, tenant, { peer, mac, since: new Date(from) })
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
      extraHosts: [peer.host],
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

  for (let mac = 0; mac < rounds; mac++) {
    ours.push(await collectMac(mac))
    const alone = await openAlone(product, tenant, connector, {
      address: addressOf(rounds + mac),
      ...peer.detailsOf(mac),
    })
    floors.push(await keepAlone(product, alone, connector, await takeAll(alone)))
    tell(`a list: ${ours.at(-1)?.toFixed(0)}/s, ${floors.at(-1)?.toFixed(0)}/s alone`)
  }
  return {
    what: 'Collected from the list of an agent of iMessage by one account',
    ours: median(ours),
    floor: median(floors),
    against: 'read and kept alone',
    unit: 'per-second',
  }
}
