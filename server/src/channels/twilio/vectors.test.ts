import { expect, test } from 'vitest'
import { sharedNormalized, sharedVectors } from '@verbatim/reference/shared-data.ts'
import { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import type { CapturedEvent } from '#kernel/captured-event.ts'
import { sms, whatsapp } from './connector.ts'

const account = {
  id: AccountId.parse('01890000-0000-7000-8000-000000000001'),
  tenantId: TenantId.parse('01890000-0000-7000-8000-000000000002'),
  address: { kind: 'phone', value: '+14155550142' },
  ourDomains: [],
  settings: {},
} as const

interface WebhookVector {
  id: string
  input: { method: 'POST'; url: string; authToken: string; contentType: string; rawBody: string }
  expected: { headers: Record<string, string> }
}
interface NormalizedVector {
  id: string
  input: { file: string; vectorId: string }
  expected: { events: Record<string, unknown>[] }
}

const webhooks = sharedVectors<WebhookVector>('twilio.json', 'webhook-request')
const normalized = sharedNormalized<NormalizedVector>('twilio.json')

test.skipIf(webhooks.length === 0)(
  'the reference webhooks are verified and captured as the reference describes',
  () => {
    expect(normalized.length).toBe(webhooks.length)
    for (const { id, input, expected } of webhooks) {
      const events = normalized.find((one) => one.input.vectorId === id)?.expected.events ?? []
      const channel = events[0]?.channel === 'whatsapp' ? 'whatsapp' : 'sms'
      const connector = { sms, whatsapp }[channel]
      const ours = { ...account, channel, secrets: { authTokens: [input.authToken] } } as const
      const body = Buffer.from(input.rawBody)
      const headers = {
        'content-type': input.contentType,
        'x-twilio-signature': expected.headers['X-Twilio-Signature'],
      }
      connector.webhook!.verify({ method: 'POST', url: input.url, headers, body }, ours)
      const kept = { headers: {}, contentType: input.contentType, body, receivedAt: new Date(0) }
      const parsed = connector.parse(kept, ours) as CapturedEvent[]
      expect({ id, events: parsed.map(asReference) }).toMatchObject({ id, events })
    }
  },
)

/** The parts of a captured event under the names of the reference; `null` for missing ones. */
function asReference(event: CapturedEvent): Record<string, unknown> {
  const ids = 'attachments' in event ? event.attachments.map(({ url }) => url?.split('/').at(-1)) : []
  return {
    ...event,
    ...(event.kind === 'message' && {
      eventKey: `m|${event.messageKey}`,
      author: event.author.value,
      authorName: event.authorName ?? null,
      recipients: event.participants
        .filter(({ role }) => role === 'recipient')
        .map(({ identity }) => identity.value),
      sentAt: event.sentAt?.toISOString() ?? null,
      sentAtSource: event.sentAt ? 'provider' : 'received',
      attachments: event.attachments.map(({ ordinal, mimeDeclared }) => ({
        ordinal,
        mime: mimeDeclared,
        providerId: ids[ordinal],
      })),
      replyToKey: event.replyToKey ?? null,
      button: event.structured?.button,
    }),
    ...(event.kind === 'status' && {
      ...(event.recipient && { recipient: event.recipient.value }),
      ...(event.at && { at: event.at.toISOString() }),
    }),
  }
}
