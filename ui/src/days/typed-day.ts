import { type DateHabits, habitsOf, readerLocale } from '#reader-locale.ts'

type Part = 'd' | 'm' | 'y'
const partsOf: Readonly<Record<DateHabits['typedOrder'], readonly Part[]>> = {
  dmy: ['d', 'm', 'y'],
  mdy: ['m', 'd', 'y'],
  ymd: ['y', 'm', 'd'],
}
const words: Readonly<Record<Part, string>> = { d: 'DD', m: 'MM', y: 'YYYY' }

/** `DD/MM/YYYY`, `MM/DD/YYYY`, `DD.MM.YYYY`, `YYYY/MM/DD`: how the reader types a day. */
export function dayPattern(locale = readerLocale()): string {
  return joined(locale, (part) => words[part])
}

/** `2026-03-14` as the reader types it; anything else as it is. */
export function typedDayText(day: string, locale = readerLocale()): string {
  const [, y = '', m = '', d = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []
  return y === '' ? day : joined(locale, (part) => ({ d, m, y })[part])
}

/**
 * The day that a text names, as `2026-03-14`; undefined for a text that names none. Numbers are in the reader's order, a
 * year of four digits may always be first, and the separator is free: `14.3.2026`, `14/03/26`, `14032026`.
 */
export function readTypedDay(text: string, locale = readerLocale()): string | undefined {
  const numbers = text.match(/\d+/g) ?? []
  const [only = ''] = numbers
  const { typedOrder: order } = habitsOf(locale)
  const isYearFirst = order === 'ymd' || (numbers.length === 3 && only.length === 4)
  const parts = partsOf[isYearFirst ? 'ymd' : order]
  const given = numbers.length === 1 && only.length === 8 ? cut(only, parts) : numbers
  if (given.length !== 3 || /[^\d\s./\u2010-\u2015-]/.test(text.replaceAll(/[\u200e\u200f]/g, ''))) return
  const of = (part: Part) => given[parts.indexOf(part)] ?? ''
  const year = of('y').length === 2 ? `20${of('y')}` : of('y')
  const day = `${year}-${of('m').padStart(2, '0')}-${of('d').padStart(2, '0')}`
  return isRealDay(day) ? day : undefined
}

function joined(locale: string, word: (part: Part) => string): string {
  const { typedOrder, separator } = habitsOf(locale)
  return partsOf[typedOrder].map(word).join(separator)
}

/** Eight digits without separators. */
function cut(digits: string, parts: readonly Part[]): string[] {
  let from = 0
  return parts.map((part) => digits.slice(from, (from += part === 'y' ? 4 : 2)))
}

/** No 31 April. */
function isRealDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(day) && at.toJSON()?.slice(0, 10) === day
}
