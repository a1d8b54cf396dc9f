import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutToFit } from './cut.ts'

/** Wide and narrow signs, one of two units, and one without a width. */
const widths: Readonly<Record<string, number>> = { 瑞: 9, W: 8, i: 2, ' ': 2, '😀': 11, '\u0301': 0, '…': 7 }
const widthOf = (text: string) => Array.from(text).reduce((sum, sign) => sum + (widths[sign] ?? 0), 0)
const signs = fc.array(fc.constantFrom(...Object.keys(widths)), { maxLength: 60 })

test('a text is cut at the same character as by removing one character at a time', () => {
  fc.assert(
    fc.property(signs, fc.nat(300), (all, within) => {
      const fits = (text: string) => widthOf(text) <= within
      const left = [...all]
      while (left.length > 0 && !fits(`${left.join('')}…`)) left.pop()
      const expected = fits(all.join('')) ? all.join('') : `${left.join('').trimEnd()}…`
      expect(cutToFit(all.join(''), fits)).toBe(expected)
    }),
  )
})

test.each([
  { of: 'Chinese', sign: '瑞', count: 2_000, within: 126, kept: 13 },
  { of: 'narrow signs', sign: 'i', count: 1_000_000, within: 511, kept: 252 },
  { of: 'signs of two units', sign: '😀', count: 5_000, within: 511, kept: 45 },
  { of: 'signs without a width', sign: '\u0301', count: 5_000, within: 126, kept: 300 },
])('for any number of $of, only a few short beginnings are measured', ({ sign, count, within, kept }) => {
  const measured: number[] = []
  const cut = cutToFit(sign.repeat(count), (text) => {
    measured.push(Array.from(text).length)
    return widthOf(text) <= within
  })
  expect(cut).toBe(`${sign.repeat(kept)}…`)
  expect(measured.length).toBeLessThanOrEqual(15)
  expect(Math.max(...measured)).toBeLessThanOrEqual(Math.min(301, Math.max(16, 2 * kept + 2)))
})

test('a text that fits stays, and nothing is cut from an empty one', () => {
  expect(cutToFit('瑞'.repeat(14), (text) => widthOf(text) <= 126)).toBe('瑞'.repeat(14))
  expect(cutToFit('', () => true)).toBe('')
  expect(cutToFit('瑞', () => false)).toBe('…')
})
