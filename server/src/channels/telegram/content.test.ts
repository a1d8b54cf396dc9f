import { expect, test } from 'vitest'
import { botAccount, parseUpdate } from '#testing/telegram.ts'

const chat = { id: -1002233445566, type: 'supergroup', title: 'Deal room' }
const from = { id: 5001, is_bot: false, first_name: 'Bob' }
const read = (content: object) =>
  parseUpdate(
    { update_id: 5, message: { message_id: 8, date: 1_778_745_600, chat, from, ...content } },
    botAccount,
  )

test('a dice says what it shows', () => {
  expect(read({ dice: { emoji: '🎯', value: 6 } })).toMatchObject([
    { contentType: 'interactive', structured: { dice: '🎯', value: 6 } },
  ])
})

test('a reply to a message of another chat, or to a story, names its source', () => {
  const origin = { type: 'channel', chat: { title: 'Market news' } }
  const other = { origin, chat: { id: -100, type: 'channel', title: 'Market news' }, message_id: 3 }
  expect(read({ text: 'Seen?', external_reply: other, quote: { text: 'Rates fall' } })).toMatchObject([
    { body: 'Seen?', structured: { answersMessageOf: 'Market news', quote: 'Rates fall' } },
  ])
  const story = { chat: { id: 7, type: 'private', first_name: 'Ann' }, id: 12 }
  expect(read({ text: 'Nice', reply_to_story: story })).toMatchObject([
    { body: 'Nice', structured: { answersStoryOf: 'Ann' } },
  ])
})

test('a live photo is a picture and its film, also one that must be paid for', () => {
  const film = { file_id: 'f', file_unique_id: 'F', mime_type: 'video/quicktime', photo: [{ file_id: 'p' }] }
  const photo = [{ file_id: 'p', file_unique_id: 'P' }]
  const both = {
    contentType: 'image',
    attachments: [
      { ordinal: 0, mimeDeclared: 'image/jpeg', url: 'telegram-file:P/p' },
      { ordinal: 1, mimeDeclared: 'video/quicktime', url: 'telegram-file:F/f' },
    ],
  }
  expect(read({ photo, live_photo: film })).toMatchObject([both])
  const paid = [{ type: 'live_photo', live_photo: { ...film, photo } }]
  expect(read({ paid_media: { star_count: 5, paid_media: paid } })).toMatchObject([both])
})

test('paid files are attachments, with the price', () => {
  const paid = [
    { type: 'photo', photo: [{ file_id: 'p' }] },
    { type: 'preview' },
    { type: 'video', video: { file_id: 'v', mime_type: 'video/mp4' } },
  ]
  const [event] = read({ paid_media: { star_count: 5, paid_media: paid } })
  expect(event).toMatchObject({
    contentType: 'image',
    structured: { priceInStars: 5 },
    attachments: [
      { ordinal: 0, mimeDeclared: 'image/jpeg' },
      { ordinal: 1, mimeDeclared: 'video/mp4' },
    ],
  })
})

test('the number of reactions is a line below the message', () => {
  const reactions = [
    { type: { type: 'emoji', emoji: '❤️' }, total_count: 2 },
    { type: { type: 'paid' }, total_count: 1 },
  ]
  const count = { chat, message_id: 4, date: 1_778_745_600, reactions }
  const events = parseUpdate({ update_id: 6, message_reaction_count: count }, botAccount)
  expect(events).toMatchObject([
    {
      contentType: 'system',
      structured: { reactions: ['❤️ 2', 'paid 1'] },
      replyToKey: 'bot99:-1002233445566:4',
    },
  ])
})
