/** The day of a moment in a zone, as the tests count it: `2026-10-25`. */
export const dayIn = (zone: string, at: Date) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at)
