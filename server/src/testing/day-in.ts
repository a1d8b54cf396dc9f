/** By zone: to make one takes much longer than to ask it. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** The day of a moment in a zone, as the tests count it: `2026-10-25`. */
export function dayIn(zone: string, at: Date): string {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone })
  formats.set(zone, format)
  return format.format(at)
}
