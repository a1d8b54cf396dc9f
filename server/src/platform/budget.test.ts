import { expect, test } from 'vitest'
import { Budget } from './budget.ts'

/** Works that end on request, and which of them have begun. */
function worksIn(budget: Budget, sizes: readonly number[]) {
  const begun: number[] = []
  const ends = sizes.map(() => Promise.withResolvers<void>())
  const works = sizes.map((bytes, index) =>
    budget.within(bytes, async () => {
      begun.push(index)
      await ends[index]?.promise
    }),
  )
  const end = async (index: number, how: 'well' | 'badly' = 'well') => {
    if (how === 'well') ends[index]?.resolve()
    else ends[index]?.reject(new Error('Badly'))
    await works[index]?.catch(() => {})
    await new Promise(setImmediate)
  }
  return { begun, end }
}

test('no more bytes are in use than there is room for, in the order of the calls', async () => {
  const { begun, end } = worksIn(new Budget(100), [60, 40, 30, 10])
  expect(begun).toEqual([0, 1])
  await end(1)
  // The third has room before the fourth.
  expect(begun).toEqual([0, 1, 2, 3])
  await end(0)
})

test('small tasks do not starve a large one, and a failure frees its space', async () => {
  const { begun, end } = worksIn(new Budget(100), [60, 90, 10])
  expect(begun).toEqual([0])
  await end(0, 'badly')
  expect(begun).toEqual([0, 1, 2])
})

test('a task larger than the whole budget runs alone', async () => {
  const { begun, end } = worksIn(new Budget(100), [10, 500, 10])
  expect(begun).toEqual([0])
  await end(0)
  expect(begun).toEqual([0, 1])
  await end(1)
  expect(begun).toEqual([0, 1, 2])
})
