const monthNames = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'
const months = monthNames.split('|')

/** Hours east of Greenwich of the zones that RFC 5322 §4.3 still knows, and of some that people wrote. */
const zones: Readonly<Record<string, number>> = {
  ut: 0,
  utc: 0,
  gmt: 0,
  z: 0,
  wet: 0,
  bst: 1,
  west: 1,
  cet: 1,
  met: 1,
  cest: 2,
  mest: 2,
  eet: 2,
  eest: 3,
  msk: 3,
  ist: 5.5,
  hkt: 8,
  sgt: 8,
  jst: 9,
  kst: 9,
  aest: 10,
  aedt: 11,
  nzst: 12,
  nzdt: 13,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
  hst: -10,
}

const clock = String.raw`(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?`
const rfc = new RegExp(
  String.raw`(\d{1,2})[\s-]+(${monthNames})[a-z]*[\s-]+(\d{2,4})(?:[\s,]+${clock})?\s*(am|pm)?\s*` +
    String.raw`((?:gmt|utc?)?[+-]\s?\d{1,2}(?::?\d{2})?|[a-z]{1,5})?`,
  'i',
)
const asctime = new RegExp(
  String.raw`(${monthNames})[a-z]*\s+(\d{1,2})\s+${clock}\s+(?:([a-z]{2,5}|[+-]\d{4})\s+)?(\d{4})`,
  'i',
)
const iso = /^\s*\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})\s*$/i

/**
 * The time in a mail header, in any common spelling; undefined if there is none. Unlike `new Date`, this never reads a time
 * without a zone as this machine's: such a time is UTC.
 */
export function mailDate(written: string | undefined): Date | undefined {
  if (!written) return undefined
  if (iso.test(written)) return valid(new Date(written.trim()))
  const bare = written.replace(/\([^()]*\)/g, ' ')
  const [, day, month, year, hour, minute, second, half, zone] = rfc.exec(bare) ?? []
  if (day !== undefined) return dateFrom({ day, month, year, hour, minute, second, half, zone })
  const [, aMonth, aDay, aHour, aMinute, aSecond, aZone, aYear] = asctime.exec(bare) ?? []
  if (aDay === undefined) return undefined
  return dateFrom({
    day: aDay,
    month: aMonth,
    year: aYear,
    hour: aHour,
    minute: aMinute,
    second: aSecond,
    zone: aZone,
  })
}

type Spelled = Readonly<
  Record<'day' | 'month' | 'year' | 'hour' | 'minute' | 'second' | 'zone', string | undefined> & {
    half?: string | undefined
  }
>

function dateFrom({ day, month, year, hour, minute, second, half, zone }: Spelled): Date | undefined {
  const at = months.indexOf((month ?? '').toLowerCase().slice(0, 3))
  const [d, h, m, s] = [day, hour, minute, second].map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
  ]
  const hours = half ? (h % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : h
  if (d < 1 || d > 31 || hours > 24 || m > 59 || s > 60) return undefined
  return valid(new Date(Date.UTC(fullYear(year ?? ''), at, d, hours, m, s) - offsetMs(zone)))
}

/** Two digits as RFC 5322 §4.3 reads them. */
function fullYear(written: string): number {
  const year = Number(written)
  if (written.length === 2) return year < 50 ? 2000 + year : 1900 + year
  return written.length === 3 ? 1900 + year : year
}

function offsetMs(zone: string | undefined): number {
  const [, sign, hours, minutes] = /^(?:gmt|utc?)?([+-])\s?(\d{1,2}?):?(\d{2})?$/i.exec(zone ?? '') ?? []
  if (hours !== undefined)
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes ?? 0)) * 60_000
  const name = (zone ?? '').toLowerCase()
  return (Object.hasOwn(zones, name) ? (zones[name] ?? 0) : 0) * 3_600_000
}

function valid(date: Date): Date | undefined {
  const year = date.getUTCFullYear()
  return Number.isNaN(date.getTime()) || year < 1970 || year > 9999 ? undefined : date
}
