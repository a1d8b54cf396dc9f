import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { account, from, parse } from '#testing/twilio-deliveries.ts'
import { sms } from './connector.ts'

describe('unknown input', () => {
  test.each([
    ['a form of other fields', { Foo: 'bar', From: from }],
    ['an event of another name', { EventType: 'onMessagePinned', ConversationSid: 'CH1', MessageSid: 'IM1' }],
    ['an event without its target', { EventType: 'onMessageAdded', Body: 'x' }],
    ['an event named like an inner property', { EventType: 'onConstructor', ConversationSid: 'CH1' }],
    ['nothing at all', {}],
  ])('is shown with a notice: %s', (_, fields) => {
    const [message] = parse(fields as Record<string, string>)
    expect(message).toMatchObject({
      kind: 'message',
      contentType: 'unsupported',
      messageKey: expect.stringMatching(/^raw:[0-9a-f]{64}$/),
      structured: { fields },
    })
  })

  test('becomes a message even if it is not JSON', () => {
    const kept = {
      headers: {},
      contentType: 'application/json',
      receivedAt: new Date(0),
      body: Buffer.from('{'),
    }
    expect(sms.parse(kept, account)).toMatchObject([{ contentType: 'unsupported' }])
  })

  test('never stops later deliveries: any bytes give events or a message, and a key', async () => {
    const contentType = fc.constantFrom('application/json', 'application/x-www-form-urlencoded', '')
    const anything = fc.oneof(
      fc.uint8Array(),
      fc.json().map((json) => Buffer.from(json)),
      fc
        .dictionary(
          fc.constantFrom(
            'EventType',
            'MessageSid',
            'From',
            'To',
            'Body',
            'NumMedia',
            'Media',
            'Attributes',
            'Index',
          ),
          fc.string(),
        )
        .map((fields) => Buffer.from(new URLSearchParams(fields).toString())),
    )
    await fc.assert(
      fc.asyncProperty(anything, contentType, async (body, type) => {
        const kept = { headers: {}, contentType: type, receivedAt: new Date(0), body }
        const events = await sms.parse(kept, account)
        expect(Array.isArray(events)).toBe(true)
        expect(sms.rawKey(kept)).not.toBe('')
        expect(await sms.parse(kept, account)).toEqual(events)
      }),
      { numRuns: roundsOf(500) },
    )
  })
})
