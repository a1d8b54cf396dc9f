/** For how long an event has been open: the bands of its age in whole days of 24 hours. */
export const ages = ['week', 'month', 'quarter', 'longer'] as const
type Age = (typeof ages)[number]

export const ageNames: Readonly<Record<Age, string>> = {
  week: 'Up to 7 days',
  month: '7 to 30 days',
  quarter: '30 to 90 days',
  longer: 'Over 90 days',
}

/** The days that a band ends with. */
export const ageDays: Readonly<Record<Age, number>> = { week: 7, month: 30, quarter: 90, longer: Infinity }
