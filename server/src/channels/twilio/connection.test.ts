import { buffer } from 'node:stream/consumers'
import { isWhole } from '@verbatim/reference/share.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChannelConnector } from '#channels/connector.ts'
import { type LocalServer, openLocalServer } from '#testing/fakes/local-server.ts'
import type { FakeTwilio } from '#testing/fakes/twilio.ts'
import { phone, timeFor } from '#testing/twilio-accounts.ts'
import { apiKey, endpoint, setUpConnections } from '#testing/twilio-connections.ts'
import { sms, whatsapp } from './connector.ts'

/** It takes its time: `rest.test.ts` shows it in every run. */
const silent: [string, object][] = isWhole ? [['0000', { outcome: 'retry', reason: 'timeout' }]] : []
let twilio: FakeTwilio
const { limits, accountOf, connect, disconnect, connected, changes, kinds } = setUpConnections((opened) => {
  twilio = opened
})

describe.each(kinds)('$name', ({ connector, add, hooks, address, url, method, fallback, other }) => {
  const theirs = {
    [url]: 'https://bot.acme.test/in',
    [method]: other,
    [fallback]: 'https://bot.acme.test/failed',
  }

  test('is pointed at us, with retries, and its former settings are remembered', async () => {
    const row = add(theirs)
    const outcome = await connect(connector)
    expect(hooks(row)).toMatchObject({
      [url]: `${endpoint}#rc=5&rp=all&ct=2000&rt=7000`,
      [method]: 'POST',
      [fallback]: `${endpoint}#rc=5&rp=all&ct=2000&rt=7000`,
    })
    expect(outcome).toMatchObject({
      outcome: 'done',
      settings: {
        [connector === sms ? 'numberSid' : 'senderSid']: row.sid,
        before: {
          [connector === sms ? 'sms' : 'messages']: { url: 'https://bot.acme.test/in', method: other },
          fallback: { url: 'https://bot.acme.test/failed' },
        },
      },
    })
  })

  test('connects with the token if there is no key', async () => {
    add()
    const secrets = { accountSid: twilio.accountSid, authTokens: [twilio.authToken] }
    expect(await connect(connector, { secrets })).toMatchObject({ outcome: 'done' })
  })

  test('is unchanged after connecting again, and the first settings are still remembered', async () => {
    add(theirs)
    const first = await connected(connector)
    const changed = changes()
    expect(await connected(connector, first)).toEqual(first)
    expect(changes()).toEqual(changed)
  })

  test('never remembers an address of ours', async () => {
    add({ [url]: `${endpoint}1#rc=1`, [fallback]: endpoint })
    const { before } = await connected(connector)
    expect(Object.values(before as object)).toEqual(
      Object.keys(before as object).map(() => expect.objectContaining({ url: '' })),
    )
    // Nor one that we set under an earlier address of the installation.
    const moved = 'https://new.acme.test/hooks/sms/01890000-0000-7000-8000-000000000001'
    const settings = {
      webhookUrl: endpoint,
      before: { fallback: { url: 'https://first.test', method: 'POST' } },
    }
    const outcome = await connect(connector, { settings }, { url: moved })
    expect(outcome).toMatchObject({ settings: { webhookUrl: moved, before: settings.before } })
    expect(JSON.stringify(outcome)).not.toContain('hooks.acme.test')
  })

  test('gets exactly its former settings back', async () => {
    const row = add(theirs)
    const had = structuredClone(hooks(row))
    const settings = await connected(connector)
    expect(await disconnect(connector, { settings })).toEqual({ outcome: 'done' })
    expect(hooks(row)).toMatchObject(had)
    const changed = changes()
    expect(await disconnect(connector, { settings })).toEqual({ outcome: 'done' })
    expect(changes()).toEqual(changed)
  })

  test('keeps settings that were changed since', async () => {
    const row = add(theirs)
    const settings = await connected(connector)
    hooks(row)[url] = 'https://next.acme.test/in'
    expect(await disconnect(connector, { settings })).toEqual({ outcome: 'done' })
    expect(hooks(row)).toMatchObject({ [url]: 'https://next.acme.test/in', [fallback]: theirs[fallback] })
  })

  test('delivers nowhere if its former settings are unknown', async () => {
    const row = add(theirs)
    await connected(connector)
    expect(await disconnect(connector, { settings: { before: 'lost' } })).toEqual({ outcome: 'done' })
    expect(hooks(row)[url] || '').toBe('')
  })

  test('that is gone, or cannot be changed any more, is disconnected', async () => {
    add()
    const settings = await connected(connector)
    const wrong = { accountSid: twilio.accountSid, authTokens: ['revoked'] }
    expect(await disconnect(connector, { settings, secrets: wrong })).toEqual({ outcome: 'done' })
    twilio.rest.remove(address)
    expect(await disconnect(connector, { settings })).toEqual({ outcome: 'done' })
  })

  test('that Twilio does not have is refused, and so is another number that contains it', async () => {
    const unknown = { outcome: 'refused', reason: 'address-unknown' }
    expect(await connect(connector)).toEqual(unknown)
    add({}, `${phone}9`)
    expect(await connect(connector)).toEqual(unknown)
    expect(await connect(connector, { address: { kind: 'walid', value: 'ID.1' } })).toEqual(unknown)
    add()
    expect(await connect(connector)).toMatchObject({ outcome: 'done' })
  })

  test('needs credentials, and the token that signs deliveries', async () => {
    add()
    const missing = { outcome: 'refused', reason: 'not-configured' }
    const keyOnly = { accountSid: twilio.accountSid, apiKey: apiKey.sid, apiSecret: apiKey.secret }
    expect(await connect(connector, { secrets: {} })).toEqual(missing)
    expect(await connect(connector, { secrets: keyOnly })).toEqual(missing)
    expect(await disconnect(connector, { secrets: {} })).toEqual(missing)
    expect(await disconnect(connector, { secrets: keyOnly })).toEqual({ outcome: 'done' })
    const wrong = { accountSid: twilio.accountSid, authTokens: ['guessed'] }
    expect(await connect(connector, { secrets: wrong })).toEqual({
      outcome: 'refused',
      reason: 'credentials-refused',
    })
  })

  test('in a messaging service belongs to the service, unless the service leaves messages to its numbers', async () => {
    add()
    const elsewhere = { outcome: 'refused', reason: 'delivered-elsewhere' }
    const service = twilio.rest.addService([address], { inbound_request_url: 'https://bot.acme.test/in' })
    expect(await connect(connector)).toEqual(elsewhere)
    service.inbound_request_url = null // drops them
    expect(await connect(connector)).toEqual(elsewhere)
    service.inbound_request_url = endpoint
    expect(await connect(connector)).toMatchObject({ outcome: 'done' })
    Object.assign(service, { inbound_request_url: null, use_inbound_webhook_on_number: true })
    expect(await connect(connector)).toMatchObject({ outcome: 'done' })
  })

  test('is free if the service has only other numbers, or if the services cannot be read', async () => {
    add()
    twilio.rest.addService(['+14155550143', 'whatsapp:+14155550143'])
    expect(await connect(connector)).toMatchObject({ outcome: 'done' })
    twilio.rest.addService([address])
    twilio.rest.showsServices = false
    expect(await connect(connector)).toMatchObject({ outcome: 'done' })
  })

  test.each<[string, object]>([
    ['0429', { outcome: 'retry', reason: 'status-429' }],
    ['0500', { outcome: 'retry', reason: 'status-500' }],
    ...silent,
    ['0200', { outcome: 'refused', reason: 'not-understood' }],
  ])('…%s gets an answer by its kind of failure, without addresses or secrets', async (ending, outcome) => {
    const value = `+1415555${ending}`
    add({}, value)
    const given = { address: { kind: 'phone', value } } as const
    expect(await connect(connector, given, timeFor(ending))).toEqual(outcome)
    expect(await disconnect(connector, given, timeFor(ending))).toEqual(outcome)
  })

  test('is tried again while Twilio cannot be reached', async () => {
    const outcome = { outcome: 'retry', reason: 'ECONNREFUSED' }
    expect(await connect(connector, {}, { extraHosts: ['127.0.0.1:9'] })).toEqual(outcome)
    expect(await disconnect(connector, {}, { extraHosts: ['127.0.0.1:9'] })).toEqual(outcome)
  })
})

