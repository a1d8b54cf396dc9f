import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mostTypical } from './examples.ts'
import { themeTerms } from './terms.ts'

const about = (text: string, weight: number) =>
  themeTerms(text, 'en').map((term): readonly [string, number] => [term, weight])
const centre = [...about('parcel', 0.8), ...about('delivery', 0.5), ...about('late', 0.3)]
const said = (text: string) => ({ text, language: 'en' })

test('the most typical text comes first, and repetitions come last', () => {
  const texts = [
    'See you on Monday',
    'The parcel of the delivery is late',
    'Is the parcel of the delivery late?',
    'We repaired the delivery van and the windows of the office in Lyon',
    'A parcel came',
  ]
  const order = mostTypical(centre, texts.map(said))
  expect(order[0]).toBe(1)
  expect(order.indexOf(4)).toBeLessThan(order.indexOf(3))
  expect(order.at(-1)).toBe(2)
})

test('each text has one place, also a text without words or in another language', () => {
  const texts = fc.array(
    fc.record({ text: fc.string({ unit: 'grapheme' }), language: fc.constantFrom('en', 'de', 'zh', 'und') }),
  )
  fc.assert(
    fc.property(texts, (given) => {
      const order = mostTypical(centre, given)
      expect(order.toSorted((one, other) => one - other)).toEqual(given.map((_, at) => at))
    }),
  )
})
