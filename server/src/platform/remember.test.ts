import { expect, test } from 'vitest'
import { rememberEach } from './remember.ts'

const at = (ms: number) => new Date(1_000_000 + ms)

test('a hundred callers at once share one query, and each key has a separate one', async () => {
  let asked = 0
  const known = rememberEach<string, number>({ ms: 1_000, least: 10 })
  const ask = () => Promise.resolve(++asked)
  const answers = await Promise.all(Array.from({ length: 100 }, () => known.find('a', at(0), ask)))
  expect(new Set(answers)).toEqual(new Set([1]))
  expect(await known.find('b', at(0), ask)).toBe(2)
  expect(await known.find('a', at(999), ask)).toBe(1)
  expect(await known.find('a', at(1_000), ask)).toBe(3)
  expect(await known.find('a', at(0), ask)).toBe(4) // the clock was set back
  expect(await known.find('a', at(50), ask, 50)).toBe(5)
})

test('waiting callers share a failure, and the next call asks again', async () => {
  const known = rememberEach<string, number>({ ms: 1_000, least: 10 })
  const fail = () => Promise.reject(new Error('away'))
  const both = await Promise.allSettled([known.find('a', at(0), fail), known.find('a', at(0), fail)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await known.find('a', at(0), () => Promise.resolve(1))).toBe(1)
})

test('a value forgotten during its lookup is looked up again', async () => {
  const known = rememberEach<string, number>({ ms: 1_000, least: 10 })
  const first = known.find('a', at(0), () => Promise.resolve(1))
  known.forgetWhere((key) => key === 'a')
  expect(known.has('a')).toBe(false)
  expect(await known.find('a', at(0), () => Promise.resolve(2))).toBe(2)
  expect(await first).toBe(1)
})
