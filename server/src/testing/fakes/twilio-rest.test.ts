import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sharedVectors } from '@verbatim/reference/shared-data.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import type { ChannelAccount } from '#channels/connector.ts'
import { textCanary } from '#channels/twilio/canary.ts'
import { numbers } from '#channels/twilio/numbers.ts'
import type { RestSession } from '#channels/twilio/rest.ts'
import { senders } from '#channels/twilio/senders.ts'
import { openFakeTwilio } from './twilio.ts'

/*
 * Twilio's answers by the reference, which come from its own description: what the product makes of them, and that the fake gives
 * such answers.
 */

interface RestVector {
  readonly id: string
  readonly input: {
    readonly method: string
    readonly url: string
    readonly form?: string
    readonly json?: unknown
  }
  readonly expected: { readonly status: number; readonly json: Readonly<Record<string, unknown>> }
}
interface SdkVector {
  readonly expected: {
    readonly bodySentBySdk: Readonly<Record<string, unknown>>
    readonly bodyDocumented: Readonly<Record<string, unknown>>
  }
}

const vectors = sharedVectors<RestVector>('twilio.json', 'rest-response')
const [sdk] = sharedVectors<SdkVector>('twilio.json', 'sdk-behaviour')
const isAbsent = vectors.length === 0
const vector = (id: string) => vectors.find((one) => one.id === id)!

const accountSid = `AC${'a'.repeat(32)}`
const asked: { method: string | undefined; path: string; body: string }[] = []
let answer: RestVector['expected']
const server = createServer((request, reply) => {
  const give = async () => {
    asked.push({ method: request.method, path: request.url ?? '', body: await text(request) })
    reply.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.json))
  }
  void give()
})
let session: RestSession
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  session = {
    credentials: { accountSid, user: accountSid, passwords: ['token'] },
    limits: { timeoutMs: 5_000, extraHosts: [host] },
  }
})
beforeEach(() => void asked.splice(0))
afterAll(() => new Promise((done) => server.close(done)))

const account: ChannelAccount = {
  id: AccountId.parse('01890000-0000-7000-8000-000000000001'),
  tenantId: TenantId.parse('01890000-0000-7000-8000-000000000002'),
  channel: 'sms',
  address: { kind: 'phone', value: '+14155550100' },
  ourDomains: [],
  settings: {},
  secrets: { accountSid, authTokens: ['token'] },
}

test.skipIf(isAbsent)('all reference answers are used here', () => {
  expect(vectors.map(({ id }) => id).toSorted()).toEqual([
    'rest-incoming-phone-number',
    'rest-message-create-201',
    'rest-sender-create-202',
    'rest-sender-update-202',
    'rest-senders-list-empty',
  ])
})

test.skipIf(isAbsent)(
  'a number is read from the reference answer, and requested as in the reference',
  async () => {
    const { input, expected } = vector('rest-incoming-phone-number')
    answer = expected
    expect(await numbers.list(session)).toMatchObject({
      outcome: 'done',
      value: [{ phone: '+18089255327', label: '(808) 925-5327', canReceive: true, hasApplication: false }],
    })
    const path = new URL(input.url.replace('{AccountSid}', accountSid)).pathname
    expect(asked).toEqual([{ method: input.method, path: `${path}?PageSize=1000`, body: '' }])
  },
)

test.skipIf(isAbsent)('an empty list of senders has no rows and no next page', async () => {
  const { input, expected } = vector('rest-senders-list-empty')
  answer = expected
  expect(await senders.list(session)).toEqual({ outcome: 'done', value: [] })
  const { pathname, searchParams } = new URL(input.url)
  const url = new URL(asked[0]?.path ?? '', 'https://messaging.twilio.com')
  expect([asked.length, url.pathname, url.searchParams.get('Channel')]).toEqual([
    1,
    pathname,
    searchParams.get('Channel'),
  ])
})

test.skipIf(isAbsent)('a message is sent as in the reference, and its answer is a success', async () => {
  if (textCanary.by !== 'provider') throw new Error('The provider sends it')
  const { input, expected } = vector('rest-message-create-201')
  answer = expected
  const given = new URLSearchParams(input.form)
  const sent = { from: given.get('From') ?? '', text: given.get('Body') ?? '' }
  expect(await textCanary.send(account, sent, session.limits)).toEqual({ outcome: 'done' })
  // No one waits for the states of a test message.
  given.delete('StatusCallback')
  const path = new URL(input.url.replace('{AccountSid}', accountSid)).pathname
  expect(asked).toEqual([{ method: 'POST', path, body: expect.any(String) }])
  expect(Object.fromEntries(new URLSearchParams(asked[0]?.body))).toEqual(Object.fromEntries(given))
})

test.skipIf(isAbsent)('the hooks of a sender are set under the exact names of the reference', async () => {
  const created = vector('rest-sender-create-202')
  for (const { expected } of [created, vector('rest-sender-update-202')]) {
    answer = expected
    const hook = { url: 'https://hooks.example.com/a', method: 'POST' }
    const sid = String(expected.json['sid'])
    const set = await senders.setHooks(session, sid, { messages: hook, status: hook })
    expect(set).toEqual({ outcome: 'done', value: { sid } })
  }
  const bodies = asked.map(({ body }) => JSON.parse(body) as { webhook: object })
  const { webhook } = created.input.json as { webhook: object }
  for (const body of bodies) {
    expect(Object.keys(body.webhook).toSorted()).toEqual(Object.keys(webhook).toSorted())
    // The vendor's library sends the names as a program writes them, which are others.
    const names = [...Object.keys(body), ...Object.keys(body.webhook)]
    expect(names.filter((name) => /[A-Z]/.test(name))).toEqual([])
  }
  expect(Object.keys(sdk!.expected.bodySentBySdk)).toEqual(['senderId', 'configuration'])
  expect(Object.keys(sdk!.expected.bodyDocumented)).toEqual(['sender_id', 'configuration'])
})

test.skipIf(isAbsent)('the fake answers with the fields of the reference', async () => {
  await using twilio = await openFakeTwilio()
  const { sid } = twilio.rest.addSender('+15017122661')
  twilio.rest.addNumber('+18089255327')
  const headers = {
    authorization: `Basic ${Buffer.from(`${twilio.accountSid}:${twilio.authToken}`).toString('base64')}`,
  }
  const ask = async (path: string, body?: object) => {
    const said = await fetch(`http://${twilio.host}${path}`, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    return { status: said.status, json: (await said.json()) as Record<string, unknown> }
  }
  const list = await ask(`/2010-04-01/Accounts/${twilio.accountSid}/IncomingPhoneNumbers.json`)
  const { json: given } = vector('rest-incoming-phone-number').expected
  const [theirs] = given['incoming_phone_numbers'] as Record<string, unknown>[]
  const [ours] = list.json['incoming_phone_numbers'] as Record<string, unknown>[]
  // Of a row, what the product reads; the rest is beside it.
  const read = [
    'sid',
    'phone_number',
    'friendly_name',
    'capabilities',
    'sms_url',
    'sms_method',
    'sms_application_sid',
  ]
  for (const name of read) expect(typeof ours?.[name], name).toBe(typeof theirs?.[name])
  const changed = await ask(`/v2/Channels/Senders/${sid}`, { webhook: {} })
  const { status, json } = vector('rest-sender-create-202').expected
  expect([changed.status, Object.keys(changed.json).toSorted()]).toEqual([
    status,
    Object.keys(json).toSorted(),
  ])
})
