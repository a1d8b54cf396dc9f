import { dayMs } from '@verbatim/contract/durations.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededRandom } from './random.ts'
import { parseScript } from './scene.ts'
import { readScenes } from '#scenes/library.ts'
import { parseWording, say, slotNames, tellings } from './wording.ts'

const slots = (name: string) => `<${name}>`

test('chooses one of the alternatives, even nested ones, and fills slots', () => {
  const wording = parseWording('Hi {rep}, {yes|no{|, {never|not now}}}.')
  const said = new Set(Array.from({ length: 200 }, (_, at) => say(wording, slots, seededRandom(`${at}`))))
  expect([...said].sort()).toEqual([
    'Hi <rep>, no, never.',
    'Hi <rep>, no, not now.',
    'Hi <rep>, no.',
    'Hi <rep>, yes.',
  ])
  expect(tellings(wording)).toBe(4)
  expect(slotNames(wording)).toEqual(['rep'])
})

test('does not change text without braces', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      fc.pre(!/[{}]/.test(text))
      expect(say(parseWording(text), slots, seededRandom('x'))).toBe(text)
    }),
  )
})

test('refuses a brace without its partner', () => {
  expect(() => parseWording('a {b')).toThrow('Open brace')
  expect(() => parseWording('a } b')).toThrow('Unexpected brace')
})

test('refuses an empty scene line', () => {
  expect(() => parseScript('language: en\n# x | y\nhello')).toThrow('Scene x')
  expect(() => parseScript('# x | y\nc: hello')).toThrow('begins with its language')
})

test('reads which scenes a scene continues, and after how long', () => {
  const [first, second] = parseScript(
    'language: en\n# a | y\nc: hello\n# b | y | end after=a,x in=3d\nr: done',
  )
  expect(first).toMatchObject({ after: [], closes: true })
  expect(second).toMatchObject({ after: ['a', 'x'], gapMs: 3 * dayMs, closes: false })
  expect(() => parseScript('language: en\n# c | y | in=soon\nc: hello')).toThrow('waits for “soon”')
})

test('there are at least 250 scenes with unique keys and thousands of variants', () => {
  const scenes = readScenes()
  expect(scenes.length).toBeGreaterThan(500)
  expect(new Set(scenes.map(({ key }) => key)).size).toBe(scenes.length)
  const lines = scenes.flatMap(({ steps }) =>
    steps.flatMap((step) => (step.kind === 'say' ? step.bubbles.map(tellings) : [])),
  )
  expect(lines.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(4000)
})
