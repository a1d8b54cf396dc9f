import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CapturedMessage } from '#kernel/captured-event.ts'
import { botAccount, parseUpdate, personAccount, storedBytes } from '#testing/telegram.ts'
import { telegram } from './connector.ts'
import { identify } from './identity.ts'

const carl = { id: 5_550_042, is_bot: false, first_name: 'Carl' }
const alice = { id: 7_001_001, is_bot: false, first_name: 'Alice', last_name: 'Broker' }
const room = { id: -1_002_233_445_566, type: 'supergroup', title: 'Deal room' }
const direct = { id: carl.id, type: 'private', first_name: 'Carl' }
const common = { message_id: 1, date: 1_778_745_660, from: carl }
const business = (fields: object) => ({
  update_id: 5,
  business_message: { ...common, chat: direct, business_connection_id: 'c1', ...fields },
})
const inGroup = (fields: object) => ({ update_id: 5, message: { ...common, chat: room, ...fields } })
const one = (update: unknown, account = personAccount) => parseUpdate(update, account)[0] as CapturedMessage

const file = { file_id: 'ID', file_unique_id: 'U', file_size: 9 }

describe('content', () => {
  test.each([
    ['text', { text: 'a' }, 0],
    ['image', { photo: [{ ...file, width: 9, height: 9 }] }, 1],
    ['video', { video: file }, 1],
    ['video', { video_note: file }, 1],
    ['video', { animation: file, document: file }, 1],
    ['audio', { audio: file }, 1],
    ['voice', { voice: file }, 1],
    ['sticker', { sticker: { ...file, emoji: '👍' } }, 1],
    ['file', { document: file }, 1],
    ['contact', { contact: { phone_number: '+1555', first_name: 'Ann' } }, 0],
    ['location', { location: { latitude: 1, longitude: 2 } }, 0],
    ['location', { venue: { title: 'Cafe', address: 'Road 1', location: { latitude: 1, longitude: 2 } } }, 0],
    ['poll', { poll: { question: 'When?', options: [{ text: 'Now' }, { text: 'Later' }] } }, 0],
    ['interactive', { checklist: { title: 'Do', tasks: [{ id: 1, text: 'This' }] } }, 0],
    ['interactive', { dice: { emoji: '🎲', value: 3 } }, 0],
    ['system', { pinned_message: { message_id: 3 } }, 0],
    ['system', { migrate_to_chat_id: -1_001 }, 0],
    ['unsupported', { gift: { gift: { id: 'g' } } }, 0],
    ['unsupported', { story: { id: 1 } }, 0],
    ['unsupported', {}, 0],
  ])('a message with %s has the text and content %j', (contentType, fields, files) => {
    const message = one(business(fields))
    expect([message.contentType, message.attachments.length]).toEqual([contentType, files])
  })

  test('the words of polls and checklists are text, and their choices are kept', () => {
    const poll = one(business({ poll: { question: 'When?', options: [{ text: 'Now' }, { text: 'Later' }] } }))
    expect([poll.body, poll.structured]).toEqual(['When?', { options: 'Now\nLater' }])
  })

  test('unknown content is kept completely', () => {
    const message = one(business({ gift: { gift: { id: 'g' } } }))
    expect(message.structured?.['fields']).toMatchObject({ gift: { gift: { id: 'g' } }, message_id: 1 })
  })

  test('replies, quotes, forwards, topics and hidden links are kept with the message', () => {
    const message = one(
      inGroup({
        text: 'see this',
        entities: [{ type: 'text_link', offset: 0, length: 3, url: 'https://ex.io/' }],
        reply_to_message: { message_id: 7, date: 1, chat: room },
        quote: { text: 'part', position: 0 },
        forward_origin: { type: 'hidden_user', sender_user_name: 'Someone', date: 1 },
        message_thread_id: 3,
        is_from_offline: true,
      }),
      botAccount,
    )
    expect(message).toMatchObject({
      replyToKey: 'bot99:-1002233445566:7',
      forwarded: true,
      flags: ['autoReply'],
      structured: { links: 'https://ex.io/', quote: 'part', forwardedFrom: 'Someone', topic: 3 },
    })
  })

  test('a message in the name of a group or channel has it as its author', () => {
    const message = one(inGroup({ text: 'Hi', sender_chat: room }), botAccount)
    expect([message.author.value, message.authorName]).toEqual([String(room.id), 'Deal room'])
  })
})

