import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isSigned } from '#channels/twilio/signature.ts'
import { type LocalServer, openLocalServer } from './local-server.ts'
import type { Fields } from './twilio-rest.ts'
import { type FakeTwilio, openFakeTwilio } from './twilio.ts'

const ana = { address: '+14155550111', proxy: '+14155550100' }
const ben = { address: 'whatsapp:+14155550112', proxy: 'whatsapp:+14155550101' }
const desk = { identity: 'desk' }
const publicUrl = 'https://archive.example/twilio/hooks/7?tenant=1'

let twilio: FakeTwilio
let endpoint: LocalServer
const got: { readonly signature: string; readonly fields: URLSearchParams }[] = []
beforeAll(async () => {
  endpoint = await openLocalServer(async (asked, answer) => {
    const signature = String(asked.headers['x-twilio-signature'])
    got.push({ signature, fields: new URLSearchParams(await text(asked)) })
    answer.writeHead(asked.url?.startsWith('/down') ? 500 : 204).end()
  })
})
beforeEach(async () => {
  got.splice(0)
  twilio = await openFakeTwilio()
  return () => twilio.close()
})
afterAll(() => endpoint.close())

const origin = () => `http://${endpoint.host}`
const inService = (path: string) => `/v1/Services/${twilio.conversations.serviceSid}/${path}`

async function call(path: string, init: RequestInit = {}) {
  const authorization = `Basic ${btoa(`${twilio.accountSid}:${twilio.authToken}`)}`
  const answer = await fetch(`http://${twilio.host}${path}`, { ...init, headers: { authorization } })
  const json = answer.status === 204 ? {} : await answer.json()
  return { status: answer.status, json: json as Fields }
}

async function rowsOf(path: string, key: string) {
  const { json } = await call(path)
  return json[key] as Fields[]
}

function setHook(room: { readonly sid: string }, filters: readonly string[], url = publicUrl) {
  const body = new URLSearchParams({
    Target: 'webhook',
    'Configuration.Url': url,
    'Configuration.Method': 'POST',
  })
  for (const filter of filters) body.append('Configuration.Filters', filter)
  return call(inService(`Conversations/${room.sid}/Webhooks`), { method: 'POST', body })
}

test('A room is found by the address or the identity of its people, a page at a time', async () => {
  const { conversations } = twilio
  const rooms = [conversations.open([ana, desk]), conversations.open([ana]), conversations.open([ben, desk])]
  conversations.become('closed', rooms[1]!)
  conversations.largestPage = 1

  const address = encodeURIComponent(ana.address)
  const first = await call(inService(`ParticipantConversations?Address=${address}&PageSize=50`))
  expect(first.json.conversations).toMatchObject([
    {
      conversation_sid: rooms[0]!.sid,
      participant_sid: rooms[0]!.participants[0]!.sid,
      participant_messaging_binding: { type: 'sms', address: ana.address, proxy_address: ana.proxy },
      conversation_state: 'active',
    },
  ])
  const next = new URL((first.json.meta as { next_page_url: string }).next_page_url)
  expect(next.host).toBe('conversations.twilio.com')
  const second = await call(`${next.pathname}${next.search}`)
  expect(second.json).toMatchObject({
    conversations: [{ conversation_sid: rooms[1]!.sid, conversation_state: 'closed' }],
    meta: { next_page_url: null },
  })

  conversations.largestPage = 1000
  const ofDesk = await rowsOf(inService('ParticipantConversations?Identity=desk'), 'conversations')
  expect(ofDesk.map((row) => row.conversation_sid)).toEqual([rooms[0]!.sid, rooms[2]!.sid])
  const unwell = await call(inService('ParticipantConversations?Address=whatsapp:%2B14155550500'))
  expect(unwell.status).toBe(500)
  const elsewhere = await call('/v1/Services/IS00000000000000000000000000000001/Conversations')
  expect(elsewhere).toMatchObject({ status: 404, json: { code: 20404 } })
})

