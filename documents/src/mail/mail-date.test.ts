import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mailDate } from './mail-date.ts'

test.each([
  ['Thu, 14 May 2026 08:00:00 +0000', '2026-05-14T08:00:00.000Z'],
  ['14 May 2026 10:30:00 +0230 (home)', '2026-05-14T08:00:00.000Z'],
  ['Thu, 14 May 2026 08:00 -0530', '2026-05-14T13:30:00.000Z'],
  ['Fri, 23 Aug 2002 22:46:34 GMT+1', '2002-08-23T21:46:34.000Z'],
  ['1 Jan 99 1:02 PST', '1999-01-01T09:02:00.000Z'],
  ['01-Feb-26 9.15 CET', '2026-02-01T08:15:00.000Z'],
  ['Thu Aug 22 12:46:18 EDT 2002', '2002-08-22T16:46:18.000Z'],
  ['Thu Aug 22 12:46:18 2002', '2002-08-22T12:46:18.000Z'],
  ['14 May 2026 8:00:00 PM', '2026-05-14T20:00:00.000Z'],
  ['14 May 2026', '2026-05-14T00:00:00.000Z'],
  ['2026-05-14T10:00:00+02:00', '2026-05-14T08:00:00.000Z'],
])('%s is %s', (written, date) => {
  expect(mailDate(written)?.toISOString()).toBe(date)
})

test.each([
  '',
  'yesterday',
  '99 May 2026',
  'Thu, 18 Jul 0102 19:51:35 -0100',
  '14 May 2026 25:00',
  '2026-05-14 10:00',
])('%s gives no time', (written) => {
  expect(mailDate(written)).toBeUndefined()
})

test('a date is read back as written, in any time zone', () => {
  const date = fc.date({ min: new Date('1971-01-01'), max: new Date('2099-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(date, fc.integer({ min: -14 * 60, max: 14 * 60 }), (at, offset) => {
      const local = new Date(Math.floor(at.getTime() / 1000) * 1000 + offset * 60_000)
      const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60]
      const zone = `${offset < 0 ? '-' : '+'}${String(hours * 100 + minutes).padStart(4, '0')}`
      const written = local.toUTCString().replace('GMT', zone)
      expect(mailDate(written)?.getTime()).toBe(Math.floor(at.getTime() / 1000) * 1000)
    }),
  )
})

test('any text quickly gives a date or none', () => {
  fc.assert(fc.property(fc.string(), (written) => void mailDate(written)))
  expect(mailDate(`${'1 '.repeat(50_000)}Jan`)).toBeUndefined()
})
