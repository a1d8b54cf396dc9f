import { expect, test } from 'vitest'
import { Dashboard, failedParts } from './metrics.ts'

const answer = {
  from: '2026-11-01',
  to: '2026-11-01',
  previousFrom: '2026-10-31',
  previousTo: '2026-10-31',
  zone: 'Europe/Zurich',
  asOf: '2026-11-02T08:00:00.000Z',
  days: ['2026-11-01'],
  figures: [],
  breakdowns: [],
}

test('an answer names the failed parts of a tab, and an answer of the previous version has none', () => {
  const failed = [{ id: 'messages', reason: 'too-long' }] as const
  expect(failedParts(Dashboard.parse({ ...answer, failed }))).toEqual(failed)
  expect(failedParts(Dashboard.parse(answer))).toEqual([])
})
