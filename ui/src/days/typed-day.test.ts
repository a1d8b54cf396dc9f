import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayPattern, readTypedDay, typedDayText } from './typed-day.ts'

const locales = ['en-GB', 'en-US', 'de-DE', 'ja-JP', 'sv-SE', 'zh-HK'] as const

test.each([
  ['en-GB', 'DD/MM/YYYY', '04/03/2026'],
  ['en-US', 'MM/DD/YYYY', '03/04/2026'],
  ['de-DE', 'DD.MM.YYYY', '04.03.2026'],
  ['ja-JP', 'YYYY/MM/DD', '2026/03/04'],
  ['sv-SE', 'YYYY-MM-DD', '2026-03-04'],
  ['en-CA', 'YYYY-MM-DD', '2026-03-04'],
  ['en-ZA', 'YYYY/MM/DD', '2026/03/04'],
  ['zh-HK', 'DD/MM/YYYY', '04/03/2026'],
])('in %s a day is typed in the order of the locale', (locale, pattern, typed) => {
  expect(dayPattern(locale)).toBe(pattern)
  expect(typedDayText('2026-03-04', locale)).toBe(typed)
  expect(readTypedDay(typed, locale)).toBe('2026-03-04')
  // Any separator or none, without leading zeros, and as the address has it.
  expect(readTypedDay(typed.replaceAll(/\D/g, ' '), locale)).toBe('2026-03-04')
  expect(readTypedDay(typed.replaceAll(/\D/g, ''), locale)).toBe('2026-03-04')
  expect(readTypedDay(typed.replaceAll(/\b0/g, ''), locale)).toBe('2026-03-04')
  expect(readTypedDay('2026-03-04', locale)).toBe('2026-03-04')
})

test('every day that is written is read as the same day', () => {
  const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(days, fc.constantFrom(...locales), (at, locale) => {
      const day = at.toISOString().slice(0, 10)
      expect(readTypedDay(typedDayText(day, locale), locale)).toBe(day)
    }),
  )
})

test('a year of two digits is of this century', () => {
  expect(readTypedDay('4.3.26', 'de-DE')).toBe('2026-03-04')
})

test.each(['', '31/04/2026', '13/13/2026', '4/3', '4/3/2026/1', 'tomorrow', '4 March 2026', '00/01/2026'])(
  '%j names no day',
  (text) => {
    expect(readTypedDay(text, 'en-GB')).toBeUndefined()
  },
)
