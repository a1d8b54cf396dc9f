/** Calendar days of UTC, as `YYYY-MM-DD`. Those of a time zone: `contract/src/local-time.ts`. */
import { dayMs } from '@verbatim/contract/durations.ts'

export const dayOf = (time: Date | number): string => new Date(time).toISOString().slice(0, 10)

/** @param count How many days later; negative: earlier. */
export const dayAfter = (day: string, count = 1): string => dayOf(Date.parse(day) + count * dayMs)
