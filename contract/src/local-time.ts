/** Days and times on the clocks of a time zone. */
import { dayMs } from './durations.ts'

/** What the clocks show: `2026-11-25T08:00:00`. */
export const localTime = (at: Date, zone: string): string => wallOf(at.getTime(), zone)

/** The day on which a moment is: `2026-11-25`. */
export const localDay = (at: Date, zone: string): string => wallOf(at.getTime(), zone).slice(0, 10)

/**
 * The moment at which the clocks of a zone show a day and a time. A time that they skip is as much later as they skip; of a time that
 * they show twice, the first.
 * @param time `08:00`
 */
export function momentOf(day: string, time: string, zone: string): Date {
  const wall = `${day}T${time}:00`
  const utc = Date.parse(`${wall}Z`)
  // The offset may change between a guess and the moment itself.
  const offsets = [utc - dayMs, utc, utc + dayMs].map((at) => offsetMs(at, zone))
  const guesses = offsets.map((offset) => utc - offset)
  const right = guesses.filter((at) => wallOf(at, zone) === wall)
  return new Date(right.length > 0 ? Math.min(...right) : Math.max(...guesses))
}

/**
 * When a day begins in a zone: at its midnight, or where the clocks skip that, at the first time that they show. The database counts by
 * the same law (`day_starts`).
 */
export const startOfDay = (day: string, zone: string): Date => momentOf(day, '00:00', zone)

const secondMs = 1_000

const offsetMs = (at: number, zone: string) =>
  Date.parse(`${wallOf(at, zone)}Z`) - Math.floor(at / secondMs) * secondMs

function wallOf(at: number, zone: string): string {
  const parts = clockOf(zone).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((found) => found.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}`
}

/** Making a formatter takes far longer than using it. There are a few hundred zones, so no more of them. */
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  clocks.set(zone, made)
  return made
}
