import { decrypt, encrypt, getSignature } from '@wecom/crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CapturedEvent } from '#kernel/captured-event.ts'
import { FakeWecom, sealEnvelope } from '#testing/fakes/wecom.ts'
import { asStored, wecomAccount, wecomAddress } from '#testing/wecom.ts'
import { encryptedIn } from './callback-xml.ts'
import { wecom } from './connector.ts'
import { openEnvelope, signatureOf } from './envelope.ts'

const fake = new FakeWecom()
const account = { ...wecomAccount, secrets: fake.secrets }
const webhook = wecom.webhook!
const notify = fake.event({ Event: 'msgaudit_notify', AgentID: '2000004' })
const refusal = (code: string) => expect.objectContaining({ code })

/** What is kept of a callback, with its key and its events. */
function kept(xml: string) {
  const { headers, body } = webhook.open!(fake.callback(wecomAddress, xml), account)
  const names = webhook.keptHeaders.filter((name) => headers[name] !== undefined)
  const stored = asStored({
    headers: Object.fromEntries(names.map((name) => [name, headers[name]!])),
    contentType: headers['content-type']!,
    body,
  })
  return { stored, key: wecom.rawKey(stored), events: wecom.parse(stored, account) as CapturedEvent[] }
}

describe('a callback', () => {
  test('accepts a sender with the token and the key, also for a replay', () => {
    const given = fake.callback(wecomAddress, notify)
    expect(() => webhook.verify(given, account)).not.toThrow()
    expect(() => webhook.verify(given, account)).not.toThrow()
    expect(Buffer.from(webhook.open!(given, account).body).toString()).toBe(notify)
    expect(webhook.challenge!(given, account)).toBeUndefined()
  })

  test.each([
    ['another token', { token: 'another' }],
    ['another key', { aesKey: Buffer.alloc(32, 1) }],
    ['another corporation', { receiverId: 'ww0000000000000000' }],
    ['no corporation', { receiverId: '' }],
  ])('refuses %s', (_, wrong) => {
    for (const given of [
      fake.callback(wecomAddress, notify, wrong),
      fake.challenge(wecomAddress, '42', wrong),
    ]) {
      expect(() => webhook.verify(given, account)).toThrow(refusal('capture.bad-signature'))
      expect(() => webhook.open!(given, account)).toThrow(refusal('capture.bad-signature'))
    }
    expect(() => webhook.challenge!(fake.challenge(wecomAddress, '42', wrong), account)).toThrow(
      refusal('capture.bad-signature'),
    )
  })

  test('refuses a changed body, a changed address, and an account without secrets', () => {
    const given = fake.callback(wecomAddress, notify)
    const other = fake.callback(wecomAddress, fake.event({ Event: 'click' }))
    expect(() => webhook.verify({ ...given, body: other.body }, account)).toThrow(
      refusal('capture.bad-signature'),
    )
    const later = given.url.replace('timestamp=1778745600', 'timestamp=1778745601')
    expect(() => webhook.verify({ ...given, url: later }, account)).toThrow(refusal('capture.bad-signature'))
    for (const secrets of [
      {},
      { ...fake.secrets, callbackToken: '' },
      { ...fake.secrets, encodingAesKey: 'x' },
    ])
      expect(() => webhook.verify(given, { ...account, secrets })).toThrow(refusal('capture.bad-signature'))
    expect(() => webhook.verify({ ...given, url: wecomAddress }, account)).toThrow(
      refusal('capture.no-signature'),
    )
  })

  test('answers the challenge for its address with exactly what was encrypted', () => {
    const given = fake.challenge(wecomAddress, '1288432023552776189')
    expect(Buffer.from(webhook.challenge!(given, account)!).toString()).toBe('1288432023552776189')
    // Some do not escape the plus signs of base64.
    const plain = { ...given, url: given.url.replaceAll('%2B', '+') }
    expect(Buffer.from(webhook.challenge!(plain, account)!).toString()).toBe('1288432023552776189')
  })

  test('is read from exactly one element', () => {
    expect(encryptedIn(Buffer.from('<xml><Encrypt>\n<![CDATA[YWI=]]> </Encrypt></xml>'))).toBe('YWI=')
    for (const body of [
      '<xml/>',
      '<Encrypt>YWI=',
      '<Encrypt></Encrypt>',
      '<Encrypt>YWI=</Encrypt><Encrypt>YWI=</Encrypt>',
      '<Encrypt>&xxe;</Encrypt>',
      `<Encrypt>${'a'.repeat(300_000)}</Encrypt>`,
    ])
      expect(encryptedIn(Buffer.from(body))).toBeUndefined()
  })
})

