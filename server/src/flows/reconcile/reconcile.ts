/** What providers have is compared with what they delivered, and what is missing is fetched. Source: docs/rules/channels.md. */
import type { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import type { ChannelAccount, ChannelConnector, ListedMessage, Listing } from '#channels/connector.ts'
import { findConnector } from '#channels/registry.ts'
import {
  type ComparisonResult,
  type DueComparison,
  findKnown,
  hourOfDate,
  hoursBetween,
  settleComparison,
  takeCompared,
} from '#domains/accounts/coverage.ts'
import { type Account, findAccounts } from '#domains/accounts/queries.ts'
import { toChannelAccount } from '#flows/capture/channel-account.ts'
import type { Keeper } from '#flows/capture/keep.ts'
import { keyText, storable } from '#platform/bulk.ts'
import { announce } from '#platform/changes.ts'
import type { Secrets } from '#platform/crypto.ts'
import { type Db, inTenant } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'

export interface ReconcileContext {
  readonly db: Db
  readonly secrets: Secrets
  readonly keeper: Keeper
  readonly mediaHosts: readonly string[]
  readonly log: Log
  readonly now: () => Date
}

/** Accounts of one organization at once. */
const batch = 4
const limits = { timeoutMs: 30_000, mostItems: 1_000, maxBytes: 32 * 1024 * 1024 } as const
/** Of one comparison: a day with more is compared again, and never counts as whole. */
const mostPages = 1_000

/** Compares due accounts with their providers' lists. @returns How many were taken. */
export async function reconcile(ctx: ReconcileContext, tenantId: TenantId): Promise<number> {
  const { db, now } = ctx
  const { due, accounts } = await inTenant(db, tenantId, async (tx) => {
    const taken = await takeCompared(tx, now(), batch)
    const found = await findAccounts(
      tx,
      taken.map(({ id }) => id),
    )
    return { due: taken, accounts: new Map(found.map((account) => [account.id, account])) }
  })
  await Promise.all(
    due.map(async (comparison) => {
      const account = accounts.get(comparison.id)
      const result = account && (await compare(ctx, comparison, account))
      if (!result) return
      await inTenant(db, tenantId, async (tx) => {
        await settleComparison(tx, comparison, result, now())
        await announce(tx, ['accounts'])
      })
    }),
  )
  return due.length
}

async function compare(
  ctx: ReconcileContext,
  comparison: DueComparison,
  account: Account,
): Promise<ComparisonResult> {
  const connector = findConnector(account.channel)
  // A release without this capability compares nothing; a later one goes on from here.
  if (!connector?.listing) return { outcome: 'retry' }
  const given = toChannelAccount(account, connector, ctx.secrets)
  const hours = new Map(hoursBetween(comparison).map((hour) => [hour, { listed: 0, recovered: 0 }]))
  try {
    let next: string | undefined
    for (let page = 0; page < mostPages; page++) {
      const answer = await pageOf(ctx, { listing: connector.listing, given, comparison, next })
      if (answer.outcome === 'retry') return { outcome: 'retry' }
      if (answer.outcome === 'refused') return { outcome: 'refused', problem: answer.reason }
      const recovered = await recover(ctx, { connector, given, messages: answer.messages })
      count(hours, answer.messages, recovered)
      if (answer.next === undefined) return { outcome: 'compared', hours }
      next = answer.next
    }
    ctx.log.error({ accountId: account.id }, 'a provider lists too much for one comparison')
  } catch (error) {
    ctx.log.error({ err: error, accountId: account.id }, 'an account could not be compared')
  }
  return { outcome: 'retry' }
}

interface Asking {
  readonly listing: Listing
  readonly given: ChannelAccount
  readonly comparison: DueComparison
  readonly next: string | undefined
}

const pageOf = (
  { mediaHosts }: ReconcileContext,
  { listing, given, comparison: { from, before }, next }: Asking,
) => listing.list(given, { from, before, page: next }, { ...limits, extraHosts: mediaHosts })

interface Found {
  readonly connector: ChannelConnector
  readonly given: ChannelAccount
  readonly messages: readonly ListedMessage[]
}

/** Keeps the messages that are not stored. @returns Those that no delivery had brought. */
async function recover(
  { db, keeper, now }: ReconcileContext,
  { connector, given: { id, tenantId, channel }, messages }: Found,
): Promise<ReadonlySet<ListedMessage>> {
  const arrivals = messages.map((message) => {
    const { contentType, body } = message
    return { message, sourceKey: connector.rawKey({ body, contentType, headers: {} }) }
  })
  const known = await inTenant(db, tenantId, (tx) =>
    findKnown(tx, {
      id,
      channel,
      messageKeys: messages.map(({ messageKey }) => messageKey),
      sourceKeys: arrivals.map(({ sourceKey }) => sourceKey),
    }),
  )
  const isNew = ({ messageKey }: ListedMessage) => !known.messages.has(storable(messageKey))
  const missing = arrivals.filter(
    ({ message, sourceKey }) =>
      (message.isFollowed || isNew(message)) && !known.records.has(keyText(sourceKey)),
  )
  const kept = await Promise.all(
    missing.map(async ({ message, sourceKey }) => {
      const { duplicate } = await keeper.keep(arrivalOf({ id, tenantId, channel }, message, sourceKey, now()))
      return duplicate || !isNew(message) ? [] : [message]
    }),
  )
  return new Set(kept.flat())
}

const arrivalOf = (
  { id, tenantId, channel }: { id: AccountId; tenantId: TenantId; channel: ChannelAccount['channel'] },
  { contentType, body }: ListedMessage,
  sourceKey: string,
  receivedAt: Date,
) => ({
  tenantId,
  accountId: id,
  channel,
  transport: 'poll' as const,
  sourceKey,
  contentType,
  headers: {},
  remote: undefined,
  bytes: body,
  receivedAt,
})

function count(
  hours: Map<number, { listed: number; recovered: number }>,
  messages: readonly ListedMessage[],
  recovered: ReadonlySet<ListedMessage>,
): void {
  for (const message of messages) {
    const hour = hours.get(hourOfDate(message.sentAt))
    if (!hour) continue
    hour.listed += 1
    if (recovered.has(message)) hour.recovered += 1
  }
}
