/** The parts of a comparison: what is finished counts, even if the rest is not. */
import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import { hourStart } from './covered-time.ts'

/** Some whole hours, but for the end of the last part, which is now. */
export interface ComparedPart {
  readonly from: Date
  readonly before: Date
}

/** How much of a history one turn compares: so many parts of such a length. */
export interface HistoryTurn {
  readonly ms: number
  readonly count: number
}
/** Once a day, because a phone that was off for days gives its messages late, with the time at which they were written. */
const weekDays = 7

const part = (from: number, before: number): ComparedPart => ({
  from: new Date(from),
  before: new Date(before),
})

/** Oldest first: what is finished is a whole beginning. */
export function historyOf(
  { start, end }: { start: number; end: number },
  { ms, count }: HistoryTurn,
): ComparedPart[] {
  const parts: ComparedPart[] = []
  for (let from = start; parts.length < count && (from < end || parts.length === 0); from += ms)
    parts.push(part(from, Math.min(from + ms, end)))
  return parts
}

/** What is new, and then the days before it, newest first: they were compared once. */
export function weekOf({ since, start, end }: { since: number; start: number; end: number }): ComparedPart[] {
  const parts = [part(start, end)]
  for (let day = 1; day <= weekDays; day++) {
    const [from, before] = [Math.max(since, start - day * dayMs), start - (day - 1) * dayMs]
    if (from < before) parts.push(part(from, before))
  }
  return parts
}

/** The hours of a part: also those in which the provider has nothing. */
export function hoursOf({ from, before }: ComparedPart): number[] {
  const hours: number[] = []
  for (let hour = hourStart(from.getTime()); hour < before.getTime(); hour += hourMs) hours.push(hour)
  return hours
}
