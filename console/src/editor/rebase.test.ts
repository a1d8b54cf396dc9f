import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rebase } from './rebase.ts'

const Thing = fc.record({
  name: fc.constantFrom('Desk', 'Sales', 'North'),
  isShared: fc.boolean(),
  people: fc.uniqueArray(fc.constantFrom('ana', 'ben', 'cy', 'dee'), { maxLength: 4 }),
  rows: fc
    .uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 })
    .map((keys) => keys.map((key) => ({ key, count: 1 }))),
})

test('a user without input gets the other user’s version', () => {
  fc.assert(
    fc.property(Thing, Thing, (before, theirs) => {
      expect(rebase({ before, theirs, mine: before })).toEqual(theirs)
    }),
  )
})

test('without other changes, the input stays as it is', () => {
  fc.assert(
    fc.property(Thing, Thing, (before, mine) => {
      expect(rebase({ before, theirs: before, mine })).toEqual(mine)
    }),
  )
})

test('people added or removed on either side are added or removed', () => {
  fc.assert(
    fc.property(Thing, Thing, Thing, (before, theirs, mine) => {
      const { people } = rebase({ before, theirs, mine })
      const all = new Set([...before.people, ...theirs.people, ...mine.people])
      const expected = [...all].filter((one) => {
        const [was, there, here] = [before, theirs, mine].map((thing) => thing.people.includes(one))
        return was ? there && here : there || here
      })
      expect(people.toSorted()).toEqual(expected.toSorted())
      expect(new Set(people).size).toBe(people.length)
    }),
  )
})

test('a field that both users changed keeps the local input', () => {
  const before = { name: 'Desk', note: '' }
  const merged = rebase({ before, theirs: { name: 'Sales', note: 'new' }, mine: { name: 'North', note: '' } })
  expect(merged).toEqual({ name: 'North', note: 'new' })
})

test('a row that both users changed keeps the local input; a row removed there and changed here is added again', () => {
  const row = (key: string, count: number) => ({ key, count })
  const merged = rebase({
    before: { rows: [row('a', 1), row('b', 1), row('c', 1)] },
    theirs: { rows: [row('a', 2), row('c', 1), row('d', 1)] },
    mine: { rows: [row('a', 3), row('b', 4), row('c', 1)] },
  })
  expect(merged).toEqual({ rows: [row('a', 3), row('c', 1), row('d', 1), row('b', 4)] })
})
