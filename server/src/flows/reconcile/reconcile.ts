/** What providers have is compared with what they delivered, and what is missing is fetched. Source: docs/rules/channels.md. */
import { hourMs } from '@verbatim/contract/durations.ts'
import type { TenantId } from '@verbatim/contract/ids.ts'
import type { ChannelAccount, ChannelConnector } from '#channels/connector.ts'
import type { ChannelVariables, ListedMessage, Listing } from '#channels/provider-calls.ts'
import { findConnector } from '#channels/registry.ts'
import { isBusy, type Unanswered } from '#channels/unanswered.ts'
import { findCursor } from '#domains/accounts/collections.ts'
import {
  type ComparisonResult,
  type DueComparison,
  isCompared,
  settleComparison,
  takeCompared,
} from '#domains/accounts/comparisons.ts'
import type { ComparedPart, HistoryTurn } from '#domains/accounts/compared-parts.ts'
import { hourStart } from '#domains/accounts/covered-time.ts'
import { findKnown } from '#domains/accounts/known-messages.ts'
import type { Account } from '#domains/accounts/queries.ts'
import { findAwaited, isWithin } from '#domains/accounts/undelivered.ts'
import { toChannelAccount } from '#flows/capture/channel-account.ts'
import type { Keeper } from '#flows/capture/keep.ts'
import { askAccounts } from '#flows/ask-accounts/ask-accounts.ts'
import { findRoutedAccounts } from '#flows/collect/routed.ts'
import type { ReceivingClock } from '#kernel/clock.ts'
import { keyText, storable } from '#platform/bulk.ts'
import type { Secrets } from '#platform/crypto.ts'
import { type DbContext, inTenant } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'
import { arrivalOf } from './fetched-arrival.ts'
import { askAboutUnlisted, noteOthers } from './unlisted.ts'
import { openRecovery, type Recovery } from './recovery.ts'
import { addHours, type Compared, countHours, emptyHours, type HoursOfAccounts } from './counted-hours.ts'

export interface ReconcileContext extends DbContext, ReceivingClock {
  readonly secrets: Secrets
  readonly keeper: Keeper
  readonly mediaHosts: readonly string[]
  readonly channelVariables: ChannelVariables
  readonly log: Log
  /** What lists, if it is not the providers: the demo has a list of its own. */
  readonly findConnector?: typeof findConnector
  /** How much of a history one turn compares, if no one else waits for theirs. */
  readonly historyTurn?: HistoryTurn
}

/** Accounts of one organization at once. */
const batch = 4
/**
 * A page is held in memory, and its messages share the way to the disk with deliveries, so it is not as long as providers allow. A call, a
 * transaction and a commit for fewer messages would take longer than the messages themselves.
 */
const limits = { timeoutMs: 10_000, mostItems: 500, maxBytes: 8 * 1024 * 1024 } as const
const limitsOf = ({ mediaHosts, channelVariables }: ReconcileContext) => ({
  ...limits,
  extraHosts: mediaHosts,
  variables: channelVariables,
})
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
  const { listing, collection } = connector
  const given = toChannelAccount(account, connector, ctx.secrets)
  const cursor = collection && (await inTenant(ctx.db, given.tenantId, (tx) => findCursor(tx, given.id)))
  const begun = performance.now()
  // What a connection of ours reads is no delivery, nor is what reached the provider only now.
  const awaited = collection ? [] : await inTenant(ctx.db, given.tenantId, (tx) => findAwaited(tx, given.id))
  const comparing = { connector, listing, given, comparison, cursor, awaited, end: begun + deadlineMs }
  const late = await compareLate(ctx, { ...comparing, awaited: [], end: begun + lateDeadlineMs })
  if (late === 'ended') return undefined
  if ('outcome' in late) return late
  const { hours, mark, isRenewed, isInDoubt } = late
  // What another place had before, this one lacks.
  const ofPlace =
    isRenewed || isInDoubt ? { ...comparing, comparison: { ...comparison, place: undefined } } : comparing
  const counted = await compareParts(ctx, ofPlace, hours)
  if (counted === 'ended') return undefined
  if ('outcome' in counted) return counted
  await askAboutUnlisted(ctx, ofPlace, limitsOf(ctx))
  const place = listing.lookup?.placeOf(given)
  const isCollected = collection !== undefined
  return { outcome: 'compared', ...counted, hours, mark, place, isRenewed, isCollected }
}

