import { expect, test } from 'vitest'
import { sharedNormalized, sharedVectors } from '@verbatim/reference/shared-data.ts'
import type { CapturedEvent } from '#kernel/captured-event.ts'
import { botAccount, parseUpdate, personAccount } from '#testing/telegram.ts'
import { telegram } from './connector.ts'

interface Vector {
  id: string
  input: {
    json: Record<string, unknown>
    secretToken: string
    header: string | null
    text: string
    entities: { type: string; offset: number; length: number }[]
  }
  expected: { status: number; slices: string[] }
}
interface NormalizedVector {
  id: string
  input: { file: string; vectorId: string }
  expected: { events: Record<string, unknown>[] }
}

const updates = sharedVectors<Vector>('telegram.json', 'update-payload')
const normalized = sharedNormalized<NormalizedVector>('telegram.json')

/** Where the route of an update leads. */
const accountOf = (json: Record<string, unknown>) =>
  Object.keys(json).some((name) => name.includes('business')) ? personAccount : botAccount

test.skipIf(updates.length === 0)('the reference updates are captured as the reference describes', () => {
  expect(normalized.length).toBe(updates.length)
  for (const { id, input } of updates) {
    const { expected } = normalized.find((one) => one.input.vectorId === id)!
    const parsed = parseUpdate(input.json, accountOf(input.json))
    expect(parseUpdate(input.json, accountOf(input.json))).toEqual(parsed)
    expect({ id, events: parsed.map(asReference) }).toMatchObject({ id, events: expected.events })
  }
})

const cases = sharedVectors<Vector>('telegram.json', 'secret-token')
test.skipIf(cases.length === 0)(
  'the reference secrets are accepted and refused as the reference describes',
  () => {
    for (const { id, input, expected } of cases) {
      // The secrets of the reference are shorter than ours, which are refused if they could be guessed.
      const long = (secret: string) => secret.padEnd(30, '-')
      const account = { ...botAccount, secrets: { webhookSecret: long(input.secretToken) } }
      const headers = input.header === null ? {} : { 'x-telegram-bot-api-secret-token': long(input.header) }
      const verify = () =>
        telegram.webhook!.verify(
          { method: 'POST', url: 'https://x.test/', headers, body: Buffer.alloc(0) },
          account,
        )
      if (expected.status === 200) expect(verify, id).not.toThrow()
      else expect(verify, id).toThrow(/signature/)
    }
  },
)

const texts = sharedVectors<Vector>('telegram.json', 'text-offsets')
test.skipIf(texts.length === 0)('the reference offsets count as the characters of our texts do', () => {
  for (const { id, input, expected } of texts) {
    // A style is kept with its place, and an address is in the text.
    const entities = input.entities.map((entity) => ({ ...entity, type: 'bold' }))
    const chat = { id: 5, type: 'private', first_name: 'Carl' }
    const business_message = {
      message_id: 1,
      date: 1_778_745_600,
      business_connection_id: 'c',
      chat,
      from: { id: 5, is_bot: false, first_name: 'Carl' },
      text: input.text,
      entities,
    }
    const [event] = parseUpdate({ update_id: 1, business_message })
    expect(event, id).toMatchObject({ kind: 'message', body: input.text })
    const { body, structured } = event as CapturedEvent & { kind: 'message' }
    const styles = structured?.['styles'] as { offset: number; length: number }[]
    expect(styles.map(({ offset, length }) => body?.slice(offset, offset + length))).toEqual(expected.slices)
  }
})

/** The parts of a captured event under the names of the reference; `null` for missing ones. */
function asReference(event: CapturedEvent): Record<string, unknown> {
  const at = { at: 'at' in event && event.at ? event.at.toISOString() : null }
  const actor = { actor: 'actor' in event && event.actor ? event.actor.value : null }
  if (event.kind === 'account') {
    const state = event.state === 'connected' ? 'active' : 'inactive'
    return { ...event, ...at, account: event.owner.value, state }
  }
  if (event.kind === 'reaction') return { ...event, ...at, ...actor, op: event.action }
  if (event.kind !== 'message') return { ...event, ...at, ...actor }
  return {
    ...event,
    eventKey: `m|${event.messageKey}`,
    author: event.author.value,
    sentAt: event.sentAt?.toISOString() ?? null,
    sentAtSource: event.sentAt ? 'provider' : 'received',
    replyToKey: event.replyToKey ?? null,
    albumKey: event.structured?.['album'] ?? null,
    attachments: event.attachments.map(({ ordinal, mimeDeclared, sizeDeclared, name, url }) => ({
      ordinal,
      mime: mimeDeclared,
      providerId: /^telegram-file:(.*)\//.exec(url ?? '')?.[1],
      size: sizeDeclared,
      ...(name && { name }),
    })),
  }
}
