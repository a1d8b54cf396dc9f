import { expect, test } from 'vitest'
import { everythingSelected } from '@verbatim/ui/table/selection.ts'
import { leftWords, whichOf } from '#screens/cognitive-events/steps/BulkSteps.tsx'

test.each([
  [{ skipped: 0, outdated: 0 }, ''],
  [{ skipped: 0, outdated: 3 }, '3 events changed in the meantime and were left unchanged.'],
  [
    { skipped: 2, outdated: 1 },
    '1 event changed in the meantime and was left unchanged. 2 events left unchanged because their status does not allow it.',
  ],
])('events that were not changed are counted by the reason: %j', (left, words) => {
  expect(leftWords(left)).toBe(words)
})

test('a change of all events says what the reader saw of them', () => {
  const seen = { events: new Map([['a', { version: 2, status: 'new' as const }]]), asOf: '700,690' }
  expect(whichOf(everythingSelected, 40, seen)).toEqual({
    all: true,
    except: [],
    expected: 40,
    expectedVersions: { a: 2 },
    asOf: '700,690',
  })
})
