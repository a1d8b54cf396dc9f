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

test.each(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'])(
  'a text that begins with %j is no formula',
  (sign) => {
    expect(csvText([[`${sign}1`]]).replace(/^"/, '')).toMatch(/^'/)
    expect(csvText([[`1${sign}`]]).replace(/^"/, '')).toMatch(/^1/)
  },
)
