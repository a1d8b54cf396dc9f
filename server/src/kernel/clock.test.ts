import { expect, test } from 'vitest'
import { notBackwards } from './clock.ts'

/** What each reading gives while a clock shows these times. */
function read(...times: readonly string[]): string[] {
  let at = 0
  const received = notBackwards(() => new Date(`2026-11-27T${times[at++]}Z`))
  return times.map(() => received().toISOString().slice(11, 19))
}

test('a received time is never before an earlier one, also where the clock is put back by up to an hour', () => {
  expect(read('10:00:00', '10:00:05', '10:00:02', '09:30:00', '10:00:04', '10:00:06')).toEqual([
    '10:00:00',
    '10:00:05',
    '10:00:05',
    '10:00:05',
    '10:00:05',
    '10:00:06',
  ])
})

test('a clock that goes back by more than an hour was wrong, and is followed', () => {
  expect(read('10:00:00', '22:00:00', '10:00:01', '10:00:00', '10:00:02')).toEqual([
    '10:00:00',
    '22:00:00',
    '10:00:01',
    '10:00:01',
    '10:00:02',
  ])
})
