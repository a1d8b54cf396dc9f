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

test('of what could not be read, everything is words but kinds, codes, and who wrote it and where', () => {
  const fields = {
    message_id: 8,
    from: { first_name: 'Bob' },
    chat: { title: 'Deal room' },
    gift: { text: 'A guaranteed return', status: 'sold', gift: { id: '5170', sticker: { file_id: 'Ag' } } },
    quote: [{ type: 'bold', text: ['at ', { type: 'italic', text: '5 %' }] }],
  }
  expect(contentWords({ fields })).toEqual(['A guaranteed return', 'sold', 'at ', '5 %'])
  expect(contentWords({ fields: { From: '+15550001111', MessageSid: 'SM1', Note: 'sell' } })).toEqual([
    'sell',
  ])
})
