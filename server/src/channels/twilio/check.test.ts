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
      isUnchanged = true,
      deliveredAt,
    }: { secrets?: Record<string, unknown>; at?: string; isUnchanged?: boolean; deliveredAt?: Date } = {},
  ) =>
    connector.connection!.check!(accountOf(connector, { settings, ...(secrets && { secrets }) }), at, {
      ...limits(),
      now: new Date(),
      deliveredAt,
      isUnchanged: async () => isUnchanged,
    })
  const refused = (reason: string) => ({ outcome: 'refused', reason })

  test('counts as delivering, and the check changes nothing', async () => {
    add()
    const settings = await connected(connector)
    const changed = changes()
    expect(await check(settings)).toEqual({ outcome: 'done' })
    expect(changes()).toEqual(changed)
  })

  test('is repaired if its hooks were emptied', async () => {
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
    expect(await check(settings, { isUnchanged: false })).toEqual({ outcome: 'not-asked' })
    expect(hooks(row)).toMatchObject({ [url]: '', [fallback]: '' })
  })

  test('is refused for the same reasons as its connection: a messaging service, and no token', async () => {
    add()
    const settings = await connected(connector)
    const noToken = { ...accountOf(connector).secrets, authTokens: [] }
    expect(await check(settings, { secrets: noToken })).toEqual(refused('not-configured'))
    expect(await connect(connector, { settings, secrets: noToken })).toEqual(refused('not-configured'))
    twilio.rest.addService([address], { inbound_request_url: 'https://bot.acme.test/in' })
    expect(await check(settings)).toEqual(refused('delivered-elsewhere'))
    expect(await connect(connector, { settings })).toEqual(refused('delivered-elsewhere'))
  })

  test('delivers elsewhere if it has another hook, which stays, even if it is an old one of ours', async () => {
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

  test('is not said to be failing by errors of long ago, of other addresses, or of messages', async () => {
    add()
    const settings = await connected(connector)
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    const said = (ErrorUrl: string, at: Date, ErrorCode = '11200') =>
      twilio.alerts.errors.push({ ErrorCode, ErrorUrl, at })
    said(endpoint, minutesAgo(6))
    said('https://bot.acme.test/in', minutesAgo(1))
    said(endpoint, minutesAgo(1), '30007')
    expect(await check(settings)).toEqual({ outcome: 'done' })
  })

  test('is delivered to again once something arrived after what failed', async () => {
    add()
    const settings = await connected(connector)
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)
    twilio.alerts.errors.push({ ErrorCode: '11200', ErrorUrl: endpoint, at: ago(60) })
    expect(await check(settings, { deliveredAt: ago(90) })).toEqual(refused('cannot-deliver'))
    expect(await check(settings, { deliveredAt: ago(30) })).toEqual({ outcome: 'done' })
  })

  test('is not said to be failing by credentials that may not read errors', async () => {
    add()
    const settings = await connected(connector)
    twilio.alerts.errors.push({ ErrorCode: '11200', ErrorUrl: endpoint, at: new Date() })
    twilio.alerts.isRefused = true
    expect(await check(settings)).toEqual({ outcome: 'done' })
  })

  test('is not said to be away because only the list of errors does not answer', async () => {
    add()
    const settings = await connected(connector)
    twilio.alerts.isAway = true
    expect(await check(settings)).toEqual({ outcome: 'done' })
  })

  test('cannot be delivered to if the provider’s list of errors says so', async () => {
    add()
    const settings = await connected(connector)
    twilio.alerts.errors.push({ ErrorCode: '11200', ErrorUrl: endpoint, at: new Date(Date.now() - 60_000) })
    expect(await check(settings)).toEqual(refused('cannot-deliver'))
  })

  test.each([150, 1500])(
    'cannot be delivered to, also after %s errors of another system with the same credentials',
    async (others) => {
      add()
      const settings = await connected(connector)
      const at = new Date(Date.now() - 60_000)
      const said = (ErrorUrl: string) => twilio.alerts.errors.push({ ErrorCode: '11200', ErrorUrl, at })
      said(endpoint)
      for (let other = 0; other < others; other++) said('https://bot.acme.test/in')
      expect(await check(settings)).toEqual(refused('cannot-deliver'))
    },
  )

  test('cannot be delivered to, also if only the newest errors can be read', async () => {
    add()
    const settings = await connected(connector)
    const at = new Date(Date.now() - 60_000)
    const said = (ErrorUrl: string) => twilio.alerts.errors.push({ ErrorCode: '11200', ErrorUrl, at })
    for (let other = 0; other < 1000; other++) said('https://bot.acme.test/in')
    said(endpoint)
    const { alerts } = twilio
    const serve = alerts.serve.bind(alerts)
    alerts.serve = (url, ...rest) => {
      alerts.isAway = url.searchParams.has('Page')
      serve(url, ...rest)
    }
    expect(await check(settings)).toEqual(refused('cannot-deliver'))
  })

  test('is not checked if it was never connected here', async () => {
    add()
    expect(await check({})).toEqual({ outcome: 'not-asked' })
    expect(twilio.rest.calls).toEqual([])
  })
})

