import { dayMs } from '@verbatim/contract/durations.ts'
import type { DemoContact, DemoRepresentative, DeskKey } from './organization.ts'
import type { Random } from './random.ts'
import type { Language } from './scene.ts'
import { arabic, japanese } from '#words/eastern.ts'
import { english } from '#words/en.ts'
import { french, german, portuguese, spanish } from '#words/european.ts'
import type { Lexicon } from '#words/lexicon.ts'
import { chinese } from '#words/zh.ts'

const lexicons: Record<Language, Lexicon> = {
  en: english,
  zh: chinese,
  es: spanish,
  fr: french,
  de: german,
  pt: portuguese,
  ja: japanese,
  ar: arabic,
}

/** The people of a dialogue, and its start on the desk's clock (read it as UTC). */
interface Occasion {
  readonly language: Language
  readonly random: Random
  readonly local: Date
  readonly client?: DemoContact | undefined
  readonly partner?: DemoContact | undefined
  readonly representative: DemoRepresentative
  readonly colleagues: readonly DemoRepresentative[]
}

/**
 * The values of one dialogue's slots, each chosen on first use and then kept. A digit at the end of a name means another value of
 * the same kind: `{amount}`, `{amount2}`. The values in `chosen` are used, and new ones are added to it.
 */
export function slotsFor(
  occasion: Occasion,
  chosen: Map<string, string> = new Map(),
): (name: string) => string {
  const taken = new Set(chosen.values())
  return (name) => {
    const known = chosen.get(name)
    if (known !== undefined) return known
    let value = makeSlot(name.replace(/\d$/, ''), occasion)
    for (let again = 0; again < 4 && /\d$/.test(name) && taken.has(value); again += 1) {
      value = makeSlot(name.replace(/\d$/, ''), occasion)
    }
    chosen.set(name, value)
    taken.add(value)
    return value
  }
}

function makeSlot(name: string, occasion: Occasion): string {
  const lexicon = lexicons[occasion.language]
  const made = makers[name]?.(lexicon, occasion)
  if (made !== undefined) return made
  const choices = lexicon.lists[name]
  if (!choices) throw new Error(`No slot is called {${name}} in ${occasion.language}`)
  return occasion.random.pick(choices)
}

type Maker = (lexicon: Lexicon, occasion: Occasion) => string | undefined

const personSlots: Record<string, Maker> = {
  rep: (_, { representative, language }) => representative.calledIn[language] ?? representative.firstName,
  repfull: (_, { representative }) => `${representative.firstName} ${representative.lastName}`,
  colleague: (_, { colleagues }) => colleagues[0]?.firstName ?? 'Ben',
  other: (_, { colleagues }) => colleagues[1]?.firstName ?? 'Callum',
  partner: (_, { partner }) => partner?.firstName ?? 'Sam',
  client: (lexicon, { client }) => client && (lexicon.familiar?.(client) ?? client.firstName),
  clientfull: (_, { client }) => client?.displayName,
  title: (lexicon, { client }) => client && lexicon.formal(client),
  surname: (_, { client }) => client?.lastName,
}

const dateSlots: Record<string, Maker> = {
  weekday: (lexicon, { local, random }) =>
    lexicon.weekdays[businessDay(local, random.between(2, 5)).getUTCDay()],
  soon: (lexicon, { local, random }) => dateIn(lexicon, businessDay(local, random.between(2, 6))),
  day: (lexicon, { local, random }) => dateIn(lexicon, businessDay(local, random.between(8, 30))),
  past: (lexicon, { local, random }) =>
    dateIn(lexicon, new Date(local.getTime() - random.between(3, 24) * dayMs)),
  time: (lexicon, { random }) => lexicon.time(random.between(9, 16), random.pick([0, 0, 30, 15, 45])),
  month: (lexicon, { local }) => monthIn(lexicon, local, 0),
  lastmonth: (lexicon, { local }) => monthIn(lexicon, local, -1),
  nextmonth: (lexicon, { local }) => monthIn(lexicon, local, 1),
  year: (_, { local }) => String(local.getUTCFullYear()),
  lastyear: (_, { local }) => String(local.getUTCFullYear() - 1),
  nextyear: (_, { local }) => String(local.getUTCFullYear() + 1),
  quarter: (lexicon, { local }) => lexicon.quarter(quarterOf(local) + 1),
  lastquarter: (lexicon, { local }) => lexicon.quarter(((quarterOf(local) + 3) % 4) + 1),
}

function dateIn(lexicon: Lexicon, date: Date): string {
  return lexicon.date(date.getUTCDate(), monthIn(lexicon, date, 0))
}

function monthIn(lexicon: Lexicon, date: Date, offset: number): string {
  return lexicon.months[(date.getUTCMonth() + offset + 12) % 12] ?? ''
}

/** From 0 to 3. */
function quarterOf(date: Date): number {
  return Math.floor(date.getUTCMonth() / 3)
}

/** The weekday `ahead` days after, moved past a weekend. */
function businessDay(local: Date, ahead: number): Date {
  const date = new Date(local.getTime() + ahead * dayMs)
  const weekday = date.getUTCDay()
  if (weekday === 0) return new Date(date.getTime() + dayMs)
  return weekday === 6 ? new Date(date.getTime() + 2 * dayMs) : date
}

const amounts = [5000, 7500, 8000, 12_000, 15_000, 18_500, 20_000, 25_000, 30_000, 40_000, 45_000, 60_000]
const bigAmounts = [80_000, 120_000, 150_000, 200_000, 250_000, 300_000, 425_000, 500_000, 750_000, 1_200_000]
const smallAmounts = [60, 85, 120, 145, 180, 220, 260, 310, 380, 475, 640, 850]

const numberSlots: Record<string, Maker> = {
  amount: money(amounts),
  big: money(bigAmounts),
  small: money(smallAmounts),
  pct: (lexicon, { random }) => lexicon.percent(`${random.between(2, 9)}.${random.between(1, 9)}`),
  smallpct: (lexicon, { random }) => lexicon.percent(`0.${random.between(15, 95)}`),
  share: (lexicon, { random }) => lexicon.percent(String(random.between(2, 9) * 5)),
  /** The last digits of an account. */
  ending: (_, { random }) => String(random.between(1042, 9876)),
  ref: (_, { random }) => `HM-${random.between(20_400, 89_900)}`,
  units: (_, { random }) => String(random.between(4, 60) * 50),
  price: (_, { random }) => `${random.between(3, 84)}.${random.between(10, 99)}`,
  age: (_, { random }) => String(random.between(58, 71)),
  count: (_, { random }) => String(random.between(2, 6)),
}

const currencies: Record<DeskKey, string> = {
  london: '£',
  service: '£',
  'new-york': '$',
  iberia: '$',
  asia: '$',
  gulf: '$',
  dach: '€',
  france: '€',
}

function money(choices: readonly number[]): Maker {
  return (lexicon, { random, representative }) =>
    lexicon.money(random.pick(choices), currencies[representative.desk])
}

const makers: Record<string, Maker> = { ...personSlots, ...dateSlots, ...numberSlots }
