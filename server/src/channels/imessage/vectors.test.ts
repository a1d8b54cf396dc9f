import { expect, test } from 'vitest'
import { sharedNormalized, sharedVectors } from '@verbatim/reference/shared-data.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import type { CapturedEvent } from '#kernel/captured-event.ts'
import { FakeBlueBubbles } from '#testing/fakes/bluebubbles.ts'
import { imessageAccount, parseEvent, storedEvent } from '#testing/imessage.ts'
import { imessage } from './connector.ts'
import { messageOf } from './fields.ts'
import { historyOf } from './history.ts'

interface WebhookVector {
  id: string
  input: { json: unknown }
}
interface NormalizedVector {
  id: string
  input: { file: string; vectorId: string; context: { account: string } }
  expected: { events: Record<string, unknown>[] }
}

/** It makes messages, and is asked for nothing. */
const agent = new FakeBlueBubbles('', null)
const webhooks = sharedVectors<WebhookVector>('imessage.json', 'webhook')
const normalized = sharedNormalized<NormalizedVector>('imessage.json')

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

interface EnumVector {
  id: string
  input: { associated_message_type: number }
  expected: { associatedMessageType: string | null }
}
const codes = sharedVectors<EnumVector>('imessage.json', 'enum')

/** What a tapback of each code, from 2000, shows. The agent gives the emoji of the seventh in its words alone. */
const shown = ['❤️', '👍', '👎', '😂', '‼️', '❓', '🎉', 'sticker']

test.skipIf(codes.length === 0)('the reference tapbacks are captured under the agent’s name for each', () => {
  for (const { id, input, expected } of codes) {
    const code = input.associated_message_type
    const { data } = agent.newMessage({
      text: 'Reacted 🎉 to “Hello”',
      from: '+351912000111',
      fields: {
        associatedMessageType: expected.associatedMessageType,
        associatedMessageGuid: expected.associatedMessageType && 'p:0/TARGET',
      },
    })
    const [event] = parseEvent({ type: 'new-message', data })
    const wanted =
      code === 0
        ? { kind: 'message', body: 'Reacted 🎉 to “Hello”' }
        : {
            kind: 'reaction',
            action: code < 3_000 ? 'add' : 'remove',
            value: code === 1_000 ? 'sticker' : shown[code % 1_000],
            targetKey: `${imessageAccount.id}:TARGET`,
          }
    expect({ id, ...event }).toMatchObject({ id, ...wanted })
  }
})

interface ChatVector {
  id: string
  input: { guid: string }
  expected: { kind: 'direct' | 'group'; identifier: string }
}
const chats = sharedVectors<ChatVector>('imessage.json', 'identifier')

test.skipIf(chats.length === 0)('the reference chats are conversations, whatever service they are of', () => {
  for (const { id, input, expected } of chats) {
    const { data } = agent.newMessage({ from: '+351912000999', chat: { guid: input.guid } })
    const [event] = parseEvent({ type: 'new-message', data })
    expect({ id, ...event }).toMatchObject({
      id,
      kind: 'message',
      conversationType: expected.kind,
      conversationKey: `${expected.kind === 'direct' ? 'd' : 'g'}:${expected.identifier}`,
    })
  }
})

interface TimeVector {
  id: string
  input: { value: string }
  expected: { iso: string | null }
}
const times = sharedVectors<TimeVector>('imessage.json', 'time')

test.skipIf(times.length === 0)('the reference times of Apple are those of a version', () => {
  for (const { id, input, expected } of times) {
    // The agent gives the seconds; the database of a Mac, of which the reference speaks, has nanoseconds.
    const seconds = Number(input.value) / 1_000_000_000
    const texts = ['old', 'new'].map((string) => ({ date: seconds, text: { values: [{ string }] } }))
    const said = agent.newMessage({
      text: 'new',
      from: '+351912000111',
      fields: {
        dateEdited: Date.UTC(2026, 4, 14, 9),
        messageSummaryInfo: [{ editedParts: [0], editedContent: texts }],
      },
    })
    const versions = historyOf(messageOf(agent.listed(said).data)!)
    expect({ id, iso: versions?.map(({ at }) => at.toISOString()) ?? null }).toEqual({
      id,
      iso: expected.iso && [expected.iso, expected.iso],
    })
  }
})
