import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeTwilio, openFakeTwilio } from '#testing/fakes/twilio.ts'
import { twilioAccount } from '#testing/twilio-accounts.ts'
import { textCanary } from './canary.ts'

let twilio: FakeTwilio
beforeAll(async () => {
  twilio = await openFakeTwilio()
  twilio.rest.addNumber('+14155550160')
})
afterAll(() => twilio.close())

test('a test message is sent from a number of the organization, and a refusal says what to correct', async () => {
  const own = { accountSid: twilio.accountSid, authTokens: [twilio.authToken] }
  const send = async (secrets: Record<string, unknown>, from = '+14155550160') => {
    if (textCanary.by !== 'provider') return undefined
    const limits = { timeoutMs: 5_000, extraHosts: [twilio.host] }
    return textCanary.send(twilioAccount({ secrets }), { from, text: 'A test' }, limits)
  }
  expect(await send(own)).toEqual({ outcome: 'done' })
  expect(twilio.messages.sent).toEqual([{ from: '+14155550160', to: '+14155550142', body: 'A test' }])
  expect(await send({})).toEqual({ outcome: 'refused', reason: 'not-configured' })
  expect(await send({ ...own, authTokens: ['guessed'] })).toEqual({
    outcome: 'refused',
    reason: 'credentials-refused',
  })
  for (const from of ['+14155559999', '+14155550142', ''])
    expect(await send(own, from)).toEqual({ outcome: 'refused', reason: 'refused' })
  expect(await send(own, '+14155550429')).toMatchObject({ outcome: 'retry' })
  expect(twilio.messages.sent).toHaveLength(1)
})
