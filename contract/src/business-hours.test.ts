import { expect, test } from 'vitest'
import { businessHoursText, type Weekday } from './business-hours.ts'

const hours = { from: '09:00', to: '17:00', holidays: [] as string[] }

test.each<[Weekday[], string]>([
  [[1, 2, 3, 4, 5], 'Monday to Friday'],
  [[1, 2, 3, 4, 5, 6, 7], 'Every day'],
  [[2, 3, 4], 'Tuesday to Thursday'],
  [[6, 7], 'Saturday, Sunday'],
  [[1, 3, 5], 'Monday, Wednesday, Friday'],
  [[7], 'Sunday'],
])('the days %j are written in words', (days, words) => {
  expect(businessHoursText({ ...hours, days })).toBe(`${words}, 09:00–17:00`)
})

test('holidays are counted', () => {
  const textOf = (holidays: string[]) => businessHoursText({ ...hours, days: [1], holidays })
  expect(textOf(['2026-12-25'])).toBe('Monday, 09:00–17:00, except 1 holiday')
  expect(textOf(['2026-12-25', '2026-12-26'])).toBe('Monday, 09:00–17:00, except 2 holidays')
})
