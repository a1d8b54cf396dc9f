import { expect, test } from 'vitest'
import { tryRules } from './try-rules.ts'

test('shows where each draft rule matches, what is wrong with the others, and the text as phrases see it', () => {
  const text = 'ＢＵＹ café 42'
  const rules = [
    { type: 'regex' as const, pattern: '\\d+' },
    { type: 'regex' as const, pattern: '(' },
    { type: 'phrase' as const, pattern: 'buy' },
    { type: 'phrase' as const, pattern: '' },
  ]
  expect(tryRules({ text, subject: 'buy', rules })).toEqual({
    evidence: [
      { rule: 2, part: 'subject', start: 0, end: 3 },
      { rule: 2, part: 'text', start: 0, end: 3 },
      { rule: 0, part: 'text', start: 9, end: 11 },
    ],
    errors: [
      { rule: 1, problem: 'invalid', message: 'This regex has wrong pattern.' },
      { rule: 3, problem: 'invalid', message: 'This field cannot be empty.' },
    ],
    normalised: 'buy cafe 42',
  })
})
