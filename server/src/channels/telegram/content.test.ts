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

test('a text in blocks is the text of its message, with where it leads and its files', () => {
  const bold = (text: unknown) => ({ type: 'bold', text })
  const blocks = [
    { type: 'heading', size: 1, text: ['Offer for ', bold(['Ann', { type: 'italic', text: ' Ash' }])] },
    {
      type: 'paragraph',
      text: [
        'A ',
        bold('guaranteed'),
        ' return, ',
        { type: 'url', text: 'see here', url: 'https://acme.test/' },
      ],
    },
    {
      type: 'list',
      items: [
        { label: '1.', blocks: [{ type: 'paragraph', text: 'Buy' }] },
        {
          label: '2.',
          blocks: [{ type: 'details', summary: 'Why', blocks: [{ type: 'footer', text: 'Now' }] }],
        },
      ],
    },
    { type: 'table', cells: [[{ text: 'Price' }, { text: bold('10') }]], caption: ['In ', bold('euro')] },
    { type: 'mathematical_expression', expression: 'a^2' },
    { type: 'photo', photo: [{ file_id: 'p' }], caption: { text: 'The chart', credit: 'Carol' } },
    { type: 'voice_note', voice_note: { file_id: 'v' } },
    { type: 'pullquote', text: 'Never', credit: [bold('By '), bold('Dan')] },
    { type: 'buttons', buttons: [{ text: 'Copy', copy_text: { text: 'DE02 1203' } }] },
    { type: 'of the next year', words: 'Not known yet' },
  ]
  expect(read({ rich_message: { blocks } })).toMatchObject([
    {
      contentType: 'image',
      body: `Offer for Ann Ash|A guaranteed return, see here|1. Buy|2. Why|Now|Price|10|In euro|a^2|The chart|Carol|Never|By Dan|Copy`.replaceAll(
        '|',
        '\n',
      ),
      structured: { links: 'https://acme.test/\nDE02 1203\nNot known yet' },
      attachments: [{ url: 'telegram-file:/p' }, { url: 'telegram-file:/v' }],
    },
  ])
})

test('a text in blocks that nest deeper than Telegram allows loses none of its words', () => {
  let block: object = { type: 'paragraph', text: 'sell' }
  for (let depth = 0; depth < 1_000; depth++) block = { type: 'blockquote', blocks: [block] }
  expect(read({ rich_message: { blocks: [block] } })).toMatchObject([
    { contentType: 'text', body: expect.stringContaining('sell') },
  ])
  expect(read({ rich_message: { blocks: [] } })).toMatchObject([{ contentType: 'unsupported', body: null }])
})

test('an edit of a text in blocks has its text', () => {
  const rich_message = { blocks: [{ type: 'paragraph', text: 'At 6 %' }] }
  const edited = { message_id: 8, date: 1, edit_date: 2, chat, from, rich_message }
  expect(parseUpdate({ update_id: 6, edited_message: edited }, botAccount)).toMatchObject([
    { kind: 'edit', body: 'At 6 %' },
  ])
})

test('what an answered message says is kept with its answer, without the token of a link', () => {
  const own = { message_id: 7, date: 1, chat }
  const poll = { question: 'When?', options: [{ text: 'Now' }] }
  expect(read({ text: 'Yes', reply_to_message: { ...own, text: 'Sell' } })).toMatchObject([
    { structured: { quotedText: 'Sell' } },
  ])
  expect(read({ text: 'Yes', reply_to_message: { ...own, poll } })).toMatchObject([
    { structured: { answers: { poll } } },
  ])
  const other = {
    origin: { type: 'user', date: 1, sender_user: from },
    venue: { title: 'Cafe', address: 'x' },
  }
  expect(read({ text: 'There', external_reply: other })).toMatchObject([
    { structured: { answers: { venue: { title: 'Cafe' } } } },
  ])
  const talk = { id: 5001, type: 'private', first_name: 'Bob' }
  const start = { text: 'Done', chat: talk, reply_to_message: { ...own, chat: talk, text: '/start tok3n' } }
  expect(JSON.stringify(read(start))).not.toContain('tok3n')
})

test('words beside the text are kept: of a quiz, of music, of buttons, and a page that is only previewed', () => {
  const poll = { question: 'Which?', options: [{ text: 'A' }], description: 'Choose', explanation: 'Because' }
  expect(read({ poll })).toMatchObject([{ structured: { description: 'Choose', explanation: 'Because' } }])
  const audio = { file_id: 'a', title: 'Return', performer: 'Guaranteed' }
  expect(read({ audio })).toMatchObject([{ structured: { title: 'Return', performer: 'Guaranteed' } }])
  const row = [
    { text: 'Copy', copy_text: { text: 'DE02' } },
    { text: 'Open', web_app: { url: 'https://a.test' } },
  ]
  expect(read({ text: 'x', reply_markup: { inline_keyboard: [row] } })).toMatchObject([
    { structured: { buttons: 'Copy DE02\nOpen https://a.test' } },
  ])
  const preview = { link_preview_options: { url: 'https://b.test' } }
  expect(read({ text: 'Look', ...preview })).toMatchObject([{ structured: { links: 'https://b.test' } }])
  expect(read({ text: 'https://b.test', ...preview })[0]).not.toHaveProperty('structured')
})
