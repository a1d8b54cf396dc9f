import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasRepeatedKeys, jsonOf } from './json.ts'

const isRepeated = (json: string) => hasRepeatedKeys(json, JSON.parse(json))

describe('an object that has a key twice', () => {
  test.each([
    ['plainly', '{"a":1,"a":1}'],
    ['apart', '{"a":1,"b":{"a":2},"a":3}'],
    ['deep inside', '[{"b":[{"c":null,"c":{}}]}]'],
    ['written differently', String.raw`{"role":1,"r\u006fle":2}`],
    ['with a key of quotes and colons', String.raw`{"\":":1,"\":":2}`],
    ['and is replaced itself', '{"a":{"b":1},"a":{"c":1,"d":1}}'],
    ['as its prototype', '{"__proto__":1,"__proto__":2}'],
  ])('is found: %s', (_, json) => {
    expect(isRepeated(json)).toBe(true)
  })

  test('is read with the last of the two values, from text and from bytes', () => {
    expect(jsonOf('{"a":1,"a":2}')).toEqual({ a: 2 })
    expect(jsonOf(Buffer.from('{"a":1,"a":2}'))).toEqual({ a: 2 })
  })
})

test.each([
  'null',
  '1',
  '":"',
  '[]',
  '{}',
  '{"a":{"a":1},"b":[{"a":1},{"a":":"}]}',
  String.raw`{"a\\":"\":"}`,
])('%s has no key twice', (json) => {
  expect(isRepeated(json)).toBe(false)
})

test('no value that JSON can have is taken for one with a key twice', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), fc.boolean(), (json, isSpaced) => {
      const text = isSpaced ? JSON.stringify(JSON.parse(json), undefined, 2) : json
      expect(isRepeated(text)).toBe(false)
    }),
  )
})

test('a deep value is counted like any other', () => {
  const deep = (inner: string) => `${'{"a":['.repeat(1_000)}${inner}${']}'.repeat(1_000)}`
  expect(isRepeated(deep('{"b":1}'))).toBe(false)
  expect(isRepeated(deep('{"b":1,"b":1}'))).toBe(true)
})
