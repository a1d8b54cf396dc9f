/** Days and times on the clocks of a time zone. */

/** The day on which a moment is: `2026-11-25`. */
export const localDay = (at: Date, zone: string): string => wallOf(at.getTime(), zone).slice(0, 10)

/**
 * The moment at which the clocks of a zone show a day and a time. A time that they skip is as much later as they skip; of a time that
 * they show twice, the first.
 * @param time `08:00`
 */
export function momentOf(day: string, time: string, zone: string): Date {
  const wall = `${day}T${time}`
  const utc = Date.parse(`${wall}:00Z`)
  // The offset may change between a guess and the moment itself.
  const offsets = [utc - dayMs, utc, utc + dayMs].map((at) => offsetMs(at, zone))
  const guesses = offsets.map((offset) => utc - offset)
  const right = guesses.filter((at) => wallOf(at, zone) === wall)
  return new Date(right.length > 0 ? Math.min(...right) : Math.max(...guesses))
}

const dayMs = 86_400_000

const offsetMs = (at: number, zone: string) =>
  Date.parse(`${wallOf(at, zone)}:00Z`) - Math.floor(at / 60_000) * 60_000

/** What the clocks show: `2026-11-25T08:00`. */
function wallOf(at: number, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((found) => found.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`
}
