/** Which day a sentence names as the one that something is due. */
import {
  comingDate,
  comingDayOfMonth,
  comingWeekday,
  endOfMonth,
  endOfNextWeek,
  endOfWeek,
  plusDays,
  plusWorkingDays,
  weekdayOfNextWeek,
} from './days.ts'
import type { DayWords, PromiseLanguage } from './language.ts'

interface Named {
  readonly day: string
  readonly at: number
  /** It is said to be the deadline. */
  readonly isDeadline: boolean
}

type Groups = Readonly<Record<string, string | undefined>>
type Rule = readonly [RegExp, (groups: Groups, today: string) => string | undefined]

/** Before and after a day, what makes it a deadline or the past is near. */
const near = 24

/** The day that a folded sentence names: the one said to be the deadline, or else the last. */
export function findDue(sentence: string, today: string, language: PromiseLanguage): string | undefined {
  let found: Named | undefined
  for (const [words, resolve] of rulesOf(language.days)) {
    const match = words.exec(sentence)
    const day = match && resolve(match.groups ?? {}, today)
    if (!match || !day) continue
    const head = sentence.slice(Math.max(0, match.index - near), match.index)
    if (language.past.test(head)) continue
    const tail = sentence.slice(match.index + match[0].length, match.index + match[0].length + near)
    const isDeadline = language.until.test(head) || (language.before?.test(tail) ?? false)
    const named = { day, at: match.index, isDeadline }
    if (!found || isNearer(named, found)) found = named
  }
  return found?.day
}

const isNearer = (one: Named, other: Named) =>
  one.isDeadline === other.isDeadline ? one.at > other.at : one.isDeadline

const known = new Map<DayWords, readonly Rule[]>()

function rulesOf(words: DayWords): readonly Rule[] {
  const rules = known.get(words) ?? makeRules(words)
  known.set(words, rules)
  return rules
}

function makeRules(words: DayWords): readonly Rule[] {
  const placeOf = (names: readonly RegExp[], name: string) => names.findIndex((one) => one.test(name)) + 1
  const monthOf = (name: string) => (/^\d/.test(name) ? Number(name) : placeOf(words.months, name))
  return [
    [words.today, (_, today) => today],
    [words.tomorrow, (_, today) => plusDays(today, 1)],
    [words.dayAfterTomorrow, (_, today) => plusDays(today, 2)],
    [words.within, (groups, today) => withinDay(groups, today, words)],
    [
      words.weekday,
      ({ weekday, weekday2 = weekday, next, next2 = next }, today) => {
        const place = placeOf(words.weekdays, weekday2 ?? '')
        return next2 ? weekdayOfNextWeek(today, place) : comingWeekday(today, place)
      },
    ],
    [words.thisWeek, (_, today) => endOfWeek(today)],
    [words.nextWeek, (_, today) => endOfNextWeek(today)],
    [words.thisMonth, (_, today) => endOfMonth(today)],
    [words.nextMonth, (_, today) => endOfMonth(today, 1)],
    [
      words.date,
      ({ d, d2 = d, m, m2 = m, y, y2 = y }, today) =>
        comingDate(today, monthOf(m2 ?? ''), Number(d2), y2 ? Number(y2) : undefined),
    ],
    [words.dayOfMonth, ({ d }, today) => comingDayOfMonth(today, Number(d))],
    [
      /\b(?<y>20\d\d)-(?<m>\d\d)-(?<d>\d\d)\b/,
      ({ y, m, d }, today) => comingDate(today, Number(m), Number(d), Number(y)),
    ],
  ]
}

/** The longest time that is a date and no figure of speech. */
const mostDays = 366

function withinDay(
  { n = '1', unit, unit2 = unit, working }: Groups,
  today: string,
  { numbers, units }: DayWords,
): string | undefined {
  const count = numbers[n] ?? Number(n)
  const name = unit2 ?? ''
  // Of hours only the whole days count: the day of the message's own hour is not known here.
  const days = units.hours.test(name) ? Math.floor(count / 24) : units.weeks.test(name) ? count * 7 : count
  if (!Number.isFinite(days) || days > mostDays || (name.startsWith('m') && count > 600)) return undefined
  return working ? plusWorkingDays(today, days) : plusDays(today, days)
}
