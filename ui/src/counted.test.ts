import { expect, test } from 'vitest'
import { counted } from './counted.ts'

test('one takes the singular, and every other number the plural', () => {
  expect([0, 1, 2, 1_000].map((count) => counted(count, 'rule'))).toEqual([
    '0 rules',
    '1 rule',
    '2 rules',
    '1,000 rules',
  ])
  expect(counted(2, 'match', 'matches')).toBe('2 matches')
})
