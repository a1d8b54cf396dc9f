import { expect, test } from 'vitest'
import { contentTexts } from './content-texts.ts'

test('what people chose is a text, and what may name people another', () => {
  const structured = { options: ['Now', 'Later'], contacts: [{ displayName: 'Ann Ash', phone: '+351' }] }
  expect(contentTexts(structured, [])).toEqual([
    { kind: 'content', text: 'Now, Later' },
    { kind: 'card', text: 'Ann Ash\n+351' },
  ])
})

test('a line that a text of the message has is not said twice, and a part of a line is', () => {
  const structured = { question: 'When?', options: 'now\nno' }
  expect(contentTexts(structured, ['When?\nnow', null, undefined])).toEqual([
    { kind: 'content', text: 'now\nno' },
  ])
  expect(contentTexts({ question: 'When?' }, ['Tomorrow.\nWhen?'])).toEqual([])
})

test('content without words is no text', () => {
  for (const structured of [null, undefined, {}, { latitude: 38.7 }, { sticker: { packId: '9acc' } }])
    expect(contentTexts(structured, [])).toEqual([])
})
