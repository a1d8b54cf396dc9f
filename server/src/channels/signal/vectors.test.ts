import type { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import { sharedNormalized, sharedVectors } from '@verbatim/reference/shared-data.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChannelAccount } from '#channels/connector.ts'
import type { CapturedEvent } from '#kernel/captured-event.ts'
import { signal } from './connector.ts'
import { eventsIn } from './daemon.ts'

interface Vector {
  id: string
  input: { sse?: string; params?: unknown; message?: unknown }
}
interface Normalized {
  id: string
  input: { file: string; vectorId: string }
  expected: { events: Record<string, unknown>[] }
}

const vectors = sharedVectors<Vector>('signal.json', 'receive-envelope')
const normalized = sharedNormalized<Normalized>('signal.json')
const account: ChannelAccount = {
  id: 'acc1' as AccountId,
  tenantId: 't' as TenantId,
  channel: 'signal',
  address: { kind: 'phone', value: '+4915112345678' },
  ourDomains: [],
  settings: {},
  secrets: {},
}
const aci = '6f1c2d3e-0000-4000-8000-00000000a11c'
const parse = (body: Uint8Array) =>
  signal.parse(
    // In the reference, an administrator of the group deletes.
    {
      body,
      headers: { 'x-by-group-admin': 'true' },
      contentType: 'application/json',
      receivedAt: new Date(0),
    },
    account,
  ) as CapturedEvent[]
const bytesOf = ({ params, message }: Vector['input']) => Buffer.from(JSON.stringify(params ?? message))

/** The reference names the account and its owner by the owner's id in Signal, which our deliveries do not always say. */
function inOurNames(value: unknown): unknown {
  const text = JSON.stringify(value)
    .replaceAll(`${aci}:u:`, 'acc1:u:')
    .replaceAll(`${aci}:g:`, 'acc1:g:')
    .replaceAll(`:${aci}:`, ':self:')
  return JSON.parse(text.replaceAll(aci, account.address.value))
}

function asReference(event: CapturedEvent): Record<string, unknown> {
  const time = 'at' in event && event.at && { at: event.at.toISOString() }
  const actor = 'actor' in event && event.actor && { actor: event.actor.value }
  if (event.kind === 'message') {
    if (event.contentType === 'system')
      return {
        kind: 'call',
        channel: event.channel,
        conversationKey: event.conversationKey,
        at: event.sentAt?.toISOString(),
      }
    return {
      ...event,
      eventKey: `m|${event.messageKey}`,
      author: event.author.value,
      sentAt: event.sentAt?.toISOString(),
      sentAtSource: 'client',
      replyToKey: event.replyToKey ?? null,
      attachments: event.attachments.map(({ ordinal, mimeDeclared, sizeDeclared, url }) => ({
        ordinal,
        mime: mimeDeclared,
        size: sizeDeclared,
        providerId: new URLSearchParams(url?.replace('attachment:', '')).get('id'),
      })),
    }
  }
  if (event.kind === 'edit') return { ...event, ...time, ...actor, aliases: event.aliases?.slice(0, 1) }
  if (event.kind === 'reaction') return { ...event, ...time, ...actor, op: event.action }
  if (event.kind === 'status') {
    const [, author, timestamp] = event.targetKey.split(':')
    const targetRef = {
      author: author === 'self' ? account.address.value : author,
      timestamp: Number(timestamp),
    }
    const { eventKey: _, targetKey: __, ...rest } = event
    return { ...rest, ...time, ...actor, kind: 'receipt', targetRef }
  }
  return { ...event, ...time, ...actor }
}

/** Our receipts and calls have keys of their own form. */
function comparable(event: Record<string, unknown>): Record<string, unknown> {
  const { eventKey, ...rest } = event
  return ['receipt', 'call'].includes(String(event['kind'])) ? rest : { eventKey, ...rest }
}

test.skipIf(vectors.length === 0)('the reference events are captured as the reference describes', () => {
  expect(vectors.length).toBeGreaterThan(15)
  for (const { id, input } of vectors) {
    const { expected } = normalized.find((one) => one.input.vectorId === id)!
    const body = bytesOf(input)
    const parsed = parse(body)
    expect(parse(body)).toEqual(parsed)
    const wanted = (inOurNames(expected.events) as Record<string, unknown>[]).map(comparable)
    expect({ id, events: parsed.map(asReference) }).toMatchObject({ id, events: wanted })
    expect(parsed).toHaveLength(wanted.length)
  }
})

test.skipIf(vectors.length === 0)(
  'the events of a stream come out as the daemon wrote them, however it is cut',
  async () => {
    const given = vectors.filter(({ input }) => input.sse)
    const stream = Buffer.from(`:\n\n${given.map(({ input }) => input.sse).join(':\n\n')}`)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 700 }), async (size) => {
        const chunks = async function* () {
          for (let at = 0; at < stream.length; at += size) yield stream.subarray(at, at + size)
        }
        const events: unknown[] = []
        for await (const event of eventsIn(chunks())) events.push(JSON.parse(event.toString('utf8')))
        expect(events).toEqual(given.map(({ input }) => input.params))
      }),
      { numRuns: 15 },
    )
  },
)

