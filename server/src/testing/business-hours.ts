/** Business hours counted by hand: minute by minute, as a clock on a wall of the zone shows them. */
import type { BusinessHours } from '@verbatim/contract/business-hours.ts'
import { dayMs, hourMs, minuteMs } from '@verbatim/contract/durations.ts'

/** What the clock shows, as if it were UTC: the only thing that is known of the zone. */
type Clock = (at: number) => number

export function clockOf(timeZone: string): Clock {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  const known = new Map<number, number>()
  return (at) => {
    const found = known.get(at) ?? Date.parse(`${parts.format(at).replace(', ', 'T')}:00Z`)
    known.set(at, found)
    return found
  }
}

/** How many of the minutes from one time to another are open. */
export function countMinutes(open: ReadonlySet<number>, from: number, until: number): number {
  let count = 0
  for (let at = from; at < until; at += minuteMs) if (open.has(at)) count += 1
  return count
}

/** The minutes in business hours of the days around two times. */
export function openMinutes(
  clock: Clock,
  { days, from, to, holidays }: BusinessHours,
  [first, last]: readonly [number, number],
): ReadonlySet<number> {
  const open = new Set<number>()
  const startOf = (at: number) => Math.floor(at / dayMs) * dayMs
  for (let day = startOf(first) - dayMs; day <= startOf(last) + dayMs; day += dayMs) {
    const weekday = new Date(day).getUTCDay() || 7
    if (!days.some((one) => one === weekday)) continue
    if (holidays.includes(new Date(day).toISOString().slice(0, 10))) continue
    const closes = momentOf(clock, day + minutesOf(to))
    for (let at = momentOf(clock, day + minutesOf(from)); at < closes; at += minuteMs) open.add(at)
  }
  return open
}

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number)
  return ((hours ?? 0) * 60 + (minutes ?? 0)) * minuteMs
}

/** When the clock shows a time: the second time if it does so twice; if never, as much later as it skips. */
function momentOf(clock: Clock, shown: number): number {
  // No zone is further from UTC.
  const [earliest, latest] = [shown - 15 * hourMs, shown + 15 * hourMs]
  for (let at = latest; at >= earliest; at -= minuteMs) if (clock(at) === shown) return at
  let after = earliest
  while (clock(after) < shown) after += minuteMs
  const skipped = clock(after) - clock(after - minuteMs) - minuteMs
  return momentOf(clock, shown + skipped)
}
