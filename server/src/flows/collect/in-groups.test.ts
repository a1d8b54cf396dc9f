import { expect, test } from 'vitest'
import { inGroups } from './in-groups.ts'

test('what comes while a group is under way is the next group, in its order', async () => {
  const groups: string[] = []
  const gate = Promise.withResolvers<void>()
  const put = inGroups<string>(async (group) => {
    groups.push(group.join(''))
    if (groups.length === 1) await gate.promise
  })
  const first = put('a')
  await Promise.resolve()
  const others = ['b', 'c', 'd'].map(put)
  expect(groups).toEqual(['a'])
  gate.resolve()
  await Promise.all([first, ...others])
  expect(groups).toEqual(['a', 'bcd'])
  await put('e')
  expect(groups).toEqual(['a', 'bcd', 'e'])
})

test('all of a group fail as it does, and the next one is tried', async () => {
  const put = inGroups<string>(async (group) => {
    if (group.includes('b')) throw new Error('refused')
  })
  const first = put('a')
  await Promise.resolve()
  const ends = await Promise.allSettled([first, put('b'), put('c')])
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  await put('d')
})
