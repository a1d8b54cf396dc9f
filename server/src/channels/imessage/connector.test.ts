import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CapturedEvent } from '#kernel/captured-event.ts'
import { FakeBlueBubbles, type FakeEvent } from '#testing/fakes/bluebubbles.ts'
import { directChat, groupChat } from '#testing/fakes/bluebubbles-messages.ts'
import {
  imessageAccount as account,
  parseEvent as parse,
  storedBytes,
  storedEvent as stored,
} from '#testing/imessage.ts'
import { imessage } from './connector.ts'

const agent = new FakeBlueBubbles('p', account.address.value)
const from = '+351912000111'
const ana = { kind: 'phone', value: from }
const dealRoom = groupChat('chat831530236413561212', 'Deal room', [from, 'Carol@client.example'])

describe('an event without content', () => {
  test.each([
    ['typing-indicator', { display: true, guid: `iMessage;-;${from}` }],
    ['chat-read-status-changed', { chatGuid: `iMessage;-;${from}`, read: true }],
    ['hello-world', null],
    ['new-server', 'https://another.trycloudflare.com'],
    ['server-update', '1.9.10'],
    ['server-update-downloading', null],
    ['imessage-aliases-removed', { aliases: [] }],
    ['new-findmy-location', {}],
    ['settings-backup-created', {}],
  ])('gives nothing: %s', (type, data) => {
    expect(parse({ type, data })).toEqual([])
  })
})

describe('unknown input', () => {
  test.each([
    ['an event of another name', { type: 'message-pinned', data: agent.newMessage({ from }).data }],
    ['an event named like an inner property', { type: 'constructor', data: agent.newMessage({ from }).data }],
    ['a message without an id', { type: 'new-message', data: { text: 'x' } }],
    ['a message from nowhere', agent.newMessage({ fields: { chats: [] } })],
    [
      'an unknown line about a group',
      agent.newMessage({ from, chat: dealRoom, fields: { itemType: 3, groupActionType: 9 } }),
    ],
    ['an event without a message', { type: 'participant-added', data: null }],
  ] as [string, FakeEvent][])('is shown with a notice: %s', (_, event) => {
    const [message, ...others] = parse(event)
    expect(others).toEqual([])
    expect(message).toMatchObject({
      kind: 'message',
      contentType: 'unsupported',
      messageKey: expect.stringMatching(/^raw:[0-9a-f]{64}$/),
      structured: { fields: JSON.parse(JSON.stringify(event)) as unknown },
    })
  })

  test('shows its text, author and conversation, as far as they can be read', () => {
    const { data } = agent.newMessage({ from, text: 'buy', chat: dealRoom })
    expect(parse({ type: 'message-pinned', data })).toMatchObject([
      { body: 'buy', author: ana, direction: 'inbound', conversationKey: 'g:chat831530236413561212' },
    ])
  })

  test.each([['{'], [''], ['[]'], ['"text"'], ['null'], ['{"type":1}']])(
    'becomes a message even if it is %s',
    (text) => {
      expect(imessage.parse(storedBytes(Buffer.from(text)), account)).toMatchObject([
        { contentType: 'unsupported', flags: ['unparsed'], body: null, direction: 'unknown' },
      ])
    },
  )

  test('that nests too deep is kept with its texts alone', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    const kept = storedBytes(Buffer.from(`{"type":"message-pinned","data":${deep}}`))
    const [message] = imessage.parse(kept, account) as CapturedEvent[]
    expect(message).toMatchObject({ contentType: 'unsupported', structured: { fields: ['message-pinned'] } })
    const payloadData = JSON.parse('['.repeat(100) + ']'.repeat(100)) as unknown
    const event = agent.newMessage({ from, fields: { payloadData, balloonBundleId: 'x' } })
    expect(parse(agent.listed(event))[0]).toHaveProperty('structured', { app: 'x' })
    const worded = JSON.parse(`${'['.repeat(100)}"sell"${']'.repeat(100)}`) as unknown
    const said = agent.newMessage({ from, fields: { payloadData: worded, balloonBundleId: 'x' } })
    expect(parse(agent.listed(said))[0]).toHaveProperty('structured', { app: 'x', payload: ['sell'] })
  })

  test('in one field loses only that field', () => {
    const fields = {
      subject: 7,
      attachments: [null, 'x', { guid: 'a' }],
      dateCreated: 'today',
      handle: [],
      chats: [3],
    }
    expect(parse(agent.newMessage({ text: 'kept', fields: { ...fields, isFromMe: false } }))).toMatchObject([
      { kind: 'message', body: 'kept', contentType: 'unsupported' },
    ])
    expect(parse(agent.newMessage({ from, fields: { ...fields, handle: { address: from } } }))).toMatchObject(
      [{ body: 'hello', attachments: [{}, {}, { url: 'attachment:a' }] }],
    )
  })

  test('never stops later deliveries: any bytes give events or a message, and a key', async () => {
    const names = Object.keys(agent.newMessage().data)
    const value = fc.oneof(
      fc.jsonValue(),
      fc.integer({ min: 0, max: 3 }),
      fc.constantFrom(1778745600123, 'love', '-2006', 'p:0/A', from, true, Number.MAX_VALUE),
      fc.constantFrom([dealRoom], [directChat(from)], { address: from }),
    )
    const message = fc
      .dictionary(fc.constantFrom(...names), value)
      .map((fields) => agent.newMessage({ from, fields }).data)
    const type = fc.constantFrom(
      'new-message',
      'updated-message',
      'listed-message',
      'message-send-error',
      'participant-added',
      'x',
    )
    const anything = fc.oneof(
      fc.uint8Array(),
      fc.json().map((json) => Buffer.from(json)),
      fc
        .record({ type, data: fc.oneof(message, fc.jsonValue()) })
        .map((event) => Buffer.from(JSON.stringify(event))),
    )
    await fc.assert(
      fc.asyncProperty(anything, async (body) => {
        const kept = storedBytes(body)
        const events = await imessage.parse(kept, account)
        expect(Array.isArray(events)).toBe(true)
        expect(imessage.rawKey(kept)).not.toBe('')
        expect(await imessage.parse(kept, account)).toEqual(events)
      }),
      { numRuns: roundsOf(500) },
    )
  })
})

describe('the key of a delivery', () => {
  const key = (event: FakeEvent) => imessage.rawKey(stored(event))

  test('comes from the event, its message and its bytes', () => {
    const event = agent.newMessage({ from })
    const { guid } = event.data as { guid: string }
    expect(key(event)).toMatch(new RegExp(`^new-message:${guid}:[0-9a-f]{64}$`))
    const sha256 = Buffer.alloc(32)
    expect(imessage.rawKey({ ...stored(event), sha256 })).toBe(`new-message:${guid}:${'0'.repeat(64)}`)
  })

  test('is the same for a repetition and different for other deliveries', () => {
    const event = agent.newMessage({ from })
    expect(key(event)).toBe(key(structuredClone(event)))
    const read = agent.updated(event, { dateRead: 1 })
    expect(key(agent.updated(event, { dateRead: 2 }))).not.toBe(key(read))
  })

  test('comes from the bytes alone if they name no message', () => {
    expect(key({ type: 'hello-world', data: null })).toMatch(/^sha256:[0-9a-f]{64}$/)
    expect(imessage.rawKey(storedBytes(Buffer.from('{')))).toMatch(/^sha256:[0-9a-f]{64}$/)
  })
})
