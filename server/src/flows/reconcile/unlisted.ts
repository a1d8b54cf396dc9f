/** The other way round: our messages that the provider's list lacks are asked for, each by its ID. */
import type { ChannelAccount } from '#channels/connector.ts'
import type { CallLimits, Listing } from '#channels/provider-calls.ts'
import { hourStart } from '#domains/accounts/covered-time.ts'
import type { ComparedPart } from '#domains/accounts/compared-parts.ts'
import {
  type AnswerAbout,
  findUnasked,
  type Listed,
  noteUnlisted,
  recordAnswers,
} from '#domains/accounts/unlisted-messages.ts'
import type { Clock } from '#kernel/clock.ts'
import { type DbContext, inTenant } from '#platform/db.ts'

interface Comparing {
  readonly listing: Listing
  readonly given: ChannelAccount
  /** When to stop, by `performance.now()`. */
  readonly end: number
}

/** Notes what a list lacks that was read to its end: of the hours that are over, because more may still come into the last one. */
export async function noteOthers(
  { db, now }: DbContext & Clock,
  { listing, given }: Comparing,
  { from, before, until }: ComparedPart & { readonly until: Date | undefined },
  listed: Listed,
): Promise<void> {
  if (!listing.has) return
  const end = new Date(hourStart(Math.min(before.getTime(), until?.getTime() ?? Infinity)))
  if (end <= from) return
  await inTenant(db, given.tenantId, (tx) =>
    noteUnlisted(tx, { id: given.id, from, before: end }, listed, now()),
  )
}

/** Each is a call of its own, and others need the provider, too. */
const mostAsked = 100

/** Asks the provider about noted messages, until it does not answer. What is left is asked the next time. */
export async function askAboutUnlisted(
  { db, now }: DbContext & Clock,
  { listing, given, end }: Comparing,
  limits: CallLimits,
): Promise<void> {
  if (!listing.has) return
  const { tenantId, id } = given
  const noted = await inTenant(db, tenantId, (tx) => findUnasked(tx, id, mostAsked))
  const answers: AnswerAbout[] = []
  for (const { id: messageId, key } of noted) {
    if (performance.now() >= end) break
    const { outcome, ...why } = await listing.has(given, key, limits)
    // An answer about one that is not understood says nothing of the others.
    const isUnclear = outcome === 'refused' && 'reason' in why && why.reason === 'not-understood'
    if ((outcome === 'retry' || outcome === 'refused') && !isUnclear) break
    answers.push({ id: messageId, isGone: outcome === 'gone' ? true : outcome === 'there' ? false : null })
  }
  await inTenant(db, tenantId, (tx) => recordAnswers(tx, answers, now()))
}
