/** Arithmetic on days without a zone: `2026-11-26`. */

const dayMs = 86_400_000

const toDay = (at: number): string => new Date(at).toISOString().slice(0, 10)

export const plusDays = (day: string, count: number): string => toDay(Date.parse(day) + count * dayMs)

/** ISO 8601: Monday is 1. */
const weekdayOf = (day: string): number => new Date(day).getUTCDay() || 7

/** The day of a clock some minutes after another: `2026-11-26T23:30`. */
export const dayAfterMinutes = (clock: string, minutes: number): string =>
  toDay(Date.parse(`${clock}Z`) + minutes * 60_000)

export function plusWorkingDays(day: string, count: number): string {
  let [at, left] = [day, count]
  while (left > 0) {
    at = plusDays(at, 1)
    if (weekdayOf(at) <= 5) left -= 1
  }
  return at
}

/** The coming one: of today's weekday the one in a week. */
export const comingWeekday = (day: string, weekday: number): string =>
  plusDays(day, (weekday - weekdayOf(day) + 7) % 7 || 7)

export const weekdayOfNextWeek = (day: string, weekday: number): string =>
  plusDays(day, 7 - weekdayOf(day) + weekday)

/** Friday, or Sunday if that is over. */
export const endOfWeek = (day: string): string => plusDays(day, (weekdayOf(day) > 5 ? 7 : 5) - weekdayOf(day))

export const endOfNextWeek = (day: string): string => weekdayOfNextWeek(day, 5)

/** The last day of the month that is some months later. */
export function endOfMonth(day: string, later = 0): string {
  const at = new Date(day)
  return toDay(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later + 1, 0))
}

/** The coming day of this number, in this month or the next; undefined if that one has none. */
export function comingDayOfMonth(day: string, number: number): string | undefined {
  const at = new Date(day)
  const later = number <= at.getUTCDate() ? 1 : 0
  return dateOf(at.getUTCFullYear(), at.getUTCMonth() + later, number)
}

/** A date without a year that is over is one of the next year only if it comes so soon; otherwise it speaks of the past. */
const soonDays = 90

/** @param month From 1. Without a year, the coming one if it comes soon, or else that of this year. */
export function comingDate(day: string, month: number, number: number, year?: number): string | undefined {
  const thisYear = new Date(day).getUTCFullYear()
  const found = dateOf(year ?? thisYear, month - 1, number)
  if (year !== undefined || !found || found >= day) return found
  const coming = dateOf(thisYear + 1, month - 1, number)
  return coming && coming <= plusDays(day, soonDays) ? coming : found
}

function dateOf(year: number, monthFrom0: number, number: number): string | undefined {
  const at = new Date(Date.UTC(year, monthFrom0, number))
  return number >= 1 && at.getUTCDate() === number ? toDay(at.getTime()) : undefined
}
