import { expect, test } from 'vitest'
import { RecentMap } from './recent-map.ts'

test('keeps recent entries, and forgets old ones', () => {
  const map = new RecentMap<number, string>(10)
  for (let n = 0; n < 100; n++) map.set(n, `${n}`)
  expect(Array.from({ length: 10 }, (_, n) => map.get(90 + n))).toEqual(
    Array.from({ length: 10 }, (_, n) => `${90 + n}`),
  )
  expect(map.get(79)).toBeUndefined()
  map.set(95, 'again')
  expect(map.get(95)).toBe('again')
  map.delete(95)
  expect(map.get(95)).toBeUndefined()
})
