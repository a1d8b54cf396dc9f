import { counted } from '@verbatim/ui/counted.ts'
import { utcDayText } from '@verbatim/ui/dates.ts'
import type { DayPoint } from './DayChart.tsx'
import { nearDayText } from './metric-period.ts'

/** A day with messages that arrived late. */
interface LateDay {
  readonly day: string
  readonly late: NonNullable<DayPoint['late']>
}

export const lateDays = (points: readonly DayPoint[]): LateDay[] =>
  points.flatMap(({ day, late }) => (late ? [{ day, late }] : []))

/** What the "i" of a chart with late messages says. */
export const lateMeaning =
  'A ring marks a day with messages that arrived on a later day, either after an interruption or more than an hour after they were sent. They count on the day they were sent.'

type LateDays = readonly [LateDay, ...LateDay[]]

const messagesOf = (days: readonly LateDay[]) => days.reduce((sum, { late }) => sum + late.messages, 0)

/** `12 messages of 14 Mar`, `30 messages of 5 days` */
export function lateSubject(days: LateDays): string {
  const which = days.length === 1 ? nearDayText(days[0].day) : counted(days.length, 'day')
  return `${counted(messagesOf(days), 'message')} of ${which}`
}

/** Their marks in words: `arrived late, the last on 20 Mar`. The year is known as long as it is the same. */
export function lateArrival(days: LateDays): string {
  const [{ day }] = days
  const last = days.map(({ late }) => late.lastOn).reduce((one, other) => (one > other ? one : other))
  const text = day.slice(0, 4) === last.slice(0, 4) ? nearDayText(last) : utcDayText(new Date(last))
  return `arrived late, ${messagesOf(days) === 1 ? 'on' : 'the last on'} ${text}`
}
