/** When a scheduled report is due. */
import { dayMs } from '@verbatim/contract/durations.ts'
import type { Recurrence } from '@verbatim/contract/recurrence.ts'
import { localDay, momentOf } from '@verbatim/contract/local-time.ts'
import { dayOf } from '#kernel/days.ts'

/** The first due time after a moment, in the organization's zone. */
export function nextDue(recurrence: Recurrence, zone: string, after: Date): Date {
  const first = Date.parse(localDay(after, zone))
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
export const sameLocalTime = (
  { at }: Recurrence,
  due: Date,
  { before, zone }: { readonly before: string; readonly zone: string },
): Date => momentOf(localDay(due, before), at, zone)

/** Whether a moment is a due time; it is none if the organization's zone has changed since it was planned. */
export const isDueTime = (recurrence: Recurrence, zone: string, at: Date): boolean =>
  nextDue(recurrence, zone, new Date(at.getTime() - 1)).getTime() === at.getTime()

/**
 * The newest due time up to now. Reports that were due while nothing ran are one report.
 * @param due A due time in the past.
 */
export function newestDue(recurrence: Recurrence, zone: string, due: Date, now: Date): Date {
  for (let newest = due; ;) {
    const next = nextDue(recurrence, zone, newest)
    if (next > now) return newest
    newest = next
  }
}
