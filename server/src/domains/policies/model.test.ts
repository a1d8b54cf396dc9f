import { expect, test } from 'vitest'
import { checkPatterns } from './model.ts'

const check = (pattern: string, place?: number) => () =>
  checkPatterns([{ type: 'regex', pattern, ...(place !== undefined && { place }) }])

test('a bad regex is refused with the words of the specification, and the place of its rule', () => {
  expect(check('(a')).toThrow(
    expect.objectContaining({ code: 'policy.bad-regex', message: 'This regex has wrong pattern.' }),
  )
  expect(check('(a', 2)).toThrow(expect.objectContaining({ code: 'policy.bad-regex', details: { rule: 2 } }))
})

test('an unknown flag is refused by its name', () => {
  expect(check('(?n)a')).toThrow(
    expect.objectContaining({
      code: 'policy.unknown-regex-flag',
      message: 'The flag (?n) is not supported in a regex. Supported flags are i, m, s, U and x.',
    }),
  )
})

test('a phrase that would be an invalid regex is invalid', () => {
  expect(() => checkPatterns([{ type: 'phrase', pattern: '(a' }])).not.toThrow()
})