describe.each(kinds)('accounts with the same credentials, each $name', ({ connector, add, address }) => {
  const numbers = ['+14155550143', '+14155550144', '+14155550145']
  async function look(number: string, now: number) {
    const settings = { webhookUrl: endpoint }
    const account = accountOf(connector, { settings, address: connector.identityOf(number) })
    const isUnchanged = async () => true
    return connector.connection!.check!(account, endpoint, { ...limits(), now: new Date(now), isUnchanged })
  }
  const servicesAsked = () => twilio.rest.calls.filter((call) => call.includes('/v1/Services')).length

  test('share one request for what is the same for all of them, and see a change within a minute', async () => {
    for (const at of [...numbers, phone]) {
      add({}, at)
      await connect(connector, { address: connector.identityOf(at) })
    }
    twilio.rest.addService([], { inbound_request_url: 'https://bot.acme.test/in' })
    const before = servicesAsked()
    const looked = await Promise.all(numbers.map((number) => look(number, 0)))
    expect([...looked, await look(phone, 44_000)]).toEqual(Array(4).fill({ outcome: 'done' }))
    expect(servicesAsked() - before).toBe(2)
    twilio.rest.addService([address], { inbound_request_url: 'https://bot.acme.test/in' })
    expect(await look(phone, 45_000)).toEqual({ outcome: 'refused', reason: 'delivered-elsewhere' })
  })

  test('that are rate-limited pause their requests, longer each time', async () => {
    add({}, phone)
    await connect(connector)
    const minutes: number[] = []
    twilio.rest.isBusy = true
    for (let minute = 0; minute < 16; minute++) {
      const asked = twilio.rest.calls.length
      expect(await look(phone, minute * 60_000)).toEqual({ outcome: 'retry', reason: 'status-429' })
      if (twilio.rest.calls.length > asked) minutes.push(minute)
    }
    expect(minutes).toEqual([0, 1, 3, 7, 15])
    twilio.rest.isBusy = false
    expect(await look(phone, 23 * 60_000)).toEqual({ outcome: 'done' })
    twilio.rest.isBusy = true
    await look(phone, 24 * 60_000)
    twilio.rest.isBusy = false
    expect(await look(phone, 25 * 60_000)).toEqual({ outcome: 'done' })
  })
})

test('a number that an application took over delivers elsewhere', async () => {
  const row = twilio.rest.addNumber(phone)
  const settings = await connected(sms)
  Object.assign(row, { sms_application_sid: 'AP1' })
  const look = sms.connection!.check!(accountOf(sms, { settings }), endpoint, {
    ...limits(),
    now: new Date(),
    isUnchanged: async () => true,
  })
  expect(await look).toEqual({ outcome: 'refused', reason: 'delivered-elsewhere' })
})
