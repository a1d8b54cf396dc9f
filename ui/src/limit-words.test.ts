import { text } from '@verbatim/contract/text.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limitWords } from './limit-words.ts'

test.each([
  [0, undefined],
  [79, undefined],
  [80, '20 characters remaining'],
  [99, '1 character remaining'],
  [100, '0 characters remaining'],
  [101, '1 character over the limit of 100'],
  [1_350, '1,250 characters over the limit of 100'],
])('with 100 characters allowed and %i written, the text is: %s', (written, said) => {
  expect(limitWords('x'.repeat(written), 100)).toBe(said)
})

test('reports a text as too long exactly when the contract refuses it', () => {
  const limited = text({ max: 8 })
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), (value) => {
      fc.pre(!value.includes('\0') && value.isWellFormed())
      expect(limitWords(value, 8)?.includes('over') ?? false).toBe(!limited.safeParse(value).success)
    }),
  )
})
