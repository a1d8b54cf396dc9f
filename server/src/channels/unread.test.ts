/** The keys of deliveries that name none. They stay as they are for ever: under another key, what is read again is a second message. */
import { expect, test } from 'vitest'
import { imessageAccount } from '#testing/imessage.ts'
import { botAccount } from '#testing/telegram.ts'
import { twilioAccount } from '#testing/twilio-accounts.ts'
import { wecomAccount } from '#testing/wecom.ts'
import { linkedAccount } from '#testing/whatsapp-native.ts'
import { findConnector } from './registry.ts'
import { keyOfBytes } from './unread.ts'

/** `printf '{' | sha256sum`, and the same of `[["Foo","bar"]]` */
const brace = '021fb596db81e6d02bf3d2586ee3981fe519f275c0ac9ca76bbcf2ebb4097d96'
const fooBar = '250118181572b65194e87492d5a251632da8bf79f28ca45c02fc6422ef042430'
const accountId = '01890000-0000-7000-8000-000000000001'
const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const sms = twilioAccount()

test.each([
  [imessageAccount, json, '{', `raw:${brace}`],
  [linkedAccount, json, '{', `raw:${brace}`],
  [botAccount, json, '{', `raw:${accountId}:${brace}`],
  [{ ...sms, channel: 'signal' as const }, json, '{', `raw:${accountId}:${brace}`],
  [sms, json, '{', `raw:${brace}`],
  [sms, form, 'Foo=bar', `raw:${fooBar}`],
  [{ ...sms, channel: 'whatsapp' as const }, form, 'Foo=bar', `raw:${fooBar}`],
  [wecomAccount, json, '{', `ww1436e0e65a779aee:raw:${brace}`],
])('$channel: unreadable content has a key of its bytes: %s %s', (account, contentType, text, messageKey) => {
  const delivery = { body: Buffer.from(text), contentType, headers: {}, receivedAt: new Date(0) }
  expect(account.id).toBe(accountId)
  expect(findConnector(account.channel)?.parse(delivery, account)).toMatchObject([{ messageKey }])
})

test('text and its bytes have the same key', () => {
  expect([keyOfBytes('{'), keyOfBytes(Buffer.from('{')), keyOfBytes('{', 'a:')]).toEqual([
    `raw:${brace}`,
    `raw:${brace}`,
    `raw:a:${brace}`,
  ])
})
