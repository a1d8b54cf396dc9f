import { describe, expect, test } from 'vitest'
import type { Delivery } from '#channels/connector.ts'
import {
  account,
  delivery,
  endpoint,
  from,
  type How,
  parse,
  stored,
  to,
  twilio,
} from '#testing/twilio-deliveries.ts'
import { sms } from './connector.ts'
import { dateOf } from './message.ts'

describe('the endpoint', () => {
  const fields = twilio.message({ from, to, body: "it's urgent & private €" })

  test.each(['form', 'json', 'get'] as const)('accepts what Twilio signed, as %s', (as) => {
    expect(() => sms.webhook!.verify(delivery(fields, { as }), account)).not.toThrow()
  })

  test('accepts either token during a rotation', () => {
    const rotating = { ...account, secrets: { authTokens: ['the-next', 'fake-auth-token'] } }
    expect(() => sms.webhook!.verify(delivery(fields), rotating)).not.toThrow()
  })

  test.each([
    ['a changed byte', { ...delivery(fields), body: Buffer.from('Body=sell') }],
    ['a changed JSON byte', { ...delivery(fields, { as: 'json' }), body: Buffer.from('{}') }],
    ['another address', { ...delivery(fields), url: `${endpoint}2` }],
    ['another token', delivery(fields, { authToken: 'guessed' })],
    [
      'JSON that its address does not announce',
      {
        ...delivery({}),
        headers: { ...delivery({}).headers, 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify(fields)),
      },
    ],
  ] as [string, Delivery][])('refuses %s', (_, given) => {
    expect(() => sms.webhook!.verify(given, account)).toThrow(
      expect.objectContaining({ code: 'capture.bad-signature' }),
    )
  })

  test('refuses an account without a token', () => {
    expect(() => sms.webhook!.verify(delivery(fields), { ...account, secrets: {} })).toThrow(
      expect.objectContaining({ code: 'capture.bad-signature' }),
    )
  })

  test('says that a signature is missing', () => {
    expect(() => sms.webhook!.verify({ ...delivery(fields), headers: {} }, account)).toThrow(
      expect.objectContaining({ code: 'capture.no-signature' }),
    )
  })

  test('gives an empty answer, because Twilio would send a text to the person', () => {
    expect(sms.webhook!.acknowledgement).toEqual({
      status: 200,
      contentType: 'text/xml',
      body: '<Response></Response>',
    })
  })
})

describe('a message', () => {
  test('is read equally from a form, JSON and a query', () => {
    const fields = twilio.message({ from, to, body: ' 1 + 1 = 2 & more ' })
    const events = parse(fields)
    expect(events).toEqual([
      {
        kind: 'message',
        channel: 'sms',
        messageKey: fields.MessageSid,
        conversationKey: '+14155550142|+14155550100',
        conversationType: 'direct',
        direction: 'inbound',
        author: { kind: 'phone', value: from },
        participants: [
          { identity: { kind: 'phone', value: from }, role: 'author' },
          { identity: { kind: 'phone', value: to }, role: 'recipient' },
        ],
        body: ' 1 + 1 = 2 & more ',
        format: 'plain',
        contentType: 'text',
        attachments: [],
      },
    ])
    expect(parse(fields, { as: 'json' })).toEqual(events)
    expect(parse(fields, { as: 'get' })).toEqual(events)
  })

  test('has its media in order, and no body without a text', () => {
    const media = [
      { url: 'https://api.twilio.com/a/ME1', mime: 'image/jpeg' },
      { url: 'https://api.twilio.com/a/ME2', mime: 'text/x-vcard' },
    ]
    expect(parse(twilio.message({ from, to, media }))).toMatchObject([
      {
        body: null,
        contentType: 'image',
        attachments: [
          { ordinal: 0, mimeDeclared: 'image/jpeg', url: media[0]?.url },
          { ordinal: 1, mimeDeclared: 'text/x-vcard', url: media[1]?.url },
        ],
      },
    ])
  })

  test('includes a medium that is announced without an address', () => {
    const [message] = parse(twilio.message({ from, to, fields: { NumMedia: '1' } }))
    expect(message).toMatchObject({ attachments: [{ ordinal: 0 }] })
  })

  test.each([
    [
      'a contact card',
      { NumMedia: '1', MediaUrl0: 'https://api.twilio.com/m', MediaContentType0: 'text/vcard' },
      'contact',
      undefined,
    ],
    [
      'a voice note',
      { NumMedia: '1', MediaUrl0: 'https://api.twilio.com/m', MediaContentType0: 'audio/ogg' },
      'voice',
      undefined,
    ],
    [
      'a sticker',
      { MessageType: 'sticker', NumMedia: '1', MediaContentType0: 'image/webp' },
      'sticker',
      { messageType: 'sticker' },
    ],
    [
      'a place',
      { Latitude: '38.7', Longitude: '-9.1', Label: 'Office' },
      'location',
      { location: { latitude: '38.7', longitude: '-9.1', label: 'Office' } },
    ],
    [
      'a pressed button',
      { Body: 'Confirm', ButtonText: 'Confirm', ButtonPayload: 'ok-1' },
      'interactive',
      { button: { text: 'Confirm', payload: 'ok-1' } },
    ],
    [
      'a filled form',
      { InteractiveData: '{"a":[1]}', FlowData: 'not json' },
      'interactive',
      { interactive: { a: [1] }, flow: 'not json' },
    ],
    [
      'an answer to an advertisement',
      { Body: 'Hi', ReferralHeadline: 'Invest now', ReferralSourceUrl: 'https://ad.test/1' },
      'text',
      { referral: { headline: 'Invest now', sourceUrl: 'https://ad.test/1' } },
    ],
    [
      'an answer to an advertisement with a picture, which is no picture of its author',
      {
        Body: 'Hi',
        ReferralMediaId: 'm1',
        ReferralMediaUrl: 'https://api.twilio.com/m1',
        ReferralMediaContentType: 'image/jpeg',
        ReferralNumMedia: '1',
      },
      'text',
      { referral: { mediaId: 'm1', mediaUrl: 'https://api.twilio.com/m1', mediaType: 'image/jpeg' } },
    ],
    ['a word that ends the consent', { Body: 'STOP', OptOutType: 'STOP' }, 'text', { optOut: 'STOP' }],
    ['what the channel could not pass on', { MessageType: 'order' }, 'unsupported', { messageType: 'order' }],
  ])('may be %s', (_, fields, contentType, structured) => {
    const [message] = parse(twilio.message({ from, to, fields: fields as Record<string, string> }))
    expect(message).toMatchObject({ kind: 'message', contentType })
    if ('ReferralMediaUrl' in fields)
      expect(message).toMatchObject({ attachments: [{ url: fields.ReferralMediaUrl, isBeside: true }] })
    expect(message).toEqual(expect.objectContaining({ ...(structured && { structured }) }))
    expect('structured' in (message ?? {})).toBe(structured !== undefined)
  })

  test('can answer another one, be forwarded, and name its author', () => {
    const fields = { OriginalRepliedMessageSid: 'SM1', Forwarded: 'true', ProfileName: 'Ana 🌿' }
    const message = twilio.message({
      from: 'whatsapp:+351912000111',
      to: `whatsapp:${to}`,
      body: 'ok',
      fields,
    })
    expect(parse(message)).toMatchObject([
      {
        replyToKey: 'SM1',
        forwarded: true,
        authorName: 'Ana 🌿',
        author: { kind: 'phone', value: '+351912000111' },
        conversationKey: '+14155550142|+351912000111',
      },
    ])
  })

  test('from us, as the Messages list shows it, is outbound in the same conversation', () => {
    const fields = twilio.message({
      from: to,
      to: from,
      body: 'Hello',
      fields: { Direction: 'outbound-api', DateSent: 'Thu, 24 Aug 2023 05:01:45 +0000' },
    })
    expect(parse(fields)).toMatchObject([
      {
        direction: 'outbound',
        conversationKey: '+14155550142|+14155550100',
        sentAt: new Date('2023-08-24T05:01:45Z'),
      },
    ])
  })

  test('that is a reaction refers to the message it answers', () => {
    const fields = { MessageType: 'reaction', OriginalRepliedMessageSid: 'SM1' }
    const [added] = parse(twilio.message({ from, to, body: '👍', fields }))
    expect(added).toMatchObject({
      kind: 'reaction',
      unconfirmed: true, // it may be about a message from before the number was connected
      action: 'add',
      targetKey: 'SM1',
      value: '👍',
      actor: { value: from },
    })
    const [removed] = parse(twilio.message({ from, to, body: '', fields }))
    expect(removed).toMatchObject({ kind: 'reaction', action: 'remove' })
  })
})

