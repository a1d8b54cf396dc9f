import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arrived, webMessage } from '#testing/fakes/linked-device.ts'
import {
  linkedAccount as account,
  parseEvent,
  storedDelivery,
  storedEvent,
} from '#testing/whatsapp-native.ts'
import { whatsappnative } from './connector.ts'

const group = '120363043211234567@g.us'

test('an account and a person with its number are one', () => {
  for (const written of ['+1 (555) 222-3333', 'whatsapp:+15552223333', 'tel:+15552223333']) {
    expect(whatsappnative.identityOf(written)).toEqual({ kind: 'phone', value: '+15552223333' })
  }
  expect(parseEvent('messages.upsert', arrived(webMessage()))).toMatchObject([
    { author: whatsappnative.identityOf('+15552223333') },
  ])
})

test('the key of a delivery comes from its bytes', () => {
  const one = storedEvent('call', [])
  expect(whatsappnative.rawKey(one)).toMatch(/^sha256:[0-9a-f]{64}$/)
  expect(whatsappnative.rawKey({ ...one, sha256: Buffer.alloc(32) })).toBe(`sha256:${'0'.repeat(64)}`)
  expect(whatsappnative.rawKey(storedEvent('call', [{}]))).not.toBe(whatsappnative.rawKey(one))
})

test.each([
  'contacts.upsert',
  'contacts.update',
  'lid-mapping.update',
  'groups.upsert',
  'groups.update',
  'group-participants.update',
])('updates of only people and groups give nothing: %s', (event) => {
  expect(parseEvent(event, [{ id: group }])).toEqual([])
})

test.each([
  ['{'],
  [''],
  ['[]'],
  ['null'],
  ['{"event":1}'],
  [`{"event":"call","data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
])('bytes that are not a delivery become a message', (text) => {
  expect(whatsappnative.parse(storedDelivery(Buffer.from(text)), account)).toMatchObject([
    { contentType: 'unsupported', flags: ['unparsed'], body: null, direction: 'unknown' },
  ])
})

test('an event whose data has another form becomes a message with it, and so does content without a place', () => {
  const odd = [
    ['messages.upsert', 'a secret'],
    ['messages.upsert', { messages: 'a secret' }],
    ['messages.update', { update: 'a secret' }],
    ['messages.delete', 'a secret'],
    ['messaging-history.set', ['a secret']],
    ['chats.delete', 'a secret'],
    ['group.join-request', 'a secret'],
  ] as const
  for (const [event, data] of odd) {
    expect(parseEvent(event, data)).toMatchObject([
      { contentType: 'unsupported', structured: { fields: { event, data } } },
    ])
  }
  expect(parseEvent('messaging-history.set', { contacts: [] })).toEqual([])
  const message = { key: { id: 'A' }, message: { conversation: 'a secret' } }
  expect(parseEvent('messages.upsert', { messages: [message] })).toMatchObject([
    { contentType: 'unsupported', structured: { fields: { message } } },
  ])
  const published = { ...message, key: { id: 'A', remoteJid: 'status@broadcast', participant: 'x' } }
  expect(parseEvent('messages.upsert', { messages: [published, { key: {} }] })).toEqual([])
})

test('an unknown event becomes a message with its fields', () => {
  for (const event of ['messages.pinned', 'constructor']) {
    expect(parseEvent(event, { x: 1 })).toMatchObject([
      { contentType: 'unsupported', structured: { fields: { event, data: { x: 1 } } } },
    ])
  }
})

test('any bytes give events and a key, and the same ones the second time', async () => {
  const jid = fc.constantFrom(
    group,
    '15552223333@s.whatsapp.net',
    '98765432109876@lid',
    'status@broadcast',
    '1@broadcast',
    'x',
    'a@b',
    '__proto__@lid',
  )
  const value: fc.Arbitrary<unknown> = fc.oneof(
    jid,
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom(
      0,
      1,
      2,
      14,
      27,
      true,
      '',
      '{"id":1}',
      { low: 1, high: 1, unsigned: true },
      { type: 'Buffer', data: 'AAAA' },
    ),
  )
  const key = fc.record(
    {
      remoteJid: jid,
      participant: jid,
      remoteJidAlt: value,
      id: fc.constantFrom('A', 'B', '', 1),
      fromMe: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  const content = fc.dictionary(
    fc.constantFrom(
      'conversation',
      'imageMessage',
      'protocolMessage',
      'reactionMessage',
      'ephemeralMessage',
      'editedMessage',
      'pollCreationMessage',
      'contactsArrayMessage',
      'templateMessage',
      'constructor',
      'messageContextInfo',
    ),
    fc.oneof(
      value,
      fc.dictionary(
        fc.constantFrom(
          'key',
          'type',
          'text',
          'message',
          'editedMessage',
          'contextInfo',
          'contacts',
          'options',
          'header',
        ),
        fc.oneof(value, key),
      ),
    ),
  )
  const message = fc.record(
    {
      key,
      message: fc.oneof(content, value),
      messageStubType: value,
      messageStubParameters: fc.array(value),
      messageTimestamp: value,
      status: value,
      pushName: value,
    },
    { requiredKeys: [] },
  )
  const data = fc.oneof(
    value,
    fc.record({ messages: fc.array(message, { maxLength: 3 }), keys: fc.array(key), all: fc.boolean(), jid }),
    fc.array(fc.record({ key, update: message, reaction: fc.record({ key, text: value }), receipt: value }), {
      maxLength: 3,
    }),
  )
  const event = fc.constantFrom(
    'messages.upsert',
    'messages.update',
    'messages.reaction',
    'message-receipt.update',
    'messages.delete',
    'messaging-history.set',
    'call',
    'x',
  )
  const anything = fc.oneof(
    fc.uint8Array(),
    fc.json().map((json) => Buffer.from(json)),
    fc
      .record({
        event,
        data,
        phones: value,
        names: value,
        groups: fc.dictionary(fc.constantFrom(group, 'x'), value),
      })
      .map((one) => Buffer.from(JSON.stringify(one))),
  )
  await fc.assert(
    fc.asyncProperty(anything, async (body) => {
      const kept = storedDelivery(body)
      const events = await whatsappnative.parse(kept, account)
      expect(Array.isArray(events)).toBe(true)
      expect(whatsappnative.rawKey(kept)).not.toBe('')
      expect(await whatsappnative.parse(kept, account)).toEqual(events)
    }),
    { numRuns: roundsOf(600) },
  )
})
