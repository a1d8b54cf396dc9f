/**
 * How moments are written: with English words, in the order and with the clock of the reader's locale. All take an ISO
 * moment; the reader's zone is the browser's unless a zone is given.
 */
import { habitsOf, readerLocale } from './reader-locale.ts'

type Options = Intl.DateTimeFormatOptions

interface Formats {
  readonly day: Options
  readonly minute: Options
  /** Writes a moment, or all days from one to another, in the format of this name. */
  readonly write: (name: string, options: Options, at: Date, until?: Date) => string
}

const known = new Map<string, Formats>()

/** Making a format costs far more than using it, and a table uses one hundreds of times. */
function formats(locale: string): Formats {
  const cached = known.get(locale)
  if (cached) return cached
  const { order, clock } = habitsOf(locale)
  const made = new Map<string, Intl.DateTimeFormat>()
  const hour = clock === 'h12' ? 'numeric' : '2-digit'
  const all: Formats = {
    day: { day: 'numeric', month: 'short', year: 'numeric' },
    minute: { hour, minute: '2-digit', hourCycle: clock },
    write: (name, options, at, until) => {
      const format = made.get(name) ?? new Intl.DateTimeFormat(order === 'dmy' ? 'en-GB' : 'en-US', options)
      made.set(name, format)
      const text = plain(until ? format.formatRange(at, until) : format.format(at))
      return order === 'ymd' ? text.replaceAll(yearLast, '$2 $1') : text
    },
  }
  known.set(locale, all)
  return all
}

/** Browsers differ in the space before "AM" and around a dash; a month has three letters. */
const plain = (text: string) => text.replaceAll(/[\u2009\u202f]/g, ' ').replace(/Sept\b/g, 'Sep')

/** A day or several, and their year: no English locale writes the year first with the month as a word. */
const yearLast = /(\p{L}+ \d+(?: – (?:\p{L}+ )?\d+)?), (\d{4})/gu

/** `14 Mar 2026, 09:30`, `Mar 14, 2026, 9:30 AM`, `2026 Mar 14, 09:30` */
export function dateTimeText(iso: string, locale = readerLocale()): string {
  const { day, minute, write } = formats(locale)
  return write('moment', { ...day, ...minute }, new Date(iso))
}

/** `14 Mar 2026`, `Mar 14, 2026` */
export function dateText(iso: string, locale = readerLocale()): string {
  const { day, write } = formats(locale)
  return write('day', day, new Date(iso))
}

/** `14 Mar`, or with the year where it is not this one. */
export function nearDateText(iso: string, now: Date, locale = readerLocale()): string {
  if (new Date(iso).getFullYear() !== now.getFullYear()) return dateText(iso, locale)
  const { day, write } = formats(locale)
  return write('near-day', { ...day, year: undefined }, new Date(iso))
}

/** `09:30`, `9:30 AM` */
export function timeText(iso: string, locale = readerLocale()): string {
  const { minute, write } = formats(locale)
  return write('minute', minute, new Date(iso))
}

/** `Saturday, 14 March 2026`: between the messages of two days. */
export function longDateText(iso: string, locale = readerLocale()): string {
  const long = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
  return formats(locale).write('long-day', long, new Date(iso))
}

/** `Today`, `Yesterday`, `Sat 14 Mar`, or with the year where it is not this one: above the rows of a day. */
export function shortDayText(iso: string, now: Date, locale = readerLocale()): string {
  if (isSameDay(iso, now.toISOString())) return 'Today'
  const yesterday = new Date(now)
  // Not 24 hours ago, because a day with a clock change has 23 or 25.
  yesterday.setDate(now.getDate() - 1)
  if (isSameDay(iso, yesterday.toISOString())) return 'Yesterday'
  const at = new Date(iso)
  const { write } = formats(locale)
  const shortDay = { weekday: 'short', day: 'numeric', month: 'short' } as const
  return at.getFullYear() === now.getFullYear()
    ? write('short-day', shortDay, at)
    : write('short-day-of-year', { ...shortDay, year: 'numeric' }, at)
}

/** `Sat, 14 Mar 2026, 08:30:07 UTC`: shown on hover. */
export function utcText(iso: string, locale = readerLocale()): string {
  const { day, minute, write } = formats(locale)
  const second = { weekday: 'short', ...day, ...minute, second: '2-digit', timeZone: 'UTC' } as const
  return `${write('utc', second, new Date(iso))} UTC`
}

/** `14 Mar 2026` of a UTC day: periods consist of UTC days. */
export function utcDayText(at: Date, locale = readerLocale()): string {
  const { day, write } = formats(locale)
  return write('utc-day', { ...day, timeZone: 'UTC' }, at)
}

/** `Saturday, 14 March 2026` of a UTC day: the name of a day in a calendar, which shows the number alone. */
export function utcLongDayText(at: Date, locale = readerLocale()): string {
  const long = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
  return formats(locale).write('utc-long-day', { ...long, timeZone: 'UTC' }, at)
}

/** `13 Feb – 14 Mar 2026`, `Feb 13 – Mar 14, 2026`, `2026 Feb 13 – Mar 14` of two UTC days; what they share is written once. */
export function utcDaysText(first: Date, last: Date, locale = readerLocale()): string {
  const { day, write } = formats(locale)
  return write('utc-day', { ...day, timeZone: 'UTC' }, first, last)
}

const week = 7 * 86_400
const steps = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** `3 hours ago`, `just now` within a minute, or the day from a week on. */
export function agoText(iso: string, now: Date, locale = readerLocale()): string {
  const seconds = (now.getTime() - new Date(iso).getTime()) / 1000
  if (Math.abs(seconds) >= week) return nearDateText(iso, now, locale)
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
