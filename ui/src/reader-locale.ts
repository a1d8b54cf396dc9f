type Order = 'dmy' | 'mdy' | 'ymd'

/** How the reader writes dates, by the locale of the browser. Words stay English: only order, clock and week are the reader's. */
export interface DateHabits {
  /** Of a date with the month as a word. */
  readonly order: Order
  /** Of a date of numbers alone: `4 mars 2026` is `2026-03-04` in Sweden. */
  readonly typedOrder: Order
  readonly clock: 'h12' | 'h23'
  /** Between the numbers of a typed date. */
  readonly separator: string
  /** 0 is Sunday. */
  readonly firstDayOfWeek: 0 | 1 | 5 | 6
}

/** The locale that the browser names first. */
export function readerLocale(): string {
  // Chromium on a machine without a language calls itself `en-US@posix`, which no other part of the browser accepts.
  return (navigator.languages[0] ?? navigator.language).replace(/[@.].*/, '')
}

const known = new Map<string, DateHabits>()

/** The habits of a locale; of a language without a region, those of the region where most of its readers live. */
export function habitsOf(locale: string): DateHabits {
  const cached = known.get(locale)
  if (cached) return cached
  const numeric = { day: '2-digit', year: 'numeric' } as const
  const latin = { calendar: 'gregory', numberingSystem: 'latn' } as const
  const partsOf = (month: 'short' | '2-digit') =>
    new Intl.DateTimeFormat(locale, { ...numeric, ...latin, month }).formatToParts(0)
  const typed = partsOf('2-digit')
  const { hourCycle } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions()
  const literal = typed.find(({ type }) => type === 'literal')?.value ?? ''
  const habits: DateHabits = {
    order: orderOf(partsOf('short')),
    typedOrder: orderOf(typed),
    clock: hourCycle === 'h12' || hourCycle === 'h11' ? 'h12' : 'h23',
    // Some locales have a space or an invisible mark for the direction beside it.
    separator: /[./-]/.exec(literal)?.[0] ?? '/',
    firstDayOfWeek: firstDayIn(new Intl.Locale(locale).maximize().region ?? ''),
  }
  known.set(locale, habits)
  return habits
}

const orders = ['dmy', 'mdy', 'ymd'] as const
const letters: Readonly<Record<string, string>> = { day: 'd', month: 'm', year: 'y' }
const orderOf = (parts: readonly Intl.DateTimeFormatPart[]): Order =>
  orders.find((one) => one === parts.map(({ type }) => letters[type] ?? '').join('')) ?? 'ymd'

/** Not every browser knows the week of a region. Source: Unicode CLDR, supplemental data, `weekData`. */
const weeksFrom: readonly (readonly [day: 0 | 5 | 6, regions: string])[] = [
  [
    0,
    'AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW',
  ],
  [5, 'MV'],
  [6, 'AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY'],
]

function firstDayIn(region: string): DateHabits['firstDayOfWeek'] {
  return weeksFrom.find(([, regions]) => regions.split(' ').includes(region))?.[0] ?? 1
}