describe('what is kept', () => {
  test('is the same for a repetition, which is encrypted again', () => {
    expect(kept(notify).key).toBe('event:sys:1778745600:msgaudit_notify:')
    expect(kept(notify)).toEqual(kept(notify))
    expect(kept(notify).stored.headers['x-corp-id']).toBe(fake.corpId)
    expect(kept(notify).events).toEqual([])
  })

  test.each(['create', 'update', 'dismiss'])(
    'a room that changed (%s) is asked about again',
    (ChangeType) => {
      const changed = { Event: 'change_external_chat', ChangeType, UpdateDetail: 'add_member' }
      expect(kept(fake.event({ ...changed, ChatId: 'wrRoom' })).events).toMatchObject([
        { kind: 'hint', channel: 'wecom', conversationKey: 'wrRoom' },
      ])
      expect(kept(fake.event(changed)).events).toEqual([])
    },
  )

  test('a consent is a line of the thread, for the employee', () => {
    const customer = 'wmErxtDgAA9AW32YyyuYRimKr7D1KWlw'
    const xml = fake.event({
      Event: 'change_external_contact',
      ChangeType: 'msg_audit_approved',
      UserID: 'LiWei',
      ExternalUserID: customer,
    })
    const { events, stored } = kept(xml)
    expect(events).toMatchObject([
      {
        kind: 'message',
        contentType: 'system',
        conversationKey: `LiWei|${customer}`,
        structured: { consent: 'granted', person: customer },
      },
    ])
    const { body } = stored
    expect(webhook.routesOf!({ url: '', method: 'POST', headers: {}, body })).toEqual(['LiWei'])
  })

  test('a text to our application is a message, and other content keeps its fields', () => {
    const text = fake.event({
      MsgType: 'text',
      FromUserName: 'LiWei',
      Content: '你好 & <b>',
      MsgId: '4561255354251345929',
      AgentID: '7',
    })
    expect(kept(text)).toMatchObject({
      key: 'msg:4561255354251345929',
      events: [
        {
          messageKey: `${fake.corpId}:4561255354251345929`,
          conversationKey: 'LiWei|app:7',
          direction: 'internal',
          body: '你好 & <b>',
          sentAt: new Date(1778745600_000),
        },
      ],
    })
    const image = fake.event({
      MsgType: 'image',
      FromUserName: 'LiWei',
      PicUrl: 'https://x',
      MsgId: '5',
      AgentID: '7',
    })
    expect(kept(image).events).toMatchObject([
      { contentType: 'unsupported', structured: { messageType: 'image', fields: { PicUrl: 'https://x' } } },
    ])
    expect(kept(fake.event({ Event: 'something_new' })).events).toMatchObject([
      { contentType: 'unsupported', structured: { messageType: 'something_new' } },
    ])
  })

  test.each([
    ['declarations', '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><xml><MsgId>&e;</MsgId></xml>'],
    ['no XML', 'hello'],
    ['depth', `<xml>${'<a>'.repeat(1000)}${'</a>'.repeat(1000)}</xml>`],
  ])('a document with %s is kept unread', (_, xml) => {
    expect(kept(xml).events).toMatchObject([{ contentType: 'unsupported', flags: ['unparsed'] }])
  })

  test('XML entities are not expanded', () => {
    const text = '<xml><MsgType>text</MsgType><Content>&lt;&#65;&e;</Content></xml>'
    expect(kept(text).events).toMatchObject([{ body: '&lt;&#65;&e;' }])
  })
})

test('the cryptography agrees with WeCom’s own library', () => {
  const key = fake.aesKey
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.string(),
      fc.uint8Array({ minLength: 16, maxLength: 16 }),
      (text, id, bytes) => {
        const random = Buffer.from(bytes)
        const theirs = encrypt(fake.encodingAesKey, text, id, random)
        expect(sealEnvelope(key, { text, receiverId: id, random })).toBe(theirs)
        const opened = openEnvelope(key, theirs)!
        const { message, id: receiver } = decrypt(fake.encodingAesKey, theirs)
        expect([opened.message.toString(), opened.receiverId]).toEqual([message, receiver])
        expect(signatureOf(id, { timestamp: '1', nonce: text, encrypted: theirs })).toBe(
          getSignature(id, '1', text, theirs),
        )
      },
    ),
    { numRuns: 50 },
  )
})

test('any bytes are refused or opened, without a crash', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const encrypted = Buffer.from(bytes).toString('base64')
      expect(() => openEnvelope(fake.aesKey, encrypted)).not.toThrow()
      expect(() => encryptedIn(bytes)).not.toThrow()
    }),
  )
})
