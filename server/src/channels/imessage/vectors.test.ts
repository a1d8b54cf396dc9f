import { expect, test } from 'vitest'
import { sharedVectors } from '@verbatim/reference/shared-data.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import type { CapturedEvent } from '#kernel/captured-event.ts'
import { imessageAccount, storedEvent } from '#testing/imessage.ts'
import { imessage } from './connector.ts'

interface WebhookVector {
  id: string
  kind: string
  input: { json: unknown }
}
interface NormalizedVector {
  id: string
  input: { file: string; vectorId: string; context: { account: string } }
  expected: { events: Record<string, unknown>[] }
}

const webhooks = sharedVectors<WebhookVector>('imessage.json').filter(({ kind }) => kind === 'webhook')
const normalized = sharedVectors<NormalizedVector>('normalized.json').filter(
  ({ input }) => input.file === 'imessage.json',
)

/** The reference leaves out that this message had been delivered, although its delivery says so. */
const beyond: Readonly<Record<string, readonly string[]>> = {
  'new-message-outbound': ['s|acc1:5D0E|*|delivered'],
}

test.skipIf(webhooks.length === 0)('the reference webhooks are captured as the reference describes', () => {
  expect(normalized.length).toBe(webhooks.length)
  for (const { id, input } of webhooks) {
    const { input: given, expected } = normalized.find((one) => one.input.vectorId === id)!
    const account = { ...imessageAccount, id: given.context.account as AccountId }
    const kept = storedEvent(input.json)
    const parsed = imessage.parse(kept, account) as CapturedEvent[]
    expect(imessage.parse(kept, account)).toEqual(parsed)
    const events = parsed.map(asReference).filter(({ eventKey }) => !beyond[id]?.includes(String(eventKey)))
    expect({ id, events }).toMatchObject({ id, events: expected.events.map(withoutPart) })
    expect(parsed.length - events.length).toBe(beyond[id]?.length ?? 0)
  }
})

/** Our events have no part of a message, which no screen could show. */
function withoutPart(expected: Record<string, unknown>): Record<string, unknown> {
  const { targetPart: _, ...event } = expected
  return event
}

/** The parts of a captured event under the names of the reference; `null` for missing ones. */
function asReference(event: CapturedEvent): Record<string, unknown> {
  const at = 'at' in event && event.at && { at: event.at.toISOString() }
  const actor = 'actor' in event && event.actor && { actor: event.actor.value }
  if (event.kind === 'message') return asReferenceMessage(event)
  if (event.kind === 'reaction') return { ...event, ...at, ...actor, op: event.action }
  if (event.kind === 'membership') {
    return { ...event, ...at, ...actor, change: event.action === 'joined' ? 'added' : 'left' }
  }
  return { ...event, ...at, ...actor }
}

function asReferenceMessage(event: CapturedEvent & { kind: 'message' }): Record<string, unknown> {
  // The reference has memberships for new titles; ours are only for people, so a title is a line of the thread.
  const title = event.contentType === 'system' ? event.structured?.['groupTitle'] : undefined
  if (title !== undefined) {
    return {
      kind: 'membership',
      channel: event.channel,
      conversationKey: event.conversationKey,
      eventKey: `g|${event.messageKey}`,
      change: 'renamed',
      title,
      actor: event.author.value,
      at: event.sentAt?.toISOString(),
    }
  }
  return {
    ...event,
    eventKey: `m|${event.messageKey}`,
    author: event.author.value,
    sentAt: event.sentAt?.toISOString() ?? null,
    sentAtSource: event.sentAt ? 'client' : 'received',
    replyToKey: event.replyToKey ?? null,
    attachments: event.attachments.map(({ ordinal, mimeDeclared, sizeDeclared, name, url }) => ({
      ordinal,
      mime: mimeDeclared,
      providerId: url?.replace('attachment:', ''),
      size: sizeDeclared,
      name,
    })),
  }
}
