import { describe, expect, test } from 'vitest'
import { account, delivery, endpoint, from, parse, stored, to, twilio } from '#testing/twilio-deliveries.ts'
import { bodyToKeep, type StoredDelivery } from '#channels/connector.ts'
import { rosterFrom } from '#channels/roster.ts'
import type { CapturedEvent } from '#kernel/captured-event.ts'
import { sms } from './connector.ts'

const room = `CH${'0'.repeat(32)}`
const message = `IM${'0'.repeat(32)}`
const change = {
  EventType: 'onMessageUpdated',
  ConversationSid: room,
  MessageSid: message,
  Author: 'anna.meyer',
  DateCreated: '2026-05-01T08:00:00.000Z',
  DateUpdated: '2026-05-01T08:01:00.000Z',
  Attributes: '{"seen":true}',
}

/** As it is kept when it came by the hook of a room. */
function inRoom(fields: Record<string, string>): StoredDelivery {
  const sent = { ...delivery(fields), url: `${endpoint}?room=1` }
  return {
    receivedAt: new Date(0),
    ...bodyToKeep(sms.webhook!.open!(sent, account)),
    headers: { 'x-verbatim-room': '1' },
  }
}
const read = (given: StoredDelivery) => sms.parse(given, account) as CapturedEvent[]
const kinds = (events: readonly CapturedEvent[]) => events.map(({ kind }) => kind)

/** What is said of a message of a room whose text there is this. */
function answered(body: string | null): CapturedEvent[] {
  const answer = {
    room,
    members: [],
    messages: [
      {
        sid: message,
        textSid: `SM${'0'.repeat(32)}`,
        author: 'anna.meyer',
        body,
        sent: '2026-05-01T08:00:00Z',
        changed: '2026-05-01T08:01:00Z',
      },
    ],
  }
  const given = rosterFrom(`${to}|${from}`, answer)
  if (given.outcome !== 'answered') throw new Error('There is no answer')
  return read({ headers: {}, receivedAt: new Date(0), contentType: given.contentType, body: given.body })
}

describe('a change of a message in a room', () => {
  test('is one of its text, also if that is empty from now on', () => {
    expect(read(inRoom({ ...change, Body: 'It is not.' }))).toMatchObject([
      { kind: 'edit', body: 'It is not.', targetKey: `${message}@${to}` },
      { kind: 'hint' },
    ])
    expect(read(inRoom({ ...change, Body: '' }))).toMatchObject([
      { kind: 'edit', body: null },
      { kind: 'hint' },
    ])
    expect(kinds(answered('It is not.'))).toEqual(['roster', 'status', 'edit'])
  })

  test('is none of its text where the room has no text: a template is written out in the text message', () => {
    expect(kinds(read(inRoom(change)))).toEqual(['hint'])
    expect(kinds(answered(null))).toEqual(['roster', 'status'])
  })
})

test('the same event by the hook of the service is another delivery', () => {
  const fields = { ...change, Body: 'It is not.' }
  expect(sms.rawKey(inRoom(fields))).not.toBe(sms.rawKey(stored(fields)))
})

test('a text message that comes to the address of a room is a message', () => {
  const fields = twilio.message({ from, to, body: 'Hello' })
  expect(read(inRoom(fields))).toEqual(parse(fields))
})
