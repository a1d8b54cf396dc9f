/** What people are notified of about a gap now, and when to look at it again. Source: docs/rules/channels.md. */
import type { GapOutcome } from '@verbatim/contract/account-gaps.ts'
import { minuteMs } from '@verbatim/contract/durations.ts'
import { type DueGap, type GapChange, unkeptProblems } from '#domains/accounts/gaps.ts'

/** People are notified of the end of a gap once its hours were compared with the provider's list, or after so long without that. */
const comparedWithinMs = 6 * 60 * minuteMs
/** How long before the provider drops what it keeps people are notified, at most. */
const warnedBeforeMs = 24 * 60 * minuteMs

/** What the channel of an account can do about what it missed. */
interface Recovery {
  /** Its provider lists its messages. */
  readonly isListed: boolean
  /** How long the provider keeps what it could not deliver. */
  readonly keepsForMs: number | undefined
  /** What it has handed over waits here, in a file, for as long as it takes. */
  readonly forgets?: true | undefined
  /** It hands over recent history when an account is linked again. */
  readonly givesHistory?: true | undefined
}

export type News =
  | { readonly kind: 'began'; readonly keepsUntil: Date | undefined }
  /** It still lasts, and the provider drops messages from then on. */
  | { readonly kind: 'expiring'; readonly keepsUntil: Date }
  | {
      readonly kind: 'ended'
      readonly outcome: GapOutcome
      /** What was sent before is lost. */
      readonly lostBefore: Date | undefined
    }

/** What to notify of, if anything, and what to remember of it. */
export function newsOf(
  gap: DueGap,
  recovery: Recovery,
  now: Date,
): { readonly news?: News; readonly change: GapChange } {
  if (gap.ended_at) return newsOfEnd({ ...gap, ended_at: gap.ended_at }, recovery, now)
  const keepsUntil = keepsUntilOf(gap, recovery)
  const warnAt = keepsUntil && new Date(keepsUntil.getTime() - warningMs(recovery.keepsForMs))
  const isNotified = gap.notified_at !== null && gap.notified_problem === gap.problem
  const isLate = warnAt !== undefined && warnAt <= now && gap.warned_at === null
  if (isNotified && !isLate) return { change: { notify_at: later(warnAt, now) } }
  const noted = { notified_at: gap.notified_at ?? now, notified_problem: gap.problem, mailed_at: now }
  return isLate && keepsUntil
    ? { news: { kind: 'expiring', keepsUntil }, change: { ...noted, warned_at: now, notify_at: null } }
    : { news: { kind: 'began', keepsUntil }, change: { ...noted, notify_at: later(warnAt, now) } }
}

const later = (time: Date | undefined, now: Date) => (time && time > now ? time : null)

function newsOfEnd(
  gap: DueGap & { ended_at: Date },
  recovery: Recovery,
  now: Date,
): ReturnType<typeof newsOf> {
  // A list says nothing of what it would have said before, and nothing new of what it has said.
  const isListed = recovery.isListed && gap.is_compared && gap.kind !== 'behind' && !isOfMessages(gap)
  const isCompared = isListed && gap.listed_until !== null && gap.listed_until >= gap.ended_at
  if (isListed && !isCompared && now.getTime() - gap.ended_at.getTime() < comparedWithinMs)
    return { change: { notify_at: new Date(now.getTime() + minuteMs) } }
  const outcome = isCompared ? 'compared' : outcomeOf(gap, recovery)
  const keptFrom = outcome === 'lost' ? keptFromOf(gap, recovery) : undefined
  const lostBefore = outcome === 'lost' ? (keptFrom ?? gap.ended_at) : undefined
  const noted = gap.notified_at ? {} : { notified_at: now, notified_problem: gap.problem }
  return {
    news: { kind: 'ended', outcome, lostBefore },
    change: { ...noted, outcome, lost_before: keptFrom ?? null, notify_at: null, mailed_at: now },
  }
}

/** Gaps of single messages, each of which is known. */
const isOfMessages = ({ kind }: DueGap) =>
  kind === 'missing' || kind === 'undelivered' || kind === 'undecrypted'

function outcomeOf(gap: DueGap & { ended_at: Date }, recovery: Recovery): GapOutcome {
  const { keepsForMs, givesHistory } = recovery
  if (gap.kind === 'behind') return keepsLonger(gap, recovery) ? 'arrived' : 'unknown'
  if (gap.kind === 'undelivered') return 'compared'
  if (gap.kind === 'undecrypted') return 'unread'
  if (gap.kind === 'unstored' || gap.kind === 'missing' || (gap.kind === 'disconnected' && gap.has_unstored))
    return 'lost'
  if (gap.kind !== 'disconnected') return 'unknown'
  // What others were given is not given again, and what that was is not known.
  if (gap.problem === 'delivered-elsewhere') return 'unknown'
  if (!isKept(gap)) return givesHistory ? 'unknown' : 'lost'
  if (keepsForMs === undefined) return 'unknown'
  return keepsLonger(gap, recovery) ? 'kept' : 'lost'
}

/** What waited was kept until the end of the gap, as far as is known. */
const keepsLonger = (gap: DueGap & { ended_at: Date }, { keepsForMs, forgets }: Recovery) =>
  keepsForMs === undefined ||
  (forgets === true && gap.kind === 'behind') ||
  gap.ended_at.getTime() - gap.began_at.getTime() <= keepsForMs

/** From when on the provider kept what was sent, if the gap began before. */
function keptFromOf(gap: DueGap & { ended_at: Date }, { keepsForMs }: Recovery): Date | undefined {
  if (gap.kind !== 'disconnected' || keepsForMs === undefined || !isKept(gap)) return undefined
  const keptFrom = new Date(gap.ended_at.getTime() - keepsForMs)
  return keptFrom > gap.began_at ? keptFrom : undefined
}

const isKept = ({ problem }: DueGap) => problem === null || !unkeptProblems.includes(problem)

function keepsUntilOf(gap: DueGap, { keepsForMs, forgets }: Recovery): Date | undefined {
  const isWaiting = gap.kind === 'behind' ? !forgets : gap.kind === 'disconnected' && isKept(gap)
  if (!isWaiting || keepsForMs === undefined) return undefined
  return new Date(gap.began_at.getTime() + keepsForMs)
}

/** A day before, or when three quarters of a short time are over. */
const warningMs = (keepsForMs = 0) => Math.min(warnedBeforeMs, keepsForMs / 4)
