/**
 * The rhythm of a year: weekdays and office hours, the rush before each quarter ends, quiet holidays,
 * the week the market fell, and an organization that writes more each month.
 */
import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import type { Random } from './random.ts'

/** The days of the demo's year; the last one contains `now`. */
const yearDays = 365

/** How many business days of a quarter's end are a rush. */
const rushDays = 9

/** Midnight (UTC) of `now`'s day. */
export function midnight(time: number): number {
  return Math.floor(time / dayMs) * dayMs
}

/** Times at which dialogues start, in order: `count` of them in the year before `now`, most when `season` is high. */
export function startTimes(
  count: number,
  now: Date,
  random: Random,
  season: (day: number) => number = () => 1,
): number[] {
  const today = midnight(now.getTime())
  const days = Array.from({ length: yearDays }, (_, at) => today - (yearDays - 1 - at) * dayMs)
  const weights = days.map(
    (day, at) => [day, dayWeight(day, now) * season(day) * (0.65 + (0.6 * at) / yearDays)] as const,
  )
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0)
  const times: number[] = []
  let owed = 0
  for (const [day, weight] of weights) {
    owed += (weight / total) * count
    while (owed >= 1) {
      owed -= 1
      times.push(day + localHour(random) * hourMs)
    }
  }
  return times.sort((a, b) => a - b)
}

/** How busy a day is, 1 being an ordinary weekday. */
function dayWeight(day: number, now: Date): number {
  const date = new Date(day)
  const weekday = date.getUTCDay()
  let weight = weekday === 0 ? 0.12 : weekday === 6 ? 0.18 : weekday === 5 ? 0.9 : 1
  if (isQuarterEnd(day)) weight *= 1.9
  if (isMarketDrop(day, now)) weight *= 2.4
  const month = date.getUTCMonth()
  const dayOfMonth = date.getUTCDate()
  if (month === 11 && dayOfMonth >= 24) weight *= 0.35
  if (month === 0 && dayOfMonth === 1) weight *= 0.2
  if (month === 7) weight *= 0.75
  return weight
}

/** Whether a quarter ends within the next days. */
export function isQuarterEnd(day: number): boolean {
  const date = new Date(day)
  const end = Date.UTC(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / 3) * 3 + 3, 0)
  return end - midnight(day) < rushDays * dayMs
}

/** The Monday on which the market fell: some nine weeks before `now`. */
export function marketDropStart(now: Date): number {
  const around = midnight(now.getTime()) - 64 * dayMs
  return around - ((new Date(around).getUTCDay() + 6) % 7) * dayMs
}

/** The week of the fall, Monday to Saturday. */
export function isMarketDrop(time: number, now: Date): boolean {
  const since = time - marketDropStart(now)
  return since >= 0 && since < 6 * dayMs
}

/** The hour of the day on the desk's own clock: two peaks, and some in the evening. */
function localHour(random: Random): number {
  const hour = random.weighted([
    [10.4 + random.normal() * 1.1, 44],
    [14.9 + random.normal() * 1.5, 40],
    [18.6 + random.normal() * 1.2, 12],
    [8 + random.next() * 12, 4],
  ])
  return Math.min(Math.max(hour, 7.2), 21.8)
}

/** A time within the working day of `time`, or of the Monday after a weekend. `offset` in hours. */
export function inOfficeHours(time: number, offset: number, random: Random): number {
  const day = midnight(time + offset * hourMs)
  const weekday = new Date(day).getUTCDay()
  const ahead = weekday === 6 ? 2 : weekday === 0 ? 1 : 0
  return day + ahead * dayMs + (localHour(random) - offset) * hourMs
}

/** The next time at which a person would answer, because people sleep at night. `offset` in hours. */
export function awake(time: number, offset: number, random: Random): number {
  const local = time + offset * hourMs
  const hour = (local % dayMs) / hourMs
  if (hour >= 6.8 && hour < 22.2) return time
  const morning = midnight(local) + (hour >= 22 ? dayMs : 0) + (7.4 + random.next() * 2) * hourMs
  return morning - offset * hourMs
}
