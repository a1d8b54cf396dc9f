/** Which day a sentence names as the one that something is due. */
import {
  comingDate,
  comingDayOfMonth,
  comingWeekday,
  dayAfterMinutes,
  endOfMonth,
  endOfNextWeek,
  endOfWeek,
  plusDays,
  plusWorkingDays,
  weekdayOfNextWeek,
} from './days.ts'
import type { DayWords, PromiseLanguage } from './language.ts'

/** A day that was counted from another. */
export interface Counted {
  readonly from: string
  /** Only working days count: so many. Otherwise all do. */
  readonly workingDays?: number
}

interface Resolved {
  readonly day: string
  readonly counted?: Counted
}

/** A day, and the sentence without the words that name it. */
interface Due extends Resolved {
  readonly rest: string
}

interface Named extends Due {
  readonly at: number
  /** It is said to be the deadline. */
  readonly isDeadline: boolean
}

type Groups = Readonly<Record<string, string | undefined>>
type Rule = readonly [RegExp, (groups: Groups, today: string, now: string) => string | Resolved | undefined]

/** Before and after a day, what makes it a deadline or the past is near. */
const near = 24

/**
 * The day that a folded sentence names: the one said to be the deadline, or else the last.
 * @param now The clock of its author: `2026-11-26T09:30`.
 */
export function findDue(sentence: string, now: string, language: PromiseLanguage): Due | undefined {
  const today = now.slice(0, 10)
  let found: Named | undefined
  for (const [words, resolve] of rulesOf(language.days)) {
    const match = words.exec(sentence)
    const resolved = match && resolve(match.groups ?? {}, today, now)
    if (!match || !resolved) continue
    const head = sentence.slice(Math.max(0, match.index - near), match.index)
    if (language.past.test(head)) continue
    const after = match.index + match[0].length
    const tail = sentence.slice(after, after + near)
    const isDeadline = language.until.test(head) || (language.before?.test(tail) ?? false)
    const rest = `${sentence.slice(0, match.index)}…${sentence.slice(after)}`
    const day = typeof resolved === 'string' ? { day: resolved } : resolved
    const named = { ...day, rest, at: match.index, isDeadline }
    if (!found || isNearer(named, found)) found = named
  }
  return found
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
    [words.within, (groups, today, now) => withinDay(groups, { today, now }, words)],
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

/** Clocks may be turned meanwhile, so hours end as much later: a promise is never due before its time. */
const turnedMinutes = 60

function withinDay(
  { n = '1', unit, unit2 = unit, working }: Groups,
  { today, now }: { readonly today: string; readonly now: string },
  { numbers, units }: DayWords,
): string | Resolved | undefined {
  const count = numbers[n] ?? Number(n)
  const name = unit2 ?? ''
  if (!Number.isFinite(count)) return undefined
  if (units.minutes.test(name)) return dayAfterMinutes(now, count + turnedMinutes)
  if (units.hours.test(name)) return dayAfterMinutes(now, count * 60 + turnedMinutes)
  const days = units.weeks.test(name) ? count * 7 : count
  return working
    ? { day: plusWorkingDays(today, days), counted: { from: today, workingDays: days } }
    : { day: plusDays(today, days), counted: { from: today } }
}