describe('direction', () => {
  test('the owner and bots that write for them send, others are received', () => {
    expect(one(business({ text: 'a' })).direction).toBe('inbound')
    expect(one(business({ text: 'a', from: alice })).direction).toBe('outbound')
    expect(one(business({ text: 'a', sender_business_bot: { id: 9, is_bot: true } })).direction).toBe(
      'outbound',
    )
  })

  test('in a group, messages of our people are sent, not received', () => {
    expect(one(inGroup({ text: 'a', from: alice }), botAccount).direction).toBe('outbound')
    expect(one(inGroup({ text: 'a' }), botAccount).direction).toBe('inbound')
  })

  test('messages in the chats of a person without an account have an unknown direction', () => {
    const message = one(business({ text: 'a' }), botAccount)
    expect([message.direction, message.messageKey]).toEqual(['unknown', 'connection:c1:5550042:1'])
  })
})

describe('changes', () => {
  test('two edits within a second are two edits', () => {
    const edit = (update_id: number) => ({
      update_id,
      edited_business_message: {
        ...common,
        chat: direct,
        business_connection_id: 'c1',
        edit_date: 1_778_745_790,
        text: 'b',
      },
    })
    const keys = [1, 2].map((id) =>
      parseUpdate(edit(id)).map((event) => 'eventKey' in event && event.eventKey),
    )
    expect(keys).toEqual([['e|7001001:5550042:1|1'], ['e|7001001:5550042:1|2']])
  })

  test('only the difference of reactions is reported', () => {
    const kinds = (...emoji: string[]) => emoji.map((one) => ({ type: 'emoji', emoji: one }))
    const reaction = (before: unknown, now: unknown) => ({
      update_id: 5,
      message_reaction: {
        chat: room,
        message_id: 88,
        user: carl,
        date: 1,
        old_reaction: before,
        new_reaction: now,
      },
    })
    const changesOf = (before: unknown, now: unknown) =>
      parseUpdate(reaction(before, now), botAccount).map(
        (one) => one.kind === 'reaction' && `${one.action} ${one.value}`,
      )
    expect(changesOf(kinds('👍', '❤'), kinds('❤', '🔥'))).toEqual(['remove 👍', 'add 🔥'])
    expect(changesOf([{ type: 'custom_emoji', custom_emoji_id: '5' }], [{ type: 'paid' }])).toEqual([
      'remove custom:5',
      'add paid',
    ])
    expect(changesOf([], [])).toEqual([])
    // A member may react to a message from before the bot was there, which is not missing.
    expect(parseUpdate(reaction([], kinds('👍')), botAccount)).toMatchObject([{ unconfirmed: true }])
  })

  test('a member who joined is one event, also if Telegram reports it twice', () => {
    const line = parseUpdate(inGroup({ new_chat_members: [carl] }), botAccount)
    const member = (status: string) => ({ user: carl, status })
    const change = { chat: room, from: carl, date: common.date }
    const update = parseUpdate(
      {
        update_id: 6,
        chat_member: { ...change, old_chat_member: member('left'), new_chat_member: member('member') },
      },
      botAccount,
    )
    expect(line).toMatchObject([{ kind: 'membership', action: 'joined', whoName: 'Carl' }])
    expect(update).toEqual(line)
    const promoted = {
      ...change,
      old_chat_member: member('member'),
      new_chat_member: member('administrator'),
    }
    expect(parseUpdate({ update_id: 7, my_chat_member: promoted }, botAccount)).toMatchObject([
      { kind: 'message', contentType: 'system', structured: { was: 'member', is: 'administrator' } },
    ])
    expect(parseUpdate(inGroup({ left_chat_member: carl }), botAccount)).toMatchObject([{ action: 'left' }])
  })

  test('a new title is content that a person wrote', () => {
    const message = one(inGroup({ new_chat_title: 'New name' }), botAccount)
    expect([message.contentType, message.body]).toEqual(['system', 'New name'])
  })
})