describe('a status', () => {
  test('is read with its message key and error', () => {
    const fields = twilio.status('SM9', 'undelivered', { ErrorCode: '63016', To: from, From: to })
    expect(parse(fields)).toEqual([
      {
        kind: 'status',
        channel: 'sms',
        eventKey: 's|SM9|*|undelivered',
        targetKey: 'SM9',
        about: {
          conversationKey: `${to}|${from}`,
          conversationType: 'direct',
          direction: 'outbound',
          author: { kind: 'phone', value: to },
        },
        state: 'undelivered',
        errorCode: '63016',
      },
    ])
  })

  test('of an event stream is read from its envelope, for a whole batch', () => {
    const event = (state: string) => ({
      specversion: '1.0',
      type: `com.twilio.messaging.message.${state}`,
      time: '2026-04-14T09:27:01Z',
      data: { messageSid: 'SM9', messageStatus: state, errorCode: 30003 },
    })
    const body = Buffer.from(JSON.stringify([event('sent'), event('failed')]))
    const kept = { headers: {}, contentType: 'application/cloudevents+json', receivedAt: new Date(0), body }
    expect(sms.parse(kept, account)).toMatchObject([
      { state: 'sent', at: new Date('2026-04-14T09:27:01Z') },
      { state: 'failed', errorCode: '30003' },
    ])
  })
})

describe('the key of a delivery', () => {
  const key = (fields: Record<string, string>, how?: How) => sms.rawKey(stored(fields, how))

  test('comes from the message or its status', () => {
    expect(key(twilio.message({ from, to, fields: { MessageSid: 'SM1' } }))).toBe('SM1')
    expect(key(twilio.status('SM1', 'sent'))).toBe('SM1:sent')
    expect(key(twilio.status('SM1', 'delivered'))).toBe('SM1:delivered')
  })

  test('is the same for a repetition and different for other deliveries', () => {
    const updated = { EventType: 'onMessageUpdated', MessageSid: 'IM1', DateUpdated: '1' }
    expect(key({ ...updated, RetryCount: '1' })).toBe(key({ ...updated, RetryCount: '0' }))
    expect(key({ ...updated, DateUpdated: '2' })).not.toBe(key(updated))
    expect(key({ a: '1' })).toBe(key({ a: '1' }))
    expect(key({ a: '1' })).not.toBe(key({ a: '2' }))
  })
})

test('an implausible year gives no time, and quarantines nothing', () => {
  for (const written of [
    '+275760-09-13T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '-000001-01-01T00:00:00Z',
    'soon',
    '',
  ])
    expect(dateOf(written)).toBeUndefined()
  expect(dateOf('2026-05-14T08:00:00Z')).toEqual(new Date('2026-05-14T08:00:00Z'))
})
