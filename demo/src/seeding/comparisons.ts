/** Compares the demo's accounts with what their providers list, by the comparison that runs in every installation. */
import type { Channel } from '@verbatim/contract/channels.ts'
import { dayMs } from '@verbatim/contract/durations.ts'
import type { AccountId, UserId } from '@verbatim/contract/ids.ts'
import type { Listing } from '@verbatim/server/channels/provider-calls.ts'
import { channelsWith, findConnector } from '@verbatim/server/channels/registry.ts'
import { changeHistory } from '@verbatim/server/domains/accounts/history.ts'
import { findActor } from '@verbatim/server/domains/permissions/actors.ts'
import { openKeeper } from '@verbatim/server/flows/capture/keep.ts'
import { normalisedType, writeNormalised } from '@verbatim/server/flows/capture/parse.ts'
import { type ReconcileContext, reconcile } from '@verbatim/server/flows/reconcile/reconcile.ts'
import type { DemoAccount } from '#organization.ts'
import type { CapturedMessage } from '@verbatim/server/kernel/captured-event.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import { settleDisconnections } from './disconnections.ts'
import type { Seeding } from './seeding.ts'

/**
 * Two of the periods of 90 days that Key Metrics offer: days that were never compared are not known, and a period without any known day says
 * nothing of the change. Each further day costs the first start its hours: these take some five seconds more than two months do.
 */
const historyDays = 182

/** The day from which on the demo's accounts are compared. */
export const historyDate = (beganAt: Date) =>
  new Date(beganAt.getTime() - historyDays * dayMs).toISOString().slice(0, 10)

/** In days before now: a comparison that was behind was stopped, so what lies between was never compared. */
interface Stop {
  readonly channel: Channel
  readonly place: number
  readonly behind: number
  readonly stopped: number
}
const stops: readonly Stop[] = [
  { channel: 'sms', place: 2, behind: 108.6, stopped: 102.3 },
  { channel: 'sms', place: 4, behind: 9.4, stopped: 8.2 },
  { channel: 'imessage', place: 2, behind: 44.5, stopped: 42.6 },
]

/**
 * Compares every account whose provider has a list. No provider is behind the demo, so the list has what was delivered, and is
 * asked for once: days after the first start can't be known.
 */
export async function seedComparisons(seeding: Seeding): Promise<void> {
  const { ctx, tenantId, beganAt } = seeding
  const isDone = await inTenant(ctx.db, tenantId, async (tx) => {
    const compared = tx.selectFrom('channel_account').where('listed_until', 'is not', null)
    return (await compared.where('list_after', 'is', null).select('id').limit(1).execute()).length > 0
  })
  if (isDone) return
  const comparing = openComparing(seeding)
  for (const stop of stops) await compareUntilStopped(seeding, comparing, stop)
  const listed = channelsWith('listing')
  const ids = seeding.demo.accounts.filter(({ channel }) => listed.includes(channel)).map(idIn(seeding))
  await compare(seeding, comparing, { ids, now: beganAt })
  await inTenant(ctx.db, tenantId, async (tx) => {
    await settleDisconnections(tx, seeding)
    await tx.updateTable('channel_account').set({ list_after: null }).execute()
  })
}

const idIn =
  ({ idOf }: Seeding) =>
  ({ key }: Pick<DemoAccount, 'key'>) =>
    idOf<AccountId>('account', key)

type Comparing = Omit<ReconcileContext, 'now' | 'received'>

/** One turn compares all of the history: no one else waits for theirs. */
function openComparing({ ctx, demo, idOf }: Seeding): Comparing {
  const listing = listOf(
    Map.groupBy(
      [...demo.deliveries].flatMap(({ accountKey, event }) =>
        event.kind === 'message' ? { id: idOf<AccountId>('account', accountKey), event } : [],
      ),
      ({ id }) => id,
    ),
  )
  return {
    ...ctx,
    keeper: openKeeper({ ...ctx, onKept: () => {} }),
    mediaHosts: [],
    channelVariables: {},
    historyTurn: { ms: 2 * historyDays * dayMs, count: 1 },
    findConnector(channel) {
      const connector = findConnector(channel)
      return connector && { ...connector, listing, rawKey: ({ body }) => keyIn(body) }
    },
  }
}

const listOf = (
  messages: ReadonlyMap<AccountId, readonly { readonly event: CapturedMessage }[]>,
): Listing => ({
  async list({ id }, { from, before, page = '0' }, { mostItems }) {
    const listed = (messages.get(id) ?? []).flatMap(({ event }) => {
      const { messageKey, sentAt } = event
      return sentAt && sentAt >= from && sentAt < before ? { event, messageKey, sentAt } : []
    })
    const next = Number(page) + mostItems
    const rows = listed.slice(Number(page), next).map(({ event, ...row }) => ({
      ...row,
      contentType: normalisedType,
      body: writeNormalised([event]),
    }))
    return { outcome: 'page', messages: rows, ...(next < listed.length && { next: String(next) }) }
  },
})

/** The key under which the message was delivered. */
function keyIn(body: Uint8Array): string {
  const [event] = JSON.parse(Buffer.from(body).toString('utf8')) as CapturedMessage[]
  return event?.messageKey ?? ''
}

async function compareUntilStopped(
  seeding: Seeding,
  comparing: Comparing,
  { channel, place, behind, stopped }: Stop,
): Promise<void> {
  const { ctx, demo, tenantId, beganAt, idOf } = seeding
  const account = demo.accounts.filter((one) => one.channel === channel)[place]
  if (!account) return
  const id = idIn(seeding)(account)
  const daysAgo = (days: number) => new Date(beganAt.getTime() - days * dayMs)
  if (!(await compare(seeding, comparing, { ids: [id], now: daysAgo(behind) }))) return
  await inTenant(ctx.db, tenantId, async (tx) => {
    const administrator = await findActor(tx, idOf<UserId>('user', 'admin'))
    if (!administrator) throw new Error('The administrator of the demo is not there')
    await changeHistory(tx, administrator, { id, action: 'stop' }, daysAgo(stopped))
  })
}

/** Compares accounts up to a time. @returns Whether one was not compared to then yet. */
async function compare(
  { ctx, tenantId }: Seeding,
  comparing: Comparing,
  { ids, now }: { readonly ids: readonly AccountId[]; readonly now: Date },
): Promise<boolean> {
  const due = await inTenant(ctx.db, tenantId, (tx) =>
    tx
      .updateTable('channel_account')
      .set({ list_after: now })
      .where('id', 'in', ids)
      .where((where) => where.or([where('listed_until', 'is', null), where('listed_until', '<', now)]))
      .returning('id')
      .execute(),
  )
  const clock = () => now
  while ((await reconcile({ ...comparing, now: clock, received: clock }, tenantId)) > 0);
  return due.length > 0
}
