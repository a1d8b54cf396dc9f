import { dayMs } from '@verbatim/contract/durations.ts'
import { expect, test } from 'vitest'
import { mostSpread } from '#platform/work/back-off.ts'
import { mostArchiveAttempts, unarchivedMails } from './attempts.ts'

test('a mail to the archive is tried for more than five days, at least daily, and then waits for people', () => {
  const waits = Array.from({ length: mostArchiveAttempts }, (_, at) => unarchivedMails.backOff?.(at + 1, 0))
  expect(waits.pop()).toBeUndefined()
  const days = waits.map((ms) => (ms ?? Number.NaN) / dayMs)
  expect(Math.max(...days)).toBe(1)
  // Also if each wait is as short as it may be.
  expect(days.reduce((sum, some) => sum + some, 0) * (1 - mostSpread)).toBeGreaterThan(5)
})
