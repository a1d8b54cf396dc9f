/** Lengths of time in milliseconds. Days as text: `server/src/kernel/days.ts`; this file is in the first load of every page. */
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs

/** A day of 24 hours. */
export const dayMs = 24 * hourMs
