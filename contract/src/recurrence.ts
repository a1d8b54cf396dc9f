import { z } from 'zod'

const At = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 08:00.')

/** When something happens again and again, in the organization's time zone. A month without the day has it on its last day. */
export const Recurrence = z.discriminatedUnion('every', [
  z.strictObject({ every: z.literal('day'), at: At }),
  /** From Monday, 1, to Sunday, 7. */
  z.strictObject({ every: z.literal('week'), weekday: z.int().min(1).max(7), at: At }),
  z.strictObject({ every: z.literal('month'), day: z.int().min(1).max(31), at: At }),
])
export type Recurrence = z.infer<typeof Recurrence>

export const recurrenceUnits = ['day', 'week', 'month'] as const
export const recurrenceUnitNames: Readonly<Record<Recurrence['every'], string>> = {
  day: 'Daily',
  week: 'Weekly',
  month: 'Monthly',
}

export const weekdayNames = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

/** `Every Monday at 08:00` */
export function recurrenceText(recurrence: Recurrence): string {
  const { at } = recurrence
  switch (recurrence.every) {
    case 'day':
      return `Every day at ${at}`
    case 'week':
      return `Every ${weekdayNames[recurrence.weekday - 1] ?? 'week'} at ${at}`
    case 'month':
      return recurrence.day === 31
        ? `On the last day of every month at ${at}`
        : `On day ${recurrence.day} of every month at ${at}`
  }
}
