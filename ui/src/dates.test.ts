import { expect, test } from 'vitest'
import {
  agoText,
  dateText,
  dateTimeText,
  longDateText,
  nearDateText,
  shortDayText,
  timeText,
  utcDaysText,
  utcLongDayText,
  utcText,
} from './dates.ts'
import { habitsOf } from './reader-locale.ts'

const now = new Date(2026, 2, 14, 9, 30)
const at = (...day: [number, number, number, number]) => new Date(...day).toISOString()
const afternoon = new Date(2026, 2, 4, 14, 5).toISOString()

test('rows of today and yesterday are grouped under these words', () => {
  expect(shortDayText(at(2026, 2, 14, 0), now)).toBe('Today')
  expect(shortDayText(at(2026, 2, 13, 23), now)).toBe('Yesterday')
})

test('moments of the last week are shown as the time since, and earlier ones by their day', () => {
  const ago = (...day: [number, number, number, number]) => agoText(at(...day), now, 'en-GB')
  expect(agoText(now.toISOString(), now, 'en-GB')).toBe('just now')
  expect(ago(2026, 2, 14, 7)).toBe('2 hours ago')
  expect(ago(2026, 2, 8, 8)).toBe('6 days ago')
  expect(ago(2026, 2, 7, 8)).toBe('7 Mar')
  expect(ago(2025, 2, 7, 8)).toBe('7 Mar 2025')
})

test('a short month has three letters', () => {
  const september = at(2025, 8, 21, 8)
  expect(dateText(september, 'en-GB')).toBe('21 Sep 2025')
  expect(shortDayText(september, now, 'en-GB')).toBe('Sun, 21 Sep 2025')
  expect(longDateText(september, 'en-GB')).toBe('Sunday, 21 September 2025')
})

test('an earlier day has its weekday, and its year if it is not the current one', () => {
  expect(shortDayText(at(2026, 2, 12, 8), now)).toBe('Thu 12 Mar')
  expect(shortDayText(at(2025, 10, 20, 8), now)).toBe('Thu, 20 Nov 2025')
})

test.each([
  ['en-GB', '4 Mar 2026, 14:05', 'Wednesday, 4 March 2026', 'Wed 4 Mar', '4 Mar'],
  ['en-US', 'Mar 4, 2026, 2:05 PM', 'Wednesday, March 4, 2026', 'Wed, Mar 4', 'Mar 4'],
  ['de-DE', '4 Mar 2026, 14:05', 'Wednesday, 4 March 2026', 'Wed 4 Mar', '4 Mar'],
  ['ja-JP', '2026 Mar 4, 14:05', 'Wednesday, 2026 March 4', 'Wed, Mar 4', 'Mar 4'],
  // Here only dates of numbers alone begin with the year.
  ['sv-SE', '4 Mar 2026, 14:05', 'Wednesday, 4 March 2026', 'Wed 4 Mar', '4 Mar'],
  ['en-ZA', '4 Mar 2026, 14:05', 'Wednesday, 4 March 2026', 'Wed 4 Mar', '4 Mar'],
  ['fr-CA', '4 Mar 2026, 14:05', 'Wednesday, 4 March 2026', 'Wed 4 Mar', '4 Mar'],
  ['fa-IR', '4 Mar 2026, 14:05', 'Wednesday, 4 March 2026', 'Wed 4 Mar', '4 Mar'],
  ['en-CA', 'Mar 4, 2026, 2:05 PM', 'Wednesday, March 4, 2026', 'Wed, Mar 4', 'Mar 4'],
  // And here those end with it.
  ['zh-HK', '2026 Mar 4, 2:05 PM', 'Wednesday, 2026 March 4', 'Wed, Mar 4', 'Mar 4'],
])('in %s days and times are in the order and by the clock of the reader', (locale, moment, ...days) => {
  const [long, short, near] = days
  const [date, time] = [moment.replace(/, [^,]*$/, ''), moment.replace(/^.*, /, '')]
  expect(dateTimeText(afternoon, locale)).toBe(moment)
  expect(dateText(afternoon, locale)).toBe(date)
  expect(timeText(afternoon, locale)).toBe(time)
  expect(longDateText(afternoon, locale)).toBe(long)
  expect(shortDayText(afternoon, now, locale)).toBe(short)
  expect(nearDateText(afternoon, now, locale)).toBe(near)
  expect(nearDateText(at(2025, 0, 2, 8), now, locale)).toBe(dateText(at(2025, 0, 2, 8), locale))
  expect(dateText(new Date(2026, 10, 24).toISOString(), locale)).toMatch(/Nov/)
})

