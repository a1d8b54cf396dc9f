import { expect, test } from 'vitest'
import { csvText } from './csv-text.ts'

test('cells are quoted, no text is a formula, and numbers stay numbers', () => {
  expect(
    csvText([
      ['Day', 'a "b", c'],
      ['=1+1', -5],
      ['@x', null],
      ['+44', '-'],
      ['plain', 1.5],
    ]),
  ).toBe(`Day,"a ""b"", c"\r\n'=1+1,-5\r\n'@x,\r\n'+44,'-\r\nplain,1.5\r\n`)
})
