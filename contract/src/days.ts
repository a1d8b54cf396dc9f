/** Calendar days, as `YYYY-MM-DD`. Those of a time zone: `local-time.ts`. */

export const dayMs = 86_400_000

/** The day of a time in UTC. */
export const dayOf = (time: Date | number): string => new Date(time).toISOString().slice(0, 10)

/** @param count How many days later; negative: earlier. */
export const dayAfter = (day: string, count = 1): string => dayOf(Date.parse(day) + count * dayMs)
