import { describe, expect, test } from 'vitest'
import { BadPattern } from './bad-pattern.ts'
import { compileShort } from './short-regex.ts'

describe('a short pattern takes', () => {
  test.each([
    ['the first match', String.raw`room-\d+`, 'see room-12 and room-7', ['room-12']],
    ['what its group took', String.raw`room=(\w+);`, 'room=blue; kind=dm', ['blue']],
    [
      'what each of its groups took',
      String.raw`^Chat of (\S+) and (\S+)$`,
      'Chat of Ann and Bob',
      ['Ann', 'Bob'],
    ],
    ['only groups that took part', '^(?:in (.+)|with (.+))$', 'with Bob', ['Bob']],
    ['a group that took nothing', '^chat(.*)$', 'chat', ['']],
    ['a named group', '(?P<app>[a-z]+):', 'slack: hello', ['slack']],
    ['letters of any case, where it says so', '(?i)teams', 'TEAMS', ['TEAMS']],
    ['a pattern with free spacing', '(?x) a b ', 'ab', ['ab']],
  ])('%s', (_, pattern, text, found) => {
    expect(compileShort(pattern).find(text)).toEqual(found)
  })

  test('nothing from a text that does not match', () => {
    expect(compileShort('^chat').find('a chat')).toBeUndefined()
  })
})

test.each([
  ['half a group', '('],
  ['an unknown flag', '(?q)a'],
  ['look-ahead', 'a(?=b)'],
  ['look-behind', '(?<=a)b'],
  ['a back-reference', String.raw`(a)\1`],
  ['a count that makes it large', 'a{501}'],
  ['counts within counts', '((((a{9}){9}){9}){9}){9}'],
  ['counts of nothing within counts', '(((){1000}){1000}){1000}'],
  ['many alternatives', Array.from({ length: 260 }, () => 'a').join('|')],
])('a pattern with %s is refused, at once', (_, pattern) => {
  expect(() => compileShort(pattern)).toThrow(BadPattern)
})

test('patterns on which a backtracking engine would never end take linear time', () => {
  const text = `${'a'.repeat(100_000)}!`
  for (const pattern of ['(a+)+$', '(a|a)*b$', '(?:a?){20}a{20}$', '^(([a-z])+.)+[A-Z]([a-z])+$'])
    expect(compileShort(pattern).find(text)).toBeUndefined()
})
