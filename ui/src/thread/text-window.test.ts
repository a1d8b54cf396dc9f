import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstWindow, inWindow, later, sooner } from './text-window.ts'

const text = fc
  .array(fc.constantFrom('a', '😀', ' ', '内'), { maxLength: 60 })
  .map((pieces) => pieces.join('').repeat(700))

test('a window holds its focus, never half a character, and grows to the whole text', () => {
  fc.assert(
    fc.property(text, fc.nat(), (whole, seed) => {
      const focus = whole.length === 0 ? 0 : seed % whole.length
      let shown = firstWindow(whole, focus)
      expect(shown.start <= focus && focus <= shown.end).toBe(true)
      expect(whole.slice(shown.start, shown.end).isWellFormed()).toBe(true)
      for (let step = 0; step < 30; step++) shown = later(whole, sooner(whole, shown))
      expect(shown).toEqual({ start: 0, end: whole.length })
    }),
    { numRuns: 50 },
  )
})

test('highlights in a window are at the same words as in the text', () => {
  const whole = `${'x'.repeat(20_000)}FOUND${'y'.repeat(20_000)}`
  const shown = firstWindow(whole, 20_000)
  const [mark] = inWindow(
    [
      { start: 20_000, end: 20_005 },
      { start: 0, end: 4 },
    ],
    shown,
  )
  expect(whole.slice(shown.start, shown.end).slice(mark!.start, mark!.end)).toBe('FOUND')
  expect(inWindow([{ start: 0, end: 4 }], shown)).toEqual([])
})
