/** While an organization changes its token, Twilio takes two, and then only the new one. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { FakeTwilio } from '#testing/fakes/twilio.ts'
import { phone } from '#testing/twilio-accounts.ts'
import { apiKey, endpoint, setUpConnections } from '#testing/twilio-connections.ts'
import { sms } from './connector.ts'

let twilio: FakeTwilio
const { limits, accountOf, connect, disconnect, connected, kinds } = setUpConnections((opened) => {
  twilio = opened
})
const credentialsRefused = { outcome: 'refused', reason: 'credentials-refused' }
const withKey = (authTokens: readonly string[], apiSecret = apiKey.secret) => ({
  accountSid: twilio.accountSid,
  authTokens,
  apiKey: apiKey.sid,
  apiSecret,
})

/** Both tokens as they were entered. Then the secondary one is promoted: the first is refused. */
let secrets: { accountSid: string; authTokens: string[] }
beforeEach(() => {
  twilio.secondaryToken = 'next-auth-token'
  secrets = { accountSid: twilio.accountSid, authTokens: [twilio.authToken, 'next-auth-token'] }
  twilio.promote()
})

describe.each(kinds)(
  '$name whose secondary token was promoted',
  ({ connector, add, hooks, address, url }) => {
    const check = (settings: Record<string, unknown>, given: Record<string, unknown>) =>
      connector.connection!.check!(accountOf(connector, { settings, secrets: given }), endpoint, {
        ...limits(),
        now: new Date(0),
        isUnchanged: () => Promise.resolve(true),
      })

    test('stays connected, and is disconnected with its hooks put back', async () => {
      const row = add({ [url]: 'https://bot.acme.test/in' })
      const outcome = await connect(connector, { secrets })
      expect(outcome).toMatchObject({ outcome: 'done' })
      const settings = 'settings' in outcome ? { ...outcome.settings } : {}
      expect(await check(settings, secrets)).toEqual({ outcome: 'done' })
      expect(await disconnect(connector, { settings, secrets })).toEqual({ outcome: 'done' })
      expect(hooks(row)[url]).toBe('https://bot.acme.test/in')
    })

    test('is seen in a messaging service that takes its messages', async () => {
      add()
      twilio.rest.addService([address], { inbound_request_url: 'https://bot.acme.test/in' })
      expect(await connect(connector, { secrets })).toMatchObject({ reason: 'delivered-elsewhere' })
    })

    test('is refused if Twilio refuses both', async () => {
      add()
      const settings = await connected(connector)
      const both = { ...secrets, authTokens: ['older', 'old'] }
      expect(await check(settings, both)).toEqual(credentialsRefused)
    })

    test('with a key needs one token that Twilio takes, because a key signs nothing', async () => {
      add()
      const settings = await connected(connector)
      for (const tokens of [secrets.authTokens, ['next-auth-token', 'old']]) {
        expect(await check(settings, withKey(tokens))).toEqual({ outcome: 'done' })
        expect(await connect(connector, { secrets: withKey(tokens) })).toMatchObject({ outcome: 'done' })
      }
      for (const tokens of [['wrong'], ['wrong', 'old']]) {
        expect(await check(settings, withKey(tokens))).toEqual(credentialsRefused)
        expect(await connect(connector, { secrets: withKey(tokens) })).toEqual(credentialsRefused)
      }
    })

    test('with a key is asked about its token once for all accounts', async () => {
      add()
      const settings = await connected(connector)
      const asked = () =>
        twilio.rest.calls.filter((call) => call.endsWith(`${twilio.accountSid}.json`)).length
      const before = asked()
      await check(settings, withKey(['next-auth-token']))
      await check(settings, withKey(['next-auth-token']))
      expect(asked() - before).toBe(1)
    })
  },
)

test('lists, media and test messages are asked for with the next token where Twilio refuses the first', async () => {
  twilio.rest.addNumber('+14155550100')
  const { url } = twilio.keepMedium(Buffer.from('a picture'), 'image/png')
  const body = 'Before the change'
  twilio.message({ from: '+14155550177', to: phone, body, media: [{ url, mime: 'image/png' }] })
  const account = accountOf(sms, { secrets })
  const asked = { from: new Date('2026-04-14'), before: new Date('2026-04-15') }
  const within = { ...limits(), extraHosts: [twilio.host, twilio.contentHost], maxBytes: 1_000_000 }
  const listed = await sms.listing!.list(account, asked, { ...within, mostItems: 100 })
  expect(listed).toMatchObject({ outcome: 'page', messages: [{}] })
  expect(await sms.media!.fetch(url, account, within)).toMatchObject({ outcome: 'fetched' })
  expect(twilio.leakedCredentials).toEqual([])
  const canary = sms.canary?.by === 'provider' ? sms.canary : undefined
  expect(await canary?.send(account, { from: '+14155550100', text: 'A test' }, within)).toEqual({
    outcome: 'done',
  })
})

test('a key that Twilio refuses is not replaced by a token, and a key without its secret is none', async () => {
  const account = accountOf(sms, { secrets: withKey(['next-auth-token'], 'wrong') })
  const { url } = twilio.keepMedium(Buffer.from('a picture'), 'image/png')
  const within = { ...limits(), extraHosts: [twilio.host, twilio.contentHost], maxBytes: 1_000_000 }
  expect(await connect(sms, account)).toEqual(credentialsRefused)
  expect(await sms.media!.fetch(url, account, within)).toMatchObject({ reason: 'status-401' })
  const keyOnly = accountOf(sms, { secrets: { ...secrets, apiKey: apiKey.sid } })
  expect(await sms.media!.fetch(url, keyOnly, within)).toMatchObject({ outcome: 'fetched' })
})

describe('the numbers to choose from', () => {
  const offers = (given: Record<string, unknown>) => sms.connection!.offers!(given, limits())

  test('come with the tokens that Twilio refuses beside one that it takes', async () => {
    twilio.rest.addNumber(phone)
    const found = { outcome: 'done', offers: [{ address: phone }] }
    const refusesOne = (place: number) => ({
      ...found,
      refused: { apiKey: false, authTokens: [place], conversationService: false },
    })
    expect(await offers(withKey(['next-auth-token']))).not.toHaveProperty('refused')
    expect(await offers(withKey(secrets.authTokens))).toMatchObject(refusesOne(0))
    expect(await offers(secrets)).toMatchObject(refusesOne(0))
    expect(await offers(withKey(['next-auth-token', 'old']))).toMatchObject(refusesOne(1))
  })

  test('are none if Twilio refuses the key, or every token', async () => {
    const refuses = (isKeyRefused: boolean, ...authTokens: number[]) => ({
      ...credentialsRefused,
      refused: { apiKey: isKeyRefused, authTokens, conversationService: false },
    })
    expect(await offers(withKey(['wrong']))).toEqual(refuses(false, 0))
    expect(await offers(withKey(['wrong', 'old']))).toEqual(refuses(false, 0, 1))
    expect(await offers({ ...secrets, authTokens: ['wrong'] })).toEqual(refuses(false, 0))
    expect(await offers(withKey(['next-auth-token'], 'wrong'))).toEqual(refuses(true))
    expect(await offers(withKey(['old', 'next-auth-token'], 'wrong'))).toEqual(refuses(true, 0))
  })

  test('are asked for again later if Twilio says nothing of the tokens', async () => {
    twilio.rest.isBusy = true
    expect(await offers(withKey(['next-auth-token']))).toEqual({ outcome: 'retry', reason: 'status-429' })
  })
})
