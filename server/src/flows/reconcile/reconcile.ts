/** What providers have is compared with what they delivered, and what is missing is fetched. Source: docs/rules/channels.md. */
import { hourMs } from '@verbatim/contract/durations.ts'
import type { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import type { ChannelAccount, ChannelConnector } from '#channels/connector.ts'
import type { ListedMessage, Listing } from '#channels/provider-calls.ts'
import { findConnector } from '#channels/registry.ts'
import { isBusy, type Unanswered } from '#channels/unanswered.ts'
import {
  type ComparedHour,
  type ComparedPart,
  type ComparisonResult,
  type DueComparison,
  type HistoryTurn,
  hoursOf,
  isCompared,
  settleComparison,
  takeCompared,
} from '#domains/accounts/comparisons.ts'
import { hourStart } from '#domains/accounts/covered-time.ts'
import { findKnown } from '#domains/accounts/known-messages.ts'
import type { Account } from '#domains/accounts/queries.ts'
import { toChannelAccount } from '#flows/capture/channel-account.ts'
import type { Keeper } from '#flows/capture/keep.ts'
import { askAccounts } from '#flows/ask-accounts/ask-accounts.ts'
import type { ReceivingClock } from '#kernel/clock.ts'
import { keyText, storable } from '#platform/bulk.ts'
import type { Secrets } from '#platform/crypto.ts'
import { type DbContext, inTenant } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'

export interface ReconcileContext extends DbContext, ReceivingClock {
  readonly secrets: Secrets
  readonly keeper: Keeper
  readonly mediaHosts: readonly string[]
  readonly log: Log
  /** What lists, if it is not the providers: the demo has a list of its own. */
  readonly findConnector?: typeof findConnector
  /** How much of a history one turn compares, if no one else waits for theirs. */
  readonly historyTurn?: HistoryTurn
}

/** Accounts of one organization at once. */
const batch = 4
/** A page is small, because it is held in memory, and its messages share the way to the disk with deliveries. */
const limits = { timeoutMs: 10_000, mostItems: 200, maxBytes: 8 * 1024 * 1024 } as const
/** After this time no further page is requested; with the slowest page, it ends within its lease. */
const deadlineMs = 5 * 60_000
/** Of that, late messages leave some to those of now. */
const lateDeadlineMs = 2 * 60_000

/** Compares due accounts with their providers' lists. @returns How many were taken. */
export const reconcile = (ctx: ReconcileContext, tenantId: TenantId): Promise<number> =>
  askAccounts(ctx.db, tenantId, {
    async take(tx) {
      const due = await takeCompared(tx, ctx.now(), batch, ctx.historyTurn)
      return { taken: due.length, due }
    },
    ask: (comparison, account) => compare(ctx, comparison, account),
    settle: (tx, comparison, result) => settleComparison(tx, comparison, result, ctx.now()),
    touches: ['accounts'],
  })

/** Part by part, until the time is up. Undefined if the account is not compared any more: then there is nothing to record. */
async function compare(
  ctx: ReconcileContext,
  comparison: DueComparison,
  account: Account,
): Promise<ComparisonResult | undefined> {
  const connector = (ctx.findConnector ?? findConnector)(account.channel)
  // A release without this capability compares nothing; a later one goes on from here.
  if (!connector?.listing) return { outcome: 'retry' }
  const given = toChannelAccount(account, connector, ctx.secrets)
  const begun = performance.now()
  const comparing = { connector, listing: connector.listing, given, comparison, end: begun + deadlineMs }
  const late = await compareLate(ctx, { ...comparing, end: begun + lateDeadlineMs })
  if (late === 'ended') return undefined
  if ('outcome' in late) return late
  const { hours, mark } = late
  let finished = 0
  for (const part of comparison.parts) {
    const counted = await comparePart(ctx, comparing, part)
    if (counted === 'ended') return undefined
    if (!(counted instanceof Map)) {
      if (counted.outcome === 'refused' || finished === 0) return counted
      break
    }
    for (const [hour, count] of counted) hours.set(hour, count)
    finished += 1
  }
  return { outcome: 'compared', finished, hours, mark }
}

interface Comparing {
  readonly connector: ChannelConnector
  readonly listing: Listing
  readonly given: ChannelAccount
  readonly comparison: DueComparison
  readonly end: number
}

function failureOf({ log }: ReconcileContext, { id }: ChannelAccount, answer: Unanswered): Failed {
  // A page of another program, such as of a proxy while a Mac sleeps, passes.
  if (answer.outcome === 'refused' && answer.reason !== 'not-understood')
    return { outcome: 'refused', problem: answer.reason }
  log.warn({ accountId: id, reason: answer.reason }, 'a list could not be read and is tried again')
  const afterMs = answer.outcome === 'retry' ? answer.afterMs : undefined
  return { outcome: 'retry', ...(!isBusy(answer) && { isAway: true as const }), afterMs }
}

/**
 * Compares the hours in which messages were sent that reached the provider only now. Asked first, so that what reaches it meanwhile is in
 * a later question, or in what is compared next.
 */
async function compareLate(
  ctx: ReconcileContext,
  comparing: Comparing,
): Promise<{ hours: Map<number, ComparedHour>; mark: string | undefined } | 'ended' | Failed> {
  const { listing, given, comparison, end } = comparing
  const { since, parts } = comparison
  const hours = new Map<number, ComparedHour>()
  let { mark } = comparison
  for (let isMore = listing.arrivedSince !== undefined; isMore && performance.now() < end;) {
    const answer = await listing.arrivedSince?.(given, mark, { ...limits, extraHosts: ctx.mediaHosts })
    // A provider that knows no such question has its list by time.
    if (!answer || (answer.outcome === 'refused' && answer.reason === 'not-understood')) break
    if (answer.outcome !== 'arrived') return failureOf(ctx, given, answer)
    const isLate = (at: Date) => at >= since && parts[0] !== undefined && at < parts[0].from
    const starts = new Set(answer.sentAt.filter(isLate).map((at) => hourStart(at.getTime())))
    for (const start of starts) {
      const from = new Date(Math.max(start, since.getTime()))
      const counted = await comparePart(ctx, comparing, { from, before: new Date(start + hourMs) })
      if (!(counted instanceof Map)) return performance.now() < end ? counted : { hours, mark }
      for (const [hour, count] of counted) hours.set(hour, count)
    }
    ;({ mark, isMore } = answer)
  }
  return { hours, mark }
}

type Failed = Exclude<ComparisonResult, { outcome: 'compared' }>
type PartResult = Map<number, ComparedHour> | 'ended' | Failed

async function comparePart(
  ctx: ReconcileContext,
  comparing: Comparing,
  part: ComparedPart,
): Promise<PartResult> {
  const { listing, given, end } = comparing
  const hours = new Map(hoursOf(part).map((hour) => [hour, { listed: 0, recovered: 0, until: part.before }]))
  let next: string | undefined
  try {
    while (performance.now() < end) {
      const asked = { ...part, page: next }
      const answer = await listing.list(given, asked, { ...limits, extraHosts: ctx.mediaHosts })
      if (answer.outcome !== 'page') return failureOf(ctx, given, answer)
      const recovered = await recover(ctx, comparing, answer.messages)
      if (!recovered) return 'ended'
      count(hours, answer.messages, recovered)
      if (answer.next === undefined) return hours
      next = answer.next
    }
  } catch (error) {
    ctx.log.error({ err: error, accountId: given.id }, 'an account could not be compared')
  }
  return { outcome: 'retry' }
}

/** As many share a commit. */
const keptAtOnce = 100

/**
 * Keeps what is not stored.
 * @returns The messages that only a list has brought, be it this one or an earlier one whose count was lost with its process; undefined
 * if the account is not compared any more.
 */
async function recover(
  { db, keeper, received }: ReconcileContext,
  { connector, given: { id, tenantId, channel }, comparison: { tried } }: Comparing,
  messages: readonly ListedMessage[],
): Promise<ReadonlySet<ListedMessage> | undefined> {
  const arrivals = messages.map((message) => {
    const { contentType, body } = message
    return { message, sourceKey: connector.rawKey({ body, contentType, headers: {} }) }
  })
  const known = await inTenant(db, tenantId, async (tx) => {
    if (!(await isCompared(tx, tried))) return undefined
    const listed = arrivals.map(({ message: { messageKey, deliveredAs }, sourceKey }) => ({
      messageKey,
      sourceKey,
      deliveredAs,
    }))
    return findKnown(tx, { id, channel, listed })
  })
  if (!known) return undefined
  const isDelivered = ({ messageKey }: ListedMessage) =>
    known.messages.has(storable(messageKey)) || known.waiting.has(messageKey)
  const missing = arrivals.filter(
    ({ message, sourceKey }) =>
      (message.isFollowed || !isDelivered(message)) && !known.records.has(keyText(sourceKey)),
  )
  for (let at = 0; at < missing.length; at += keptAtOnce)
    await Promise.all(
      missing
        .slice(at, at + keptAtOnce)
        .map(({ message, sourceKey }) =>
          keeper.keep(arrivalOf({ id, tenantId, channel }, message, sourceKey, received())),
        ),
    )
  return new Set(
    messages.filter((message) => !isDelivered(message) || known.fetched.has(storable(message.messageKey))),
  )
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
  hours: Map<number, ComparedHour>,
  messages: readonly ListedMessage[],
  recovered: ReadonlySet<ListedMessage>,
): void {
  for (const message of messages) {
    const start = hourStart(message.sentAt.getTime())
    const hour = hours.get(start)
    if (!hour || message.isAside) continue
    const { listed, recovered: fetched, until } = hour
    hours.set(start, { listed: listed + 1, recovered: fetched + (recovered.has(message) ? 1 : 0), until })
  }
}