describe('claims', () => {
  const started = (fields: object = {}) => ({
    update_id: 5,
    message: {
      ...common,
      from: alice,
      chat: { id: alice.id, type: 'private' },
      text: '/start token-1',
      ...fields,
    },
  })
  const claims = (update: unknown, account = botAccount) =>
    parseUpdate(update, account).filter(({ kind }) => kind === 'account')

  test('a person who starts the bot with a token claims an account', () => {
    expect(claims(started())).toMatchObject([
      { state: 'claimed', token: 'token-1', owner: { value: '7001001' } },
    ])
  })

  test('the token, which is a secret, is not among the words that people read', () => {
    expect(one(started(), botAccount).body).toBe('/start ••••••')
    const edited = parseUpdate({ update_id: 6, edited_message: started().message }, botAccount)
    expect(edited).toMatchObject([{ kind: 'edit', body: '/start ••••••' }])
    expect(one(started({ text: '/start token-1 x' }), botAccount).body).toBe('/start token-1 x')
    expect(one(business({ text: '/start token-1', from: carl }), botAccount).body).toBe('/start token-1')
  })

  test.each([
    ['written in a group', { chat: room }],
    ['written by someone else', { from: carl }],
    ['forwarded', { forward_origin: { type: 'user', sender_user: alice, date: 1 } }],
    ['from a bot', { from: { ...alice, is_bot: true } }],
    ['without a token', { text: '/start' }],
    ['with more than a token', { text: '/start token-1 x' }],
  ])('a start that is %s claims nothing', (_, fields) => {
    expect(claims(started(fields))).toEqual([])
  })

  test('a text in a chat of a connected person claims nothing', () => {
    expect(claims(business({ text: '/start token-1', from: carl }), botAccount)).toEqual([])
    expect(claims({ update_id: 1, edited_message: started().message })).toEqual([])
  })
})

describe('routes', () => {
  const routesOf = (update: unknown) =>
    telegram.webhook!.routesOf!({
      method: 'POST',
      url: 'https://x.test/',
      headers: {},
      body: Buffer.from(JSON.stringify(update)),
    })

  test('a connection names its owner, messages in their chats name the connection, and no other update names a person', () => {
    const connection = { id: 'c1', user: alice, date: 1, is_enabled: true }
    expect(routesOf({ update_id: 1, business_connection: connection })).toEqual(['7001001'])
    expect(routesOf(business({ text: 'a' }))).toEqual(['connection:c1'])
    const deletion = { business_connection_id: 'c1', chat: direct, message_ids: [1] }
    expect(routesOf({ update_id: 1, deleted_business_messages: deletion })).toEqual(['connection:c1'])
    expect(routesOf(inGroup({ text: 'a', from: alice }))).toEqual([])
    expect(routesOf('nonsense')).toEqual([])
  })
})

test('a bot has one spelling of its name, and a person has a number', () => {
  for (const written of ['@Acme_Bot', 'acme_bot', 'https://t.me/acme_bot', ' t.me/ACME_BOT '])
    expect(identify(written)).toEqual({ kind: 'username', value: '@acme_bot' })
  expect(identify('7001001')).toEqual({ kind: 'telegram', value: '7001001' })
  for (const odd of ['', 'a b', 'unlinked-0123', '@x', '+15550100001', '0123'])
    expect(identify(odd).kind).toBe('unknown')
})

test('the key of a delivery is the number of its update', () => {
  const keyOf = (text: string) => telegram.rawKey(storedBytes(Buffer.from(text)))
  expect(keyOf(JSON.stringify(business({ text: 'a' })))).toBe('update:5')
  expect(keyOf('nonsense')).toMatch(/^sha256:[0-9a-f]{64}$/)
})

test('any bytes give events and a key, and the same ones the second time', () => {
  const names = [
    'message',
    'business_message',
    'edited_message',
    'message_reaction',
    'chat_member',
    'new_thing',
  ]
  const anything = fc.anything({ maxDepth: 3 })
  const fields = fc.record({
    message_id: fc.integer(),
    chat: fc.constant(room),
    text: anything,
    photo: anything,
    poll: anything,
  })
  const update = fc.record({
    update_id: fc.integer(),
    name: fc.constantFrom(...names),
    value: fc.oneof(anything, fields),
  })
  const json = update.map(({ update_id, name, value }) => JSON.stringify({ update_id, [name]: value }) ?? '')
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array(),
        json.map((text) => Buffer.from(text)),
      ),
      (body) => {
        const kept = storedBytes(body)
        expect(telegram.rawKey(kept)).toBe(telegram.rawKey(kept))
        const events = telegram.parse(kept, botAccount)
        expect(telegram.parse(kept, botAccount)).toEqual(events)
      },
    ),
    { numRuns: roundsOf(300) },
  )
})
