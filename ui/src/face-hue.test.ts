import { expect, test } from 'vitest'
import { faceColorOf, faceHues } from './face-hue.ts'

test('a name has one colour, however it is spaced, cased or composed', () => {
  expect(faceColorOf('  Zoé   BELL ')).toEqual(faceColorOf('zoé bell'.normalize('NFD')))
})

test('the colour of a name never changes', () => {
  expect(['Ann Bell', '陳大文', 'محمد علي', '+44 20 7946 0958'].map(faceColorOf)).toMatchInlineSnapshot(`
    [
      {
        "hue": "violet",
        "isDeep": true,
      },
      {
        "hue": "indigo",
        "isDeep": false,
      },
      {
        "hue": "green",
        "isDeep": false,
      },
      {
        "hue": "indigo",
        "isDeep": true,
      },
    ]
  `)
})

test('people are spread over all colours', () => {
  const names = Array.from({ length: 600 }, (_, n) => `Person ${n}`)
  const counts = Map.groupBy(names.map(faceColorOf), ({ hue, isDeep }) => `${hue} ${isDeep}`)
  expect(counts.size).toBe(faceHues.length * 2)
  for (const [color, all] of counts) expect(all.length, color).toBeGreaterThan(20)
})
