import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Slots } from './slots.ts'

function open(limits = { connections: 200, connectionsPerAddress: 50 }) {
  const ended: string[] = []
  const slots = new Slots(limits, (id) => ended.push(id))
  let count = 0
  const take = (network: string) => {
    const id = `${network} ${(count += 1)}`
    return slots.take(id, network) ? id : undefined
  }
  return { slots, ended, take }
}

test('four networks that say nothing keep no fifth one out', () => {
  const { ended, take } = open()
  for (let at = 0; at < 200; at++) take(`stranger ${at % 4}`)
  expect(take('journal')).toBeDefined()
  expect(ended[0]).toBe('stranger 0 1')
})

test('one network has no more than its own share, however many others end', () => {
  const { ended, take } = open({ connections: 8, connectionsPerAddress: 2 })
  expect([take('a'), take('a'), take('a')]).toEqual(['a 1', 'a 2', undefined])
  expect(ended).toEqual([])
})

test('a conversation that named a recipient is not ended for others', () => {
  const { slots, ended, take } = open({ connections: 4, connectionsPerAddress: 4 })
  const used = ['a', 'b', 'c'].map((network) => take(network)!)
  for (const id of used) slots.use(id)
  expect(take('d')).toBeUndefined()
  expect(ended).toEqual([])
  slots.give(used[0]!)
  expect(take('d')).toBeDefined()
})

test('a network that delivered has room also while strangers use all that they may have', () => {
  const { slots, ended, take } = open({ connections: 8, connectionsPerAddress: 8 })
  slots.delivered('journal')
  for (const network of ['a', 'b', 'c', 'd', 'e', 'f']) slots.use(take(network)!)
  expect(take('g')).toBeUndefined()
  const own = [take('journal'), take('journal')]
  expect(own.every((id) => id !== undefined)).toBe(true)
  // Strangers do not end it, and it ends one of its own for another one.
  expect(take('g')).toBeUndefined()
  expect(ended).toEqual([])
  expect(take('journal')).toBeDefined()
  expect(ended).toEqual([own[0]])
})

test('there are never more conversations than the limits allow', () => {
  const step = fc.record({
    network: fc.constantFrom('a', 'b', 'c', 'd'),
    act: fc.constantFrom('take', 'take', 'use', 'give', 'deliver'),
    at: fc.nat(20),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { slots, ended, take } = open({ connections: 5, connectionsPerAddress: 3 })
      const all: string[] = []
      const given = new Set<string>()
      for (const { network, act, at } of steps) {
        const id = all[at % Math.max(1, all.length)] ?? ''
        if (act === 'take') all.push(take(network) ?? '')
        if (act === 'use') slots.use(id)
        if (act === 'deliver') slots.delivered(network)
        if (act === 'give') {
          slots.give(id)
          given.add(id)
        }
        const left = all.filter((one) => one !== '' && !given.has(one) && !ended.includes(one))
        expect(left.length).toBeLessThanOrEqual(5)
        for (const one of ['a', 'b', 'c', 'd'])
          expect(left.filter((other) => other.startsWith(one)).length).toBeLessThanOrEqual(3)
      }
    }),
  )
})
