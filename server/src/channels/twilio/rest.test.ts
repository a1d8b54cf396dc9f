import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type FakeTwilio, openFakeTwilio } from '#testing/fakes/twilio.ts'
import { timeFor } from '#testing/twilio-accounts.ts'
import { callRest, readPages, type RestSession } from './rest.ts'
import { restCredentialsOf } from './secrets.ts'

const apiKey = { sid: `SK${'a'.repeat(32)}`, secret: 'fake-api-secret' }
let twilio: FakeTwilio
beforeAll(async () => {
  twilio = await openFakeTwilio({ apiKey })
})
afterAll(() => twilio.close())

const Number = z.object({ phone_number: z.string() })
const secrets = () => ({ accountSid: twilio.accountSid, authTokens: [twilio.authToken] })
function sessionWith(given: Record<string, unknown> = secrets(), limits = {}): RestSession {
  const credentials = restCredentialsOf(given) ?? { accountSid: '', user: '', passwords: [] }
  return { credentials, limits: { timeoutMs: 5000, extraHosts: [twilio.host], ...limits } }
}
const listPath = () => `/2010-04-01/Accounts/${twilio.accountSid}/IncomingPhoneNumbers.json`
const read = (session: RestSession, query = '') =>
  readPages(session, { host: 'api', path: `${listPath()}${query}`, rows: 'incoming_phone_numbers' }, Number)

describe('credentials', () => {
  const accountSid = `AC${'0'.repeat(32)}`
  test.each([
    [
      'a key goes before a token',
      { accountSid, authTokens: ['t'], apiKey: 'SK1', apiSecret: 's' },
      'SK1',
      's',
    ],
    ['a key without its secret is none', { accountSid, authTokens: ['t'], apiKey: 'SK1' }, accountSid, 't'],
    ['an empty token is none', { accountSid, authTokens: ['', 't'] }, accountSid, 't'],
  ])('%s', (_, given, user, password) => {
    expect(restCredentialsOf(given)).toEqual({ accountSid, user, passwords: [password] })
  })

  test.each([
    ['nothing', {}],
    ['only an account', { accountSid }],
    ['only a token', { authTokens: ['t'] }],
    ['an account that would change the path', { accountSid: '../AC1', authTokens: ['t'] }],
    ['an account that is followed by a path', { accountSid: 'AC1/../AC2', authTokens: ['t'] }],
    ['another shape', { accountSid, authTokens: 't' }],
  ])('%s is not enough', (_, given) => {
    expect(restCredentialsOf(given)).toBeUndefined()
  })
})

test('either kind of credentials opens the interface, and no other', async () => {
  const key = { accountSid: twilio.accountSid, apiKey: apiKey.sid, apiSecret: apiKey.secret }
  expect(await read(sessionWith(secrets()))).toMatchObject({ outcome: 'done' })
  expect(await read(sessionWith(key))).toMatchObject({ outcome: 'done' })
  for (const wrong of [
    { ...secrets(), authTokens: ['guessed'] },
    { ...key, apiSecret: 'guessed' },
  ]) {
    expect(await read(sessionWith(wrong))).toEqual({ outcome: 'refused', reason: 'credentials-refused' })
  }
})

test('another token is tried only where Twilio refuses the one before', async () => {
  const both = { ...secrets(), authTokens: ['old', twilio.authToken, 'older'] }
  const before = twilio.rest.calls.length
  expect(await read(sessionWith(both))).toMatchObject({ outcome: 'done' })
  const asked = `?PhoneNumber=${encodeURIComponent('+14155550429')}`
  expect(await read(sessionWith(both), asked)).toMatchObject({ outcome: 'retry', reason: 'status-429' })
  expect(twilio.rest.calls.length - before).toBe(2)
})