/** Adds to `hours` what the lists of the parts have, until one can't be read. */
async function compareParts(
  ctx: ReconcileContext,
  comparing: Comparing,
  hours: HoursOfAccounts,
): Promise<{ readonly finished: number; readonly until: Date | undefined } | 'ended' | Failed> {
  let until: Date | undefined
  let finished = 0
  for (const part of comparing.comparison.parts) {
    const counted = await comparePart(ctx, comparing, part)
    if (counted === 'ended') return 'ended'
    if ('outcome' in counted) {
      if (counted.outcome === 'refused' || finished === 0) return counted
      break
    }
    addHours(hours, counted.hours, counted.until)
    if (counted.until && !(until && until < counted.until)) until = counted.until
    finished += 1
  }
  return { finished, until }
}

interface Comparing {
  readonly connector: ChannelConnector
  readonly listing: Listing
  readonly given: ChannelAccount
  readonly comparison: DueComparison
  readonly cursor: unknown
  /** When deliveries should have come. */
  readonly awaited: Awaited<ReturnType<typeof findAwaited>>
  readonly end: number
}

function failureOf(
  { log }: ReconcileContext,
  { connector, given: { id } }: Comparing,
  answer: Unanswered,
): Failed {
  // A page of another program, such as of a proxy while a Mac sleeps, passes.
  if (answer.outcome === 'refused' && answer.reason !== 'not-understood')
    return { outcome: 'refused', problem: answer.reason }
  log.warn({ accountId: id, reason: answer.reason }, 'a list could not be read and is tried again')
  const afterMs = answer.outcome === 'retry' ? answer.afterMs : undefined
  // A connection of ours says itself that the provider is away.
  const isAway = !isBusy(answer) && !connector.collection
  return { outcome: 'retry', ...(isAway && { isAway: true as const }), afterMs }
}

interface Late {
  readonly hours: HoursOfAccounts
  readonly mark: string | undefined
  readonly isRenewed: boolean
  /** Whether it is. */
  readonly isInDoubt: boolean
}

/**
 * Compares the hours in which messages were sent that reached the provider only now. Asked first, so that what reaches it meanwhile is in
 * a later question, or in what is compared next.
 */
async function compareLate(ctx: ReconcileContext, comparing: Comparing): Promise<Late | 'ended' | Failed> {
  const { listing, given, comparison, end } = comparing
  const { since, parts } = comparison
  const hours: HoursOfAccounts = new Map()
  let { mark } = comparison
  let isRenewed = false
  let isInDoubt = false
  for (let isMore = listing.arrivedSince !== undefined; isMore && performance.now() < end;) {
    const answer = await listing.arrivedSince?.(given, mark, limitsOf(ctx))
    // A provider that knows no such question has its list by time.
    if (!answer || (answer.outcome === 'refused' && answer.reason === 'not-understood')) break
    if (answer.outcome !== 'arrived') return failureOf(ctx, comparing, answer)
    const isLate = (at: Date) => at >= since && parts[0] !== undefined && at < parts[0].from
    const starts = new Set(answer.sentAt.filter(isLate).map((at) => hourStart(at.getTime())))
    for (const start of starts) {
      const from = new Date(Math.max(start, since.getTime()))
      const counted = await comparePart(ctx, comparing, { from, before: new Date(start + hourMs) })
      if (counted === 'ended' || 'outcome' in counted)
        return performance.now() < end ? counted : { hours, mark, isRenewed, isInDoubt }
      addHours(hours, counted.hours, counted.until)
    }
    ;({ mark, isMore } = answer)
    isRenewed ||= answer.isRenewed === true
    isInDoubt = answer.isInDoubt === true
  }
  return { hours, mark, isRenewed, isInDoubt }
}

