import { describe, expect, test } from 'vitest'
import type { ChannelAccount, Delivery } from '#channels/connector.ts'
import { FakeBlueBubbles } from '#testing/fakes/bluebubbles.ts'
import { imessageAccount, imessageAddress } from '#testing/imessage.ts'
import { imessage } from './connector.ts'
import { keyedAddress } from './webhook.ts'

const webhookKey = 'a-key-of-at-least-22-characters'
const account = { ...imessageAccount, secrets: { password: 'p', webhookKey } }
const address = imessageAddress
const agent = new FakeBlueBubbles('p', null)
const delivery = (url: string): Delivery => {
  const { body, ...request } = agent.request(url, agent.newMessage())
  return { ...request, body: Buffer.from(body) }
}
const verify = (given: Delivery, to: ChannelAccount = account) => imessage.webhook!.verify(given, to)
const refusal = (code: string) => expect.objectContaining({ code })

describe('the endpoint', () => {
  test('accepts a sender with the key of the account', () => {
    expect(() => verify(delivery(keyedAddress(address, webhookKey)))).not.toThrow()
    expect(() => verify(delivery(`${address}?a=1&key=${webhookKey}#key=wrong`))).not.toThrow()
  })

  test.each([
    ['another key', keyedAddress(address, 'another-key-of-22-or-more')],
    ['a part of the key', keyedAddress(address, webhookKey.slice(0, -1))],
    ['the password', keyedAddress(address, 'p')],
  ])('refuses %s', (_, url) => {
    expect(() => verify(delivery(url))).toThrow(refusal('capture.bad-signature'))
  })

  test.each([
    ['without a query', address],
    ['with an empty key', keyedAddress(address, '')],
    ['with the key elsewhere', `${address}/${webhookKey}?other=${webhookKey}#key=${webhookKey}`],
  ])('says that the key is missing in an address %s', (_, url) => {
    expect(() => verify(delivery(url))).toThrow(refusal('capture.no-signature'))
  })

  test('refuses a GET, because its address would be logged with the key', () => {
    const given = { ...delivery(keyedAddress(address, webhookKey)), method: 'GET' as const }
    expect(() => verify(given)).toThrow(refusal('capture.bad-signature'))
  })

  test.each([
    ['no key', {}],
    ['an empty key', { webhookKey: '' }],
    ['a key that can be guessed', { webhookKey: 'short' }],
  ])('refuses an account with %s', (_, secrets) => {
    const url = keyedAddress(
      address,
      'webhookKey' in secrets && secrets.webhookKey ? secrets.webhookKey : 'x',
    )
    expect(() => verify(delivery(url), { ...account, secrets })).toThrow(refusal('capture.bad-signature'))
  })

  test('answers with nothing but 200, and keeps no secret', () => {
    expect(imessage.webhook!.acknowledgement).toEqual({ status: 200 })
    expect(imessage.webhook!.keptHeaders).toEqual(['content-type', 'user-agent'])
  })
})
