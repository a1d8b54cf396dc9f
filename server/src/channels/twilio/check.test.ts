import { describe, expect, test } from 'vitest'
import type { FakeTwilio } from '#testing/fakes/twilio.ts'
import { phone } from '#testing/twilio-accounts.ts'
import { endpoint, setUpConnections } from '#testing/twilio-connections.ts'
import { sms } from './connector.ts'

let twilio: FakeTwilio
const { limits, accountOf, connect, connected, changes, kinds } = setUpConnections((opened) => {
  twilio = opened
})

describe.each(kinds)('$name that is connected', ({ connector, add, hooks, address, url, fallback }) => {
  const check = (
    settings: Record<string, unknown>,
    {
      secrets,
      at = endpoint,
      isStanding = true,
    }: { secrets?: Record<string, unknown>; at?: string; isStanding?: boolean } = {},
  ) =>
    connector.connection!.check!(accountOf(connector, { settings, ...(secrets && { secrets }) }), at, {
      ...limits(),
      now: new Date(),
      stands: async () => isStanding,
    })
  const refused = (reason: string) => ({ outcome: 'refused', reason })

  test('delivers, and looking changes nothing', async () => {
    add()
    const settings = await connected(connector)
    const changed = changes()
    expect(await check(settings)).toEqual({ outcome: 'done' })
    expect(changes()).toEqual(changed)
  })

  test('is set right if its hooks were emptied', async () => {
    const row = add()
    const settings = await connected(connector)
    Object.assign(hooks(row), { [url]: '', [fallback]: '' })
    expect(await check(settings)).toEqual({ outcome: 'done' })
    expect(hooks(row)).toMatchObject({
      [url]: expect.stringContaining(endpoint),
      [fallback]: expect.stringContaining(endpoint),
    })
  })

  test('is left alone if it was removed meanwhile', async () => {
    const row = add()
    const settings = await connected(connector)
    Object.assign(hooks(row), { [url]: '', [fallback]: '' })
    expect(await check(settings, { isStanding: false })).toEqual({ outcome: 'not-asked' })
    expect(hooks(row)).toMatchObject({ [url]: '', [fallback]: '' })
  })

  test('is refused for what its connection is refused for: a messaging service, and no token', async () => {
    add()
    const settings = await connected(connector)
    const noToken = { ...accountOf(connector).secrets, authTokens: [] }
    expect(await check(settings, { secrets: noToken })).toEqual(refused('not-configured'))
    expect(await connect(connector, { settings, secrets: noToken })).toEqual(refused('not-configured'))
    twilio.rest.addService([address], { inbound_request_url: 'https://bot.acme.test/in' })
    expect(await check(settings)).toEqual(refused('delivered-elsewhere'))
    expect(await connect(connector, { settings })).toEqual(refused('delivered-elsewhere'))
  })

  test('is delivered elsewhere if its hook is another one, which stays, also if that is ours from before', async () => {
    const row = add()
    const settings = await connected(connector)
    const changed = changes()
    for (const other of ['https://bot.acme.test/in', endpoint.replace('hooks.acme', 'first.acme')]) {
      Object.assign(hooks(row), { [url]: other })
      expect(await check(settings)).toEqual(refused('delivered-elsewhere'))
    }
    expect(changes()).toEqual(changed)
    Object.assign(hooks(row), { [url]: endpoint })
    expect(await check(settings)).toEqual({ outcome: 'done' })
  })

  test('says what is wrong: other credentials, and a number that is gone', async () => {
    add()
    const settings = await connected(connector)
    const secrets = { accountSid: twilio.accountSid, authTokens: ['revoked'] }
    expect(await check(settings, { secrets })).toEqual(refused('credentials-refused'))
    twilio.rest.remove(address)
    expect(await check(settings)).toEqual(refused('address-unknown'))
  })

  test('is not asked about if it was never connected here', async () => {
    add()
    expect(await check({})).toEqual({ outcome: 'not-asked' })
    expect(twilio.rest.calls).toEqual([])
  })
})

test('a number that an application took is delivered elsewhere', async () => {
  const row = twilio.rest.addNumber(phone)
  const settings = await connected(sms)
  Object.assign(row, { sms_application_sid: 'AP1' })
  const look = sms.connection!.check!(accountOf(sms, { settings }), endpoint, {
    ...limits(),
    now: new Date(),
    stands: async () => true,
  })
  expect(await look).toEqual({ outcome: 'refused', reason: 'delivered-elsewhere' })
})
