/** The hours in which an organization works, of its time zone. Source: docs/metrics.md. */
import { z } from 'zod'
import { day } from './day.ts'

/** ISO 8601: Monday is 1. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
export type Weekday = (typeof weekdays)[number]

export const weekdayNames: Readonly<Record<Weekday, string>> = {
  1: 'Monday',
  2: 'Tuesday',
  3: 'Wednesday',
  4: 'Thursday',
  5: 'Friday',
  6: 'Saturday',
  7: 'Sunday',
}

export const businessHoursLimits = { holidays: 200 } as const

/** `24:00` is the end of the day. */
const Time = z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, 'Enter a time, such as 09:00.')

/** One of each, in their order. */
const inOrder = <T extends number | string>(values: readonly T[]): T[] =>
  [...new Set(values)].toSorted((one, other) => (one < other ? -1 : 1))

export const BusinessHours = z
  .strictObject({
    days: z.array(z.literal(weekdays)).min(1, 'Choose at least one day.').transform(inOrder),
    from: Time,
    to: Time,
    /** Days without business hours. */
    holidays: z
      .array(day('A holiday is a date, such as 2026-12-25.'))
      .max(businessHoursLimits.holidays, `You can enter at most ${businessHoursLimits.holidays} holidays.`)
      .transform(inOrder),
  })
  .refine(({ from, to }) => from < to, {
    message: 'The end must be later than the start.',
    path: ['to'],
  })
export type BusinessHours = z.infer<typeof BusinessHours>

/** `Monday to Friday, 09:00–17:00, except 8 holidays` */
export function businessHoursText({ days, from, to, holidays }: BusinessHours): string {
  const count = holidays.length
  const except = count > 0 ? `, except ${count} ${count === 1 ? 'holiday' : 'holidays'}` : ''
  return `${daysText(days)}, ${from}–${to}${except}`
}

/** Days in a row are `Monday to Friday`. */
function daysText(days: readonly Weekday[]): string {
  const [first = 1, last = 7] = [days[0], days.at(-1)]
  const isRow = days.length > 2 && last - first === days.length - 1
  if (isRow)
    return first === 1 && last === 7 ? 'Every day' : `${weekdayNames[first]} to ${weekdayNames[last]}`
  return days.map((day) => weekdayNames[day]).join(', ')
}
