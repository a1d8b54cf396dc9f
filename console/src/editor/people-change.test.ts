import { expect, test } from 'vitest'
import { isChange, noPeopleChange, withAdded, withRemoved } from './people-change.ts'

const ana = { id: 'a', name: 'Ana', detail: '' }
const tom = { id: 't', name: 'Tom', detail: '' }

test('adding and removing the same person, in either order, changes nothing', () => {
  expect(isChange(withRemoved(withAdded(noPeopleChange, ana), ana))).toBe(false)
  expect(isChange(withAdded(withRemoved(noPeopleChange, ana), ana))).toBe(false)
})

test('no person is added or removed twice', () => {
  const twice = withAdded(withAdded(withRemoved(withRemoved(noPeopleChange, tom), tom), ana), ana)
  expect(twice).toEqual({ added: [ana], removed: [tom] })
})