test('What is said reaches each phone as a text message, with a receipt, and the number of its author', async () => {
  const { conversations } = twilio
  twilio.rest.addNumber(ana.proxy, { sms_url: `${origin()}/number` })
  const room = conversations.open([ana, ben, desk])

  const fromDesk = await conversations.say(room, 'desk', 'Hello all')
  const fromAna = await conversations.say(room, ana.address, 'Hello desk')
  expect([fromDesk.textSids.length, fromAna.textSids.length]).toEqual([2, 1])
  expect(got.map(({ fields }) => [fields.get('From'), fields.get('Body')])).toEqual([
    [ana.address, 'Hello desk'],
  ])

  const texts = await rowsOf(`/2010-04-01/Accounts/${twilio.accountSid}/Messages.json`, 'messages')
  const inText = (row: Fields) => [row.from, row.to, row.body, row.direction].join(' ')
  expect(texts.map(inText).toSorted()).toEqual([
    `${ana.proxy} ${ana.address} Hello all outbound-api`,
    `${ana.address} ${ana.proxy} Hello desk inbound`,
    `${ben.proxy} ${ben.address} Hello all outbound-api`,
    `${ben.proxy} ${ben.address} Hello desk outbound-api`,
  ])

  const path = inService(`Conversations/${room.sid}/Messages`)
  expect(await rowsOf(`${path}?Order=desc`, 'messages')).toMatchObject([
    { sid: fromAna.sid, index: 1, author: ana.address, delivery: { total: 1, delivered: 'all' } },
    { sid: fromDesk.sid, index: 0, author: 'desk', delivery: { total: 2, delivered: 'all' } },
  ])
  expect(await rowsOf(`${path}/${fromDesk.sid}/Receipts`, 'delivery_receipts')).toMatchObject(
    fromDesk.textSids.map((sid, at) => ({
      channel_message_sid: sid,
      participant_sid: room.participants[at]!.sid,
      status: 'delivered',
    })),
  )
})

test('A hook gets the signed events that its filters name, once each', async () => {
  const { conversations } = twilio
  const room = conversations.open([ben, desk])
  const messages = ['onMessageAdded', 'onMessageUpdated', 'onMessageRemoved', 'onDeliveryUpdated']
  const people = ['onParticipantAdded', 'onParticipantRemoved']
  await setHook(room, messages, `${publicUrl}#rc=3&rp=all`)
  await setHook(room, people, 'https://archive.example/down')

  const at = new Date('2026-05-01T08:00:00.250Z')
  const how = { at, origin: origin() }
  const { sid } = await conversations.say(room, 'desk', 'Hello', how)
  await conversations.edit(room, sid, 'Hello Ben', how)
  await conversations.remove(room, sid, how)
  const joined = await conversations.join(room, ana, how)
  await conversations.leave(room, ana, how)

  const events = got.map(({ fields }) => fields.get('EventType'))
  expect(events).toEqual([
    'onMessageAdded',
    'onDeliveryUpdated',
    'onMessageUpdated',
    'onMessageRemoved',
    ...people,
  ])
  expect(conversations.answers).toEqual([204, 204, 204, 204, 500, 500])
  for (const { signature, fields } of got.slice(0, 4))
    expect(isSigned(signature, [twilio.authToken], publicUrl, fields)).toBe(true)
  expect(Object.fromEntries(got[2]!.fields)).toMatchObject({
    ConversationSid: room.sid,
    MessageSid: sid,
    Source: 'SDK',
    ClientIdentity: 'desk',
    Index: '0',
    Body: 'Hello Ben',
    DateUpdated: at.toISOString(),
  })
  expect(Object.fromEntries(got[4]!.fields)).toMatchObject({
    ParticipantSid: joined.sid,
    'MessagingBinding.Address': ana.address,
    'MessagingBinding.ProxyAddress': ana.proxy,
    'MessagingBinding.Type': 'SMS',
  })
  expect(await rowsOf(inService(`Conversations/${room.sid}/Messages`), 'messages')).toEqual([])
})

test('A room takes five hooks, and another one in place of one that is deleted', async () => {
  const room = twilio.conversations.open([ana, desk])
  const path = inService(`Conversations/${room.sid}/Webhooks`)
  for (let count = 0; count < 5; count++)
    expect((await setHook(room, ['onMessageAdded'], `${publicUrl}&n=${count}`)).status).toBe(201)
  expect(await setHook(room, ['onMessageAdded'])).toMatchObject({ status: 400, json: { code: 50361 } })

  const webhooks = await rowsOf(path, 'webhooks')
  expect(webhooks).toHaveLength(5)
  expect(webhooks[4]?.configuration).toEqual({
    url: `${publicUrl}&n=4`,
    method: 'POST',
    filters: ['onMessageAdded'],
  })
  const one = `${path}/${String(webhooks[0]?.sid)}`
  expect((await call(one, { method: 'DELETE' })).status).toBe(204)
  expect(await call(one, { method: 'DELETE' })).toMatchObject({ status: 404, json: { code: 20404 } })

  twilio.conversations.afterHookSet = () => Promise.resolve('lost')
  await expect(setHook(room, ['onMessageAdded'])).rejects.toThrow()
  expect(await rowsOf(path, 'webhooks')).toHaveLength(5)
})