test.each([
  ['en-GB', '13 Feb – 14 Mar 2026', 'Sat, 14 Mar 2026, 13:30:07 UTC'],
  ['en-US', 'Feb 13 – Mar 14, 2026', 'Sat, Mar 14, 2026, 1:30:07 PM UTC'],
  ['de-DE', '13 Feb – 14 Mar 2026', 'Sat, 14 Mar 2026, 13:30:07 UTC'],
  ['ja-JP', '2026 Feb 13 – Mar 14', 'Sat, 2026 Mar 14, 13:30:07 UTC'],
  ['ko-KR', '2026 Feb 13 – Mar 14', 'Sat, 2026 Mar 14, 1:30:07 PM UTC'],
])('in %s periods and moments in UTC are written the same way', (locale, days, utc) => {
  expect(utcDaysText(new Date('2026-02-13'), new Date('2026-03-14'), locale)).toBe(days)
  expect(utcText('2026-03-14T13:30:07Z', locale)).toBe(utc)
})

test.each(['zh-CN', 'ja-JP', 'ko-KR', 'zh-HK', 'hu-HU'])('in %s the year comes first', (locale) => {
  const days = (first: string, last: string) => utcDaysText(new Date(first), new Date(last), locale)
  expect(dateText(at(2025, 8, 21, 8), locale)).toBe('2025 Sep 21')
  expect(shortDayText(at(2025, 8, 21, 8), now, locale)).toBe('Sun, 2025 Sep 21')
  expect(utcLongDayText(new Date('2026-03-14'), locale)).toBe('Saturday, 2026 March 14')
  expect(days('2026-03-01', '2026-03-14')).toBe('2026 Mar 1 – 14')
  expect(days('2025-12-03', '2026-01-02')).toBe('2025 Dec 3 – 2026 Jan 2')
})

test.each([
  ['en-GB', { order: 'dmy', typedOrder: 'dmy', clock: 'h23', separator: '/', firstDayOfWeek: 1 }],
  ['en-US', { order: 'mdy', typedOrder: 'mdy', clock: 'h12', separator: '/', firstDayOfWeek: 0 }],
  ['de-DE', { order: 'dmy', typedOrder: 'dmy', clock: 'h23', separator: '.', firstDayOfWeek: 1 }],
  ['ja-JP', { order: 'ymd', typedOrder: 'ymd', clock: 'h23', separator: '/', firstDayOfWeek: 0 }],
  ['en-AU', { order: 'dmy', typedOrder: 'dmy', clock: 'h12', separator: '/', firstDayOfWeek: 1 }],
  ['sv', { order: 'dmy', typedOrder: 'ymd', clock: 'h23', separator: '-', firstDayOfWeek: 1 }],
  ['ar-EG', { order: 'dmy', typedOrder: 'dmy', clock: 'h12', separator: '/', firstDayOfWeek: 6 }],
  ['fa-IR', { order: 'dmy', typedOrder: 'ymd', clock: 'h23', separator: '/', firstDayOfWeek: 6 }],
])('%s has its order, clock, separator and week', (locale, habits) => {
  expect(habitsOf(locale)).toEqual(habits)
})
