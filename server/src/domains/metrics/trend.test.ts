import { expect, test } from 'vitest'
import { trendOf } from './trend.ts'

test.each([
  ['the same share', [50, 1000], [50, 1000], 'steady'],
  ['a little more, which chance explains', [55, 1000], [50, 1000], 'steady'],
  ['twice as many', [100, 1000], [50, 1000], 'risen'],
  ['half as many', [50, 1000], [100, 1000], 'fallen'],
  ['more messages, but no more of all', [100, 2000], [50, 1000], 'steady'],
  ['as many, while all others wrote twice as much', [50, 1000], [50, 500], 'fallen'],
  ['too few to say', [9, 1000], [0, 1000], 'steady'],
  ['none of none', [0, 0], [0, 0], 'steady'],
  ['all of all', [20, 20], [30, 30], 'steady'],
  ['new', [40, 1000], [0, 1000], 'risen'],
] as const)('%s', (_, [part, whole], [partBefore, wholeBefore], trend) => {
  expect(trendOf({ part, whole }, { part: partBefore, whole: wholeBefore })).toBe(trend)
})