describe('a list', () => {
  test('is read to its end, in pages', async () => {
    await using many = await openFakeTwilio()
    many.rest.largestPage = 2
    const phones = ['+14155550101', '+14155550102', '+14155550103', '+14155550104', '+14155550105']
    for (const phone of phones) {
      many.rest.addNumber(phone)
      many.rest.addSender(phone)
    }
    const session = sessionWith(secrets(), { extraHosts: [many.host] })
    const path = listPath()
    expect(await readPages(session, { host: 'api', path, rows: 'incoming_phone_numbers' }, Number)).toEqual({
      outcome: 'done',
      value: phones.map((phone_number) => ({ phone_number })),
    })
    // These lists name the next page by its full address; the credentials still go to the first host only.
    const list = {
      host: 'messaging',
      path: '/v2/Channels/Senders?Channel=whatsapp',
      rows: 'senders',
    } as const
    expect(await readPages(session, list, z.object({ sender_id: z.string() }))).toEqual({
      outcome: 'done',
      value: phones.map((phone) => ({ sender_id: `whatsapp:${phone}` })),
    })
    expect(many.rest.calls).toHaveLength(6)
    expect(many.rest.calls[0]).toContain('?PageSize=1000')
  })

  test('ends after 20 pages', async () => {
    await using many = await openFakeTwilio()
    many.rest.largestPage = 1
    for (let at = 0; at < 25; at++) many.rest.addNumber(`+141555501${String(at).padStart(2, '0')}`)
    const session = sessionWith(secrets(), { extraHosts: [many.host] })
    const path = listPath()
    const answer = await readPages(session, { host: 'api', path, rows: 'incoming_phone_numbers' }, Number)
    expect(answer.outcome === 'done' && answer.value.length).toBe(20)
  })
})

describe('an answer', () => {
  test.each([
    ['that asks for patience', '0429', { outcome: 'retry', reason: 'status-429' }],
    ['of a failing server', '0500', { outcome: 'retry', reason: 'status-500' }],
    ['that never comes', '0000', { outcome: 'retry', reason: 'timeout' }],
    ['that is no JSON', '0200', { outcome: 'refused', reason: 'not-understood' }],
  ])('%s is classified', async (_, ending, outcome) => {
    const asked = `?PhoneNumber=${encodeURIComponent(`+1415555${ending}`)}`
    expect(await read(sessionWith(secrets(), timeFor(ending)), asked)).toEqual(outcome)
  })

  test('in another shape is not understood', async () => {
    const list = { host: 'api', path: listPath(), rows: 'numbers' } as const
    expect(await readPages(sessionWith(), list, Number)).toEqual({
      outcome: 'refused',
      reason: 'not-understood',
    })
  })

  test('with "not found" is a failure of its own', async () => {
    const path = `${listPath().replace('.json', '')}/PN${'f'.repeat(32)}.json`
    const outcome = { outcome: 'refused', reason: 'address-unknown' }
    expect(await callRest(sessionWith(), { host: 'api', path }, Number)).toEqual(outcome)
  })

  test('for a wrong request is not understood, whatever its content', async () => {
    const path = '/v2/Channels/Senders?Channel=telex'
    const outcome = { outcome: 'refused', reason: 'not-understood' }
    expect(await callRest(sessionWith(), { host: 'messaging', path }, Number)).toEqual(outcome)
  })
})

describe('the host', () => {
  test('is an extra host with a port, if there is one', async () => {
    const extraHosts = ['localhost', '127.0.0.1:9', twilio.host]
    const outcome = { outcome: 'retry', reason: 'ECONNREFUSED' }
    expect(await read(sessionWith(secrets(), { extraHosts }))).toEqual(outcome)
    expect(await read(sessionWith(secrets(), { extraHosts: extraHosts.slice(2) }))).toMatchObject({
      outcome: 'done',
    })
  })

  test.each(['https://example.com/x.json', '//example.com/x.json', 'https://a//example.com/x.json'])(
    'is not changed by a path: %s',
    async (path) => {
      const outcome = { outcome: 'refused', reason: 'address-unknown' }
      expect(await callRest(sessionWith(), { host: 'api', path }, Number)).toEqual(outcome)
    },
  )
})
