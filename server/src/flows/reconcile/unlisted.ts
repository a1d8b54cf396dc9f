/** The other way round: our messages that the provider's list lacks are asked for, each by its ID. */
import type { ChannelAccount } from '#channels/connector.ts'
import type { CallLimits, Listing, Lookup } from '#channels/provider-calls.ts'
import { type DueComparison, isCompared } from '#domains/accounts/comparisons.ts'
import type { ComparedPart } from '#domains/accounts/compared-parts.ts'
import { hourStart } from '#domains/accounts/covered-time.ts'
import {
  type AnswerAbout,
  findUnasked,
  type Listed,
  noteUnlisted,
  recordAnswers,
} from '#domains/accounts/unlisted-messages.ts'
import type { Clock } from '#kernel/clock.ts'
import { type DbContext, inTenant } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'

interface Context extends DbContext, Clock {
  readonly log: Log
}

interface Comparing {
  readonly listing: Listing
  readonly given: ChannelAccount
  readonly comparison: DueComparison
}

/**
 * Notes what a list lacks that was read to its end: of the hours that are over since they were compared last, because more may still come into
 * the last one, and of the week once a day. A failure leaves what was compared as it is.
 */
export async function noteOthers(
  { db, now, log }: Context,
  { listing: { lookup }, given, comparison: { place, parts, isOverFrom } }: Comparing,
  part: ComparedPart & { readonly until: Date | undefined },
  listed: Listed,
): Promise<void> {
  if (!lookup || !place || place.name !== lookup.placeOf(given)) return
  const isCurrent = part.before.getTime() === parts[0]?.before.getTime()
  const from = isCurrent && part.from < isOverFrom ? isOverFrom : part.from
  const before = new Date(hourStart(Math.min(part.before.getTime(), part.until?.getTime() ?? Infinity)))
  if (before <= from) return
  const compared = { id: given.id, from, before, since: place.since }
  const isId = (key: string) => lookup.isId(given, key)
  await inTenant(db, given.tenantId, (tx) => noteUnlisted(tx, compared, listed, { isId, now: now() })).catch(
    (error: unknown) => {
      log.error({ err: error, accountId: given.id }, 'what a list lacks could not be noted')
    },
  )
}

/** Each is a call of its own, others need the provider, too, and what was compared waits to be recorded. */
const mostAsked = 100
const mostMs = 30_000

/** A provider that leaves so many questions unanswered, one after the other, is not asked more. */
const mostUnanswered = 3

/**
 * Asks the provider about noted messages of the place that its list is of now. What is left, or has no answer, is asked the next time, after all
 * others.
 */
export async function askAboutUnlisted(
  { db, now, log }: Context,
  { listing: { lookup }, given, comparison: { tried, place } }: Comparing,
  limits: CallLimits,
): Promise<void> {
  if (!lookup || !place || place.name !== lookup.placeOf(given)) return
  const { tenantId, id } = given
  try {
    const noted = await inTenant(db, tenantId, (tx) => findUnasked(tx, { id, since: place.since }, mostAsked))
    const answers = await ask(lookup, given, noted, limits)
    await inTenant(db, tenantId, async (tx) => {
      if (await isCompared(tx, tried)) await recordAnswers(tx, answers, now())
    })
  } catch (error) {
    log.error({ err: error, accountId: id }, 'a provider could not be asked about single messages')
  }
}

async function ask(
  lookup: Lookup,
  given: ChannelAccount,
  noted: Awaited<ReturnType<typeof findUnasked>>,
  limits: CallLimits,
): Promise<AnswerAbout[]> {
  const end = performance.now() + mostMs
  const answers: AnswerAbout[] = []
  let unanswered = 0
  for (const { id, key } of noted) {
    if (performance.now() >= end || unanswered >= mostUnanswered) break
    const { outcome } = await lookup.has(given, key, limits)
    const isAnswered = outcome === 'there' || outcome === 'gone'
    unanswered = isAnswered ? 0 : unanswered + 1
    answers.push({ id, isGone: isAnswered ? outcome === 'gone' : null })
  }
  return answers
}