describe('a number', () => {
  test('with an application delivers elsewhere', async () => {
    const row = twilio.rest.addNumber(phone, { sms_application_sid: `AP${'1'.repeat(32)}` })
    expect(await connect(sms)).toEqual({ outcome: 'refused', reason: 'delivered-elsewhere' })
    row.sms_application_sid = ''
    expect(await connect(sms)).toMatchObject({ outcome: 'done' })
  })

  test('for calls only receives no messages', async () => {
    const row = twilio.rest.addNumber(phone, { capabilities: { voice: true, sms: false, mms: false } })
    expect(await connect(sms)).toEqual({ outcome: 'refused', reason: 'cannot-receive' })
    row.capabilities = { voice: true, sms: false, mms: true }
    expect(await connect(sms)).toMatchObject({ outcome: 'done' })
  })

  test('keeps its webhook for calls', async () => {
    const row = twilio.rest.addNumber(phone, { status_callback: 'https://pbx.acme.test/calls' })
    await disconnect(sms, { settings: await connected(sms) })
    expect(row.status_callback).toBe('https://pbx.acme.test/calls')
  })
})

describe('a sender', () => {
  test.each(['OFFLINE', 'CREATING', 'PENDING_VERIFICATION'])(
    'that is %s receives no messages',
    async (status) => {
      const row = twilio.rest.addSender(phone, { status })
      expect(await connect(whatsapp)).toEqual({ outcome: 'refused', reason: 'cannot-receive' })
      expect(await disconnect(whatsapp)).toEqual({ outcome: 'done' })
      row.status = 'ONLINE'
      expect(await connect(whatsapp)).toMatchObject({ outcome: 'done' })
    },
  )

  test('that is being changed is left until that is done', async () => {
    twilio.rest.addSender(phone, { status: 'ONLINE:UPDATING' })
    const outcome = { outcome: 'retry', reason: 'sender-updating' }
    expect(await connect(whatsapp)).toEqual(outcome)
    expect(await disconnect(whatsapp)).toEqual(outcome)
  })
})

