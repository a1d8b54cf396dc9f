import fc from 'fast-check'
import { expect, test } from 'vitest'
import { excerptOf, segmentsOf } from './ranges.ts'

const brief = (text: string, ranges: Parameters<typeof segmentsOf>[1]) =>
  segmentsOf(text, ranges).map(({ text: part, tones }) =>
    tones.length ? `[${tones.join('+')}:${part}]` : part,
  )

test.each([
  ['nothing', 'plain', [], ['plain']],
  ['one range', 'say off now', [{ start: 4, end: 7 }], ['say ', '[hit:off]', ' now']],
  [
    'overlapping ranges of two tones',
    'abcdef',
    [
      { start: 1, end: 4, tone: 'evidence' as const },
      { start: 3, end: 5 },
    ],
    ['a', '[evidence:bc]', '[evidence+hit:d]', '[hit:e]', 'f'],
  ],
  [
    'a range inside another',
    'abcd',
    [
      { start: 0, end: 4 },
      { start: 1, end: 2, tone: 'evidence' as const },
    ],
    ['[hit:a]', '[evidence+hit:b]', '[hit:cd]'],
  ],
  ['a range beyond the text', 'ab', [{ start: 1, end: 9 }], ['a', '[hit:b]']],
  ['an empty range', 'ab', [{ start: 1, end: 1 }], ['ab']],
  ['half a character', 'a😀b', [{ start: 2, end: 3 }], ['a', '[hit:😀]', 'b']],
])('marks %s', (_, text, ranges, expected) => {
  expect(brief(text, ranges)).toEqual(expected)
})

const anyRange = fc.record({
  start: fc.integer({ min: -3, max: 60 }),
  end: fc.integer({ min: -3, max: 60 }),
  tone: fc.constantFrom('evidence' as const, 'hit' as const),
})

test('the joined segments are the text, and every character of a range is marked', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.array(anyRange, { maxLength: 8 }),
      (text, ranges) => {
        const segments = segmentsOf(text, ranges)
        expect(segments.map((segment) => segment.text).join('')).toBe(text)
        for (const { start, end, tone } of ranges) {
          for (const segment of segments) {
            const inside = segment.start >= start && segment.start < end
            if (inside) expect(segment.tones).toContain(tone)
          }
        }
      },
    ),
  )
})

test('an excerpt shows the first evidence in place', () => {
  const text = `${'word '.repeat(100)}off the record${' word'.repeat(100)}`
  const excerpt = excerptOf(text, [{ start: 500, end: 514, tone: 'evidence' }], 120)
  const [range] = excerpt.ranges
  expect(excerpt.text.slice(range?.start, range?.end)).toBe('off the record')
  expect(excerpt.text.length).toBeLessThan(130)
  expect(excerpt.text).toMatch(/^… word/)
})

test('an excerpt keeps every mark on its characters', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), fc.array(anyRange, { maxLength: 4 }), (text, ranges) => {
      const valid = ranges.filter(({ start, end }) => start >= 0 && start < end && end <= text.length)
      const excerpt = excerptOf(text, valid, 40)
      for (const range of excerpt.ranges) expect(text).toContain(excerpt.text.slice(range.start, range.end))
      if (valid.length > 0) expect(excerpt.ranges.length).toBeGreaterThan(0)
    }),
  )
})
