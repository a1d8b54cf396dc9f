/** A day of 24 hours. Days as text: `server/src/kernel/days.ts`; this file is in the first load of every page. */
export const dayMs = 86_400_000