describe('numbers and senders to choose from', () => {
  const offers = (connector: ChannelConnector, secrets = accountOf(connector).secrets) =>
    connector.connection!.offers!(secrets, limits())

  test('are the numbers that receive messages, each with what receives them now', async () => {
    twilio.rest.addNumber('+14155550101', { friendly_name: 'Desk' })
    twilio.rest.addNumber('+14155550102', { friendly_name: '', sms_application_sid: `AP${'1'.repeat(32)}` })
    twilio.rest.addNumber('+14155550103', { friendly_name: null })
    twilio.rest.addNumber('+14155550104', { capabilities: { voice: true, sms: false, mms: false } })
    twilio.rest.addService(['+14155550103'])
    expect(await offers(sms)).toEqual({
      outcome: 'done',
      offers: [
        { address: '+14155550101', label: 'Desk', isTaken: false },
        { address: '+14155550102', isTaken: true },
        { address: '+14155550103', isTaken: true },
      ],
    })
  })

  test('are the senders that are online', async () => {
    twilio.rest.addSender('+14155550101')
    twilio.rest.addSender('+14155550102', { status: 'OFFLINE' })
    expect(await offers(whatsapp)).toEqual({
      outcome: 'done',
      offers: [{ address: '+14155550101', label: 'Acme', isTaken: false }],
    })
  })

  test('needs no token, but credentials that Twilio accepts', async () => {
    const { accountSid } = twilio
    expect(await offers(sms, { accountSid, apiKey: apiKey.sid, apiSecret: apiKey.secret })).toEqual({
      outcome: 'done',
      offers: [],
    })
    expect(await offers(sms, {})).toEqual({ outcome: 'refused', reason: 'not-configured' })
    expect(await offers(sms, { accountSid, apiKey: apiKey.sid, apiSecret: 'guessed' })).toMatchObject({
      outcome: 'refused',
      reason: 'credentials-refused',
    })
  })
})

describe.each(kinds)('messages to $name', ({ connector, add, address }) => {
  const received: unknown[] = []
  let failures = 0
  let server: LocalServer
  let origin = ''
  beforeAll(async () => {
    server = await openLocalServer(async (asked, answer) => {
      const { 'content-type': contentType = '', 'x-twilio-signature': signature } = asked.headers
      const body = await buffer(asked)
      const account = accountOf(connector)
      const headers = { 'content-type': contentType, 'x-twilio-signature': String(signature) }
      connector.webhook!.verify({ method: 'POST', url: endpoint, headers, body }, account)
      if (failures-- > 0) return answer.writeHead(503).end()
      received.push(connector.parse({ headers, contentType, body, receivedAt: new Date(0) }, account))
      return answer.writeHead(200).end()
    })
    origin = `http://${server.host}`
  })
  afterAll(() => server.close())

  test('arrive while it is connected, also if we failed for a moment', async () => {
    add()
    const send = (body: string) =>
      twilio.deliverTo(address, { from: address.replace('42', '00'), body }, { origin })
    expect(await send('before')).toBeUndefined()
    const settings = await connected(connector)
    expect((await send('hello'))?.status).toBe(200)
    failures = 3
    expect((await send('again'))?.status).toBe(200)
    await disconnect(connector, { settings })
    expect(await send('after')).toBeUndefined()
    expect(received).toMatchObject([[{ body: 'hello', direction: 'inbound' }], [{ body: 'again' }]])
  })
})
