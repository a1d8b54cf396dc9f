import { afterEach, beforeEach, expect, test } from 'vitest'
import { rosterIn } from '#channels/roster.ts'
import { openLocalServer } from '#testing/fakes/local-server.ts'
import { type FakeTwilio, openFakeTwilio } from '#testing/fakes/twilio.ts'
import { phone, twilioAccount } from '#testing/twilio-accounts.ts'
import { person, secretsOf } from '#testing/twilio-lists.ts'
import { twilioRooms } from './rooms.ts'

let twilio: FakeTwilio
beforeEach(async () => {
  twilio = await openFakeTwilio()
})
afterEach(() => twilio.close())

test.each([
  ['of text messages', 'SM', { messages: 1, problem: undefined }],
  ['of WhatsApp’s own', 'WA', { messages: 0, problem: 'receipts-not-linked' }],
])('receipts with names %s', async (_, prefix, expected) => {
  const { conversations: rooms } = twilio
  const at = new Date()
  const outside = { address: `whatsapp:${person}`, proxy: `whatsapp:${phone}` }
  const room = rooms.open([outside, { identity: 'anna.meyer' }], { at })
  await rooms.say(room, 'anna.meyer', 'It is.', { at })
  await using server = await openLocalServer(async ({ url = '', headers }, answer) => {
    const { authorization = '' } = headers
    const got = await fetch(`http://${twilio.host}${url}`, { headers: { authorization } })
    const text = await got.text()
    answer.end(text.replaceAll(/("channel_message_sid":")SM/g, `$1${prefix}`))
  })
  const secrets = { ...secretsOf(twilio), conversationServiceSid: rooms.serviceSid }
  const asked = await twilioRooms.ask(twilioAccount({ channel: 'whatsapp', secrets }), `${phone}|${person}`, {
    timeoutMs: 5_000,
    extraHosts: [server.host],
    now: at,
    isUnchanged: async () => true,
  })
  if (asked.outcome !== 'answered') throw new Error(asked.outcome)
  const { messages } = rosterIn(asked)!.answer as { messages: unknown[] }
  expect({ messages: messages.length, problem: asked.problem }).toEqual(expected)
})
