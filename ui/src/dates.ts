/** Formats times. All functions take an ISO time; the time zone is the browser's unless one is given. */

const day = { day: '2-digit', month: 'short', year: 'numeric' } as const
const minute = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

const formats = new Map<string, Intl.DateTimeFormat>()

/** Creating a format costs far more than using it, and a table uses one hundreds of times. */
function format(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const known = formats.get(name)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', options)
  formats.set(name, made)
  return made
}

/** `14 Mar 2026, 09:30` */
export const dateTimeText = (iso: string) => format('moment', { ...day, ...minute }).format(new Date(iso))

/** `14 Mar 2026` */
export const dateText = (iso: string) => format('day', day).format(new Date(iso))

/** `09:30` */
export const timeText = (iso: string) => format('minute', minute).format(new Date(iso))

/** `Saturday, 14 March 2026`: between the messages of two days. */
export const longDateText = (iso: string) =>
  format('long-day', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(
    new Date(iso),
  )

/** `Today`, `Yesterday`, `Sat 14 Mar`, or with the year if it is not the current one: above the rows of a day. */
export function shortDayText(iso: string, now: Date): string {
  if (isSameDay(iso, now.toISOString())) return 'Today'
  const yesterday = new Date(now)
  // Not 24 hours ago, because a day with a clock change has 23 or 25.
  yesterday.setDate(now.getDate() - 1)
  if (isSameDay(iso, yesterday.toISOString())) return 'Yesterday'
  const at = new Date(iso)
  const shortDay = { weekday: 'short', day: 'numeric', month: 'short' } as const
  return at.getFullYear() === now.getFullYear()
    ? format('short-day', shortDay).format(at)
    : format('short-day-of-year', { ...shortDay, year: 'numeric' }).format(at)
}

/** `Sat, 14 Mar 2026, 08:30:07 UTC`: shown on hover. */
export const utcText = (iso: string) =>
  `${format('utc', { weekday: 'short', ...day, ...minute, second: '2-digit', timeZone: 'UTC' }).format(new Date(iso))} UTC`

/** `14 Mar 2026` of a UTC day: periods consist of UTC days. */
export const utcDayText = (at: Date) => format('utc-day', { ...day, timeZone: 'UTC' }).format(at)

const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** `3 hours ago`, or `just now` within a minute. */
export function agoText(iso: string, now: Date): string {
  const seconds = (now.getTime() - new Date(iso).getTime()) / 1000
  const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? []
  if (!unit || !size) return 'just now'
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(-Math.trunc(seconds / size), unit)
}

/** Whether two times are on the same day in the reader's time zone. */
export const isSameDay = (a: string, b: string) => dateText(a) === dateText(b)

/** `12,345`; numbers are English, like the interface. */
export const numberText = (value: number) => value.toLocaleString('en')

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** `1.4 MB` */
export function sizeText(sizeBytes: number): string {
  const power = Math.min(Math.max(Math.floor(Math.log10(Math.max(sizeBytes, 1)) / 3), 0), units.length - 1)
  const value = sizeBytes / 1000 ** power
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power]}`
}