type Failed = Exclude<ComparisonResult, { outcome: 'compared' }>
type PartResult = { readonly hours: HoursOfAccounts; readonly until: Date | undefined } | 'ended' | Failed

async function comparePart(
  ctx: ReconcileContext,
  comparing: Comparing,
  part: ComparedPart,
): Promise<PartResult> {
  const { listing, given, cursor, end } = comparing
  const hours = emptyHours(given.id, part)
  const listed = { ids: new Set<string>(), keys: new Set<string>() }
  const recovery = openRecovery(ctx.keeper)
  let next: string | undefined
  try {
    while (performance.now() < end) {
      const answer = await listing.list(given, { ...part, page: next, cursor }, limitsOf(ctx))
      if (answer.outcome !== 'page') {
        await recovery.flush()
        return failureOf(ctx, comparing, answer)
      }
      const compared = await recover(ctx, comparing, answer.messages, recovery)
      if (!compared) return 'ended'
      countHours(hours, { id: given.id, before: part.before }, answer.messages, compared)
      for (const { messageKey } of answer.messages) listed.keys.add(storable(messageKey))
      for (const id of compared.known) listed.ids.add(id)
      if (answer.next === undefined) {
        await recovery.flush()
        await noteOthers(ctx, comparing, { ...part, until: answer.until }, listed)
        return { hours, until: answer.until }
      }
      next = answer.next
    }
    await recovery.flush()
  } catch (error) {
    ctx.log.error({ err: error, accountId: given.id }, 'an account could not be compared')
  }
  return { outcome: 'retry' }
}

/** Gives what is not stored to `recovery`. @returns Undefined if the account is not compared any more. */
async function recover(
  { db, received }: ReconcileContext,
  { connector, given: { id, tenantId, channel }, comparison: { tried }, awaited }: Comparing,
  messages: readonly ListedMessage[],
  recovery: Recovery,
): Promise<Compared | undefined> {
  // What a connection of ours brought was asked for too.
  const transport = connector.collection ? ('list' as const) : ('poll' as const)
  const arrivals = messages.map((message) => {
    const { contentType, body, headers = {} } = message
    return { message, sourceKey: message.sourceKey ?? connector.rawKey({ body, contentType, headers }) }
  })
  const known = await inTenant(db, tenantId, async (tx) => {
    if (!(await isCompared(tx, tried))) return undefined
    const listed = arrivals.map(({ message, sourceKey }) => ({ ...message, sourceKey }))
    return findKnown(tx, { id, channel, transport, listed })
  })
  if (!known) return undefined
  const routedTo = await findRoutedAccounts(db, { tenantId, id }, messages)
  const knownOf = ({ messageKey }: ListedMessage) => known.messages.get(storable(messageKey))
  const isDelivered = (message: ListedMessage) =>
    knownOf(message) !== undefined || known.waiting.has(message.messageKey)
  const missing = arrivals.filter(
    ({ message, sourceKey }) =>
      (message.isFollowed || !isDelivered(message)) && !known.records.has(keyText(sourceKey)),
  )
  await recovery.add(
    missing.map(({ message, sourceKey }) => ({
      message,
      arrival: arrivalOf(
        { id: routedTo(message), tenantId, channel, transport },
        message,
        sourceKey,
        received(),
      ),
    })),
  )
  const sourceKeys = new Map(arrivals.map(({ message, sourceKey }) => [message, keyText(sourceKey)]))
  // Also if it is in quarantine.
  const hasCome = (message: ListedMessage) => known.records.get(sourceKeys.get(message) ?? '') === false
  return {
    known: [...known.messages.values()].map(({ id: messageId }) => messageId),
    accountOf: (message) => knownOf(message)?.accountId ?? routedTo(message),
    isRecovered(message) {
      const stored = knownOf(message)
      const isFetched = stored ? stored.fetchedAs !== undefined : !hasCome(message)
      return isFetched && !known.delivered.has(message.messageKey)
    },
    isAwaited: ({ deliveredAs, sentAt }) => deliveredAs !== undefined && isWithin(awaited, sentAt),
  }
}
