import type { AlertCondition } from '@verbatim/contract/metric-alerts.ts'
import { expect, test } from 'vitest'
import { isCrossed, nextCheck } from './model.ts'

test.each<[AlertCondition, number | null, number | null, boolean | undefined]>([
  [{ kind: 'above', value: 10 }, 10, null, false],
  [{ kind: 'above', value: 10 }, 11, null, true],
  [{ kind: 'above', value: 10 }, null, 3, undefined],
  [{ kind: 'below', value: 10 }, 9, null, true],
  [{ kind: 'below', value: 10 }, 10, null, false],
  [{ kind: 'rises', percent: 20 }, 12, 10, true],
  [{ kind: 'rises', percent: 20 }, 11, 10, false],
  [{ kind: 'rises', percent: 20 }, 5, 0, undefined],
  [{ kind: 'falls', percent: 20 }, 8, 10, true],
  [{ kind: 'falls', percent: 20 }, 9, 10, false],
  [{ kind: 'falls', percent: 20 }, 12, 10, false],
  // In binary, 1.15 and 0.9 are a little off.
  [{ kind: 'rises', percent: 15 }, 1.15, 1, true],
  [{ kind: 'falls', percent: 10 }, 0.9, 1, true],
  [{ kind: 'rises', percent: 15 }, 1.149999, 1, false],
  [{ kind: 'falls', percent: 20 }, 12, null, undefined],
])('%j with %s after %s: %s', (condition, value, previous, expected) => {
  expect(isCrossed(condition, { value, previous })).toBe(expected)
})

test('the next check is at the next full hour', () => {
  const next = (at: string) => nextCheck(new Date(at)).toISOString()
  expect(next('2026-11-25T08:00:00Z')).toBe('2026-11-25T09:00:00.000Z')
  expect(next('2026-11-25T08:59:59Z')).toBe('2026-11-25T09:00:00.000Z')
})
