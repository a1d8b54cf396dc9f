import { dayMs } from '@verbatim/contract/durations.ts'
import { expect, test } from 'vitest'
import { mostArchiveAttempts, unarchivedMails } from './due.ts'

test('a mail to the archive is tried for more than five days, at least daily, and then waits for people', () => {
  const waits = Array.from({ length: mostArchiveAttempts }, (_, at) => unarchivedMails.backOff?.(at + 1, 0))
  expect(waits.pop()).toBeUndefined()
  const days = waits.map((ms) => (ms ?? Number.NaN) / dayMs)
  expect(Math.max(...days)).toBe(1)
  expect(days.reduce((sum, some) => sum + some, 0)).toBeGreaterThan(5)
})