test('any bytes give events and a key, and the same ones the second time', () => {
  const shapes = fc.oneof(
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    fc.json().map((text) => Buffer.from(text)),
    fc
      .record({
        envelope: fc.record(
          {
            sourceNumber: fc.anything(),
            timestamp: fc.anything(),
            dataMessage: fc.object(),
            syncMessage: fc.record({ sentMessage: fc.object() }),
            callMessage: fc.dictionary(fc.constantFrom('offerMessage', 'x'), fc.anything()),
            receiptMessage: fc.object(),
          },
          { requiredKeys: [] },
        ),
      })
      .map((event) =>
        Buffer.from(JSON.stringify(event, (_, value) => (typeof value === 'bigint' ? 1 : value)) ?? ''),
      ),
  )
  fc.assert(
    fc.property(shapes, (body) => {
      expect(parse(body)).toEqual(parse(body))
      expect(signal.rawKey({ body, headers: {}, contentType: '' })).toMatch(/^sha256:[0-9a-f]{64}$/)
    }),
  )
})

const envelope = { sourceNumber: '+351912000111', sourceUuid: 'AB', timestamp: 1_778_745_600_000 }
const data = (dataMessage: object) =>
  parse(Buffer.from(JSON.stringify({ envelope: { ...envelope, dataMessage } })))[0]

test('content other than text stays as data, and a message that vanishes is marked', () => {
  expect(data({ sticker: { packId: 'p', stickerId: 3 } })).toMatchObject({
    contentType: 'sticker',
    structured: { sticker: { packId: 'p', stickerId: 3 } },
  })
  expect(
    data({ viewOnce: true, expiresInSeconds: 60, attachments: [{ contentType: 'image/png' }] }),
  ).toMatchObject({
    contentType: 'image',
    flags: ['viewOnce', 'disappearing'],
  })
  expect(data({ pollCreate: { question: 'When?', options: ['Now'] } })).toMatchObject({ contentType: 'poll' })
  expect(data({ isExpirationUpdate: true, expiresInSeconds: 60 })).toMatchObject({
    contentType: 'system',
    structured: { expiresInSeconds: 60 },
  })
  expect(data({ somethingNew: 1 })).toMatchObject({ contentType: 'unsupported' })
})

test('the pictures of link previews and of contact cards are attachments after its own', () => {
  const picture = (id: string) => ({ contentType: 'image/jpeg', filename: null, id, size: 4 })
  const places = new URLSearchParams({ recipient: 'AB' })
  const fileOf = (id: string, ordinal: number, isBeside = true) => ({
    ordinal,
    mimeDeclared: 'image/jpeg',
    sizeDeclared: 4,
    url: `attachment:id=${id}&${places.toString()}`,
    ...(isBeside && { isBeside }),
  })
  const previews = [{ url: 'https://acme.test', title: 'Acme', image: picture('prev.jpg') }, { url: 'x' }]
  expect(data({ message: 'see https://acme.test', previews })).toMatchObject({
    contentType: 'text',
    structured: { previews },
    attachments: [fileOf('prev.jpg', 0)],
  })
  const contacts = [
    { name: { given: 'Ann' }, avatar: { attachment: picture('ann.jpg'), isProfile: false } },
    { name: { given: 'Bo' }, avatar: null },
    { name: { given: 'Cy' }, avatar: { attachment: picture('cy.jpg'), isProfile: true } },
  ]
  const card = data({ contacts, attachments: [picture('own.jpg')] })
  expect(card).toHaveProperty('attachments', [
    fileOf('own.jpg', 0, false),
    fileOf('ann.jpg', 1),
    fileOf('cy.jpg', 2),
  ])
  expect(data({ contacts })).toMatchObject({ contentType: 'contact' })
  // Other forms cost only the pictures.
  for (const odd of ['many', [7, null, { image: 'none' }], { image: picture('x') }])
    expect(data({ message: 'see', previews: odd, contacts: odd })).toMatchObject({
      body: 'see',
      attachments: [],
    })
})

test('a message that the daemon could not decrypt is shown as a line', () => {
  const exception = { type: 'UntrustedIdentityException', message: 'held back' }
  const [event] = parse(Buffer.from(JSON.stringify({ envelope, exception })))
  expect(event).toMatchObject({
    contentType: 'unsupported',
    conversationKey: 'u:ab',
    structured: { status: 'new identity, not trusted by the daemon', fields: { exception } },
    flags: ['undecrypted'],
  })
  const broken = { type: 'ProtocolInvalidMessageException', message: 'decryption failed' }
  const [other] = parse(Buffer.from(JSON.stringify({ envelope, exception: broken })))
  expect(other).toMatchObject({ structured: { fields: { exception: broken } }, flags: ['undecrypted'] })
  expect(other).not.toHaveProperty('structured.status')
  // What is decrypted at last is the same message, which the daemon may also report as one that it has had.
  const dataMessage = { timestamp: envelope.timestamp, message: 'hello' }
  const [message] = parse(Buffer.from(JSON.stringify({ envelope: { ...envelope, dataMessage } })))
  expect(event && 'messageKey' in event && event.messageKey).toBe(
    message && 'messageKey' in message && message.messageKey,
  )
  const [nameless] = parse(Buffer.from(JSON.stringify({ envelope: { timestamp: 1 }, exception })))
  expect(nameless).not.toHaveProperty('flags')
})
