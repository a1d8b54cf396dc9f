import { expect, test } from 'vitest'
import { contentFacts, contentWords } from './content-facts.ts'

test('the words of content are its values, without codes, styles and the names of providers', () => {
  const content = {
    poll: { question: 'When?', options: ['Now', 'Later'], selectable: 1 },
    sticker: { packId: '9acc', stickerId: 3 },
    styles: [{ style: 'bold', start: 2 }],
    location: { label: 'Lisbon', latitude: '38.7' },
    quotedText: 'Offer 5 %',
    mentions: [{ name: 'Carol', number: '+351' }],
    blank: ' ',
  }
  expect(contentWords(content)).toEqual(['When?', 'Now, Later', 'Lisbon'])
  expect(contentFacts(content)).toContainEqual(['sticker pack id', '9acc'])
})

test('below what the author of a form names, each value is words', () => {
  const form = { type: 'yes', status: 'sold', account_id: 'the blue one', pages: [{ quote: 'at 5 %' }] }
  expect(contentWords({ flow: form, type: 'flow' })).toEqual(['yes', 'sold', 'the blue one', 'at 5 %'])
})
