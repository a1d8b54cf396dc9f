import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs } from './durations.ts'
import { localDay, momentOf } from './local-time.ts'

test.each([
  ['2026-11-25', '08:00', 'Europe/Berlin', '2026-11-25T07:00:00.000Z'],
  ['2026-07-01', '08:00', 'Europe/Berlin', '2026-07-01T06:00:00.000Z'],
  // The clocks go from 2:00 to 3:00.
  ['2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['2026-03-08', '02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
  // From 0:00 to 1:00.
  ['2026-03-29', '00:00', 'Atlantic/Azores', '2026-03-29T01:00:00.000Z'],
  // They show 2:30, or 1:30, twice.
  ['2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['2026-11-01', '01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  // 0:00 twice.
  ['2026-10-25', '00:00', 'Atlantic/Azores', '2026-10-25T00:00:00.000Z'],
  ['2026-11-01', '00:00', 'America/Havana', '2026-11-01T04:00:00.000Z'],
  ['2026-01-01', '00:15', 'Pacific/Kiritimati', '2025-12-31T10:15:00.000Z'],
  ['2026-01-01', '00:15', 'Asia/Kathmandu', '2025-12-31T18:30:00.000Z'],
])('%s %s in %s is %s', (day, time, zone, moment) => {
  expect(momentOf(day, time, zone).toISOString()).toBe(moment)
})

test('the day of a moment is its local day', () => {
  const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Tokyo', 'Pacific/Kiritimati')
  const day = fc
    .integer({ min: Date.UTC(2000, 0, 1) / dayMs, max: Date.UTC(2060, 0, 1) / dayMs })
    .map((days) => new Date(days * dayMs).toISOString().slice(0, 10))
  fc.assert(
    fc.property(zone, day, fc.integer({ min: 0, max: 23 }), (of, on, hour) => {
      const time = `${String(hour).padStart(2, '0')}:05`
      expect(localDay(momentOf(on, time, of), of)).toBe(on)
    }),
  )
})
