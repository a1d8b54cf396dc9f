/** When a scheduled report is due. */
import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import type { Recurrence } from '@verbatim/contract/recurrence.ts'
import { localDay, momentOf } from '@verbatim/contract/local-time.ts'
import { dayOf } from '#kernel/days.ts'

/** The first due time after a moment, in the organization's zone. */
export function nextDue(recurrence: Recurrence, zone: string, after: Date): Date {
  // Where the clocks skip the time over midnight, that of the day before is only now.
  const first = Date.parse(localDay(after, zone)) - dayMs
  for (let at = first; ; at += dayMs) {
    const day = new Date(at)
    if (!isOn(recurrence, day)) continue
    const due = momentOf(dayOf(day), recurrence.at, zone)
    if (due > after) return due
  }
}

/** @param day At midnight UTC. */
function isOn(recurrence: Recurrence, day: Date): boolean {
  switch (recurrence.every) {
    case 'day':
      return true
    case 'week':
      return (day.getUTCDay() || 7) === recurrence.weekday
    case 'month': {
      const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate()
      return day.getUTCDate() === Math.min(recurrence.day, last)
    }
  }
}

/** The due time of the same day in another zone. */
export function sameLocalTime(
  { at }: Recurrence,
  due: Date,
  { before, zone }: { readonly before: string; readonly zone: string },
): Date {
  const shown = localDay(due, before)
  const isLate = momentOf(shown, at, before) > due
  return momentOf(isLate ? dayOf(new Date(Date.parse(shown) - dayMs)) : shown, at, zone)
}

/** Due times are never so near to each other. */
const nearMs = 12 * hourMs

/**
 * The newest due time up to now. Reports that were due while nothing ran are one report.
 * @param planned A moment in the past. If the clocks of the zone have other rules than when it was planned, the due time near it counts.
 * @returns None if that is still to come.
 */
export function newestDue(recurrence: Recurrence, zone: string, planned: Date, now: Date): Date | undefined {
  let newest: Date | undefined
  let next = nextDue(recurrence, zone, new Date(planned.getTime() - nearMs))
  for (; next <= now; next = nextDue(recurrence, zone, next)) newest = next
  return newest
}
