import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from './uuid.ts'

const msOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
const now = new Date('2026-03-02T10:00:00.123Z')

test('an id is a UUID of version 7 that begins with its time', () => {
  const id = newId(now)
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(msOf(id)).toBe(now.getTime())
})

test('ids sort in the order of their creation, even within a millisecond, and never repeat', () => {
  const later = new Date(now.getTime() + 1)
  const ids = [
    ...Array.from({ length: 2000 }, () => newId(now)),
    ...Array.from({ length: 2000 }, () => newId(later)),
  ]
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(4000)
})

test(
  'any number of ids in a millisecond sort, and their time runs ahead only as far as necessary',
  { tags: ['whole'] },
  () => {
    const bursts = fc.array(
      fc.record({ wait: fc.integer({ min: 0, max: 3 }), made: fc.integer({ min: 1, max: 9_000 }) }),
      {
        minLength: 1,
        maxLength: 5,
      },
    )
    fc.assert(
      fc.property(bursts, fc.integer({ min: 1e12, max: 2e12 }), (burst, start) => {
        let time = start
        let made = 0
        let last = ''
        // Other clocks, until no earlier case is remembered.
        for (let n = 0; n < 16; n++) newId(new Date(n * 1000))
        for (const one of burst) {
          time += one.wait
          made += one.made
          for (let n = 0; n < one.made; n++) {
            const id = newId(new Date(time))
            if (id <= last) return false
            last = id
          }
          // Each millisecond has room for at least 2,048.
          if (msOf(last) < time || msOf(last) > time + made / 2048) return false
        }
        return true
      }),
      { numRuns: roundsOf(40) },
    )
  },
)

test('a time before the last one is used unchanged', () => {
  newId(now)
  const earlier = new Date(now.getTime() - 5_000)
  expect(msOf(newId(earlier))).toBe(earlier.getTime())
})

test('ids of one time stay in order while others are made with a slightly earlier time', () => {
  const earlier = new Date(now.getTime() - 5)
  for (let round = 0; round < 200; round++) {
    const at = new Date(now.getTime() + round)
    const first = newId(at)
    const before = newId(new Date(earlier.getTime() + round))
    const second = newId(at)
    const after = newId(new Date(earlier.getTime() + round))
    expect([first, before, second, after].toSorted()).toEqual([before, after, first, second])
  }
})
