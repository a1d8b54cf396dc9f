import { expect, test } from 'vitest'
import { sharedVectors } from '@verbatim/reference/shared-data.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import type { CapturedEvent, Identity } from '#kernel/captured-event.ts'
import { MemoryKeys, linkedAccount, parseEvent } from '#testing/whatsapp-native.ts'
import { decrypt, keysOf } from './cipher.ts'
import { codec } from './baileys.ts'
import { readJid, writeJid } from './jid.ts'
import type { MediumKind } from './medium-address.ts'
import { AuthStore } from './auth-store.ts'

interface Vector {
  id: string
  kind: string
  input: Record<string, unknown>
  expected: Record<string, unknown>
}
interface EventVector {
  id: string
  kind: string
  input: { webMessageInfo?: unknown; meId: string }
  expected: { eventsAfterUpsert: [string, unknown][] }
}
interface NormalizedVector {
  id: string
  input: { file: string; vectorId: string; context: { account: string } }
  expected: { events: Record<string, unknown>[] }
}

const vectors = sharedVectors<Vector>('whatsapp-native.json')
const events = sharedVectors<EventVector>('whatsapp-native.json').filter(
  ({ kind }) => kind === 'library-event',
)
const normalized = sharedVectors<NormalizedVector>('normalized.json').filter(
  ({ input }) => input.file === 'whatsapp-native.json',
)
const ofKind = (kind: string) => vectors.filter((one) => one.kind === kind)
const isAbsent = vectors.length === 0

/** A person under the name of the reference. */
const nameOf = ({ kind, value }: Identity) => (kind === 'phone' ? `p:${value.slice(1)}` : value)

function asReference(event: CapturedEvent): Record<string, unknown> {
  if (event.kind === 'message') {
    return {
      ...event,
      eventKey: `m|${event.messageKey}`,
      author: nameOf(event.author),
      sentAt: event.sentAt?.toISOString(),
      sentAtSource: 'provider',
    }
  }
  const at = event.at && { at: event.at.toISOString() }
  const actor = 'actor' in event && event.actor && { actor: nameOf(event.actor) }
  const reaction = event.kind === 'reaction' && { op: event.action, value: event.value || null }
  return { ...event, ...at, ...actor, ...reaction }
}

test.skipIf(isAbsent)('the reference events are captured as the reference describes, in any order', () => {
  expect(normalized.length).toBe(5)
  for (const { id, input } of events) {
    if (!input.webMessageInfo) continue
    const given = normalized.find((one) => one.input.vectorId === id)!
    const account = {
      ...linkedAccount,
      id: given.input.context.account as AccountId,
      address: { kind: 'phone', value: `+${input.meId.split(':')[0]}` },
    } as const
    const upsert = () =>
      parseEvent('messages.upsert', { messages: [input.webMessageInfo], type: 'notify' }, {}, account)
    const parsed = upsert()
    expect({ id, events: parsed.map(asReference) }).toMatchObject({ id, events: given.expected.events })
    expect(parsed.length).toBe(given.expected.events.length)
    expect(upsert()).toEqual(parsed)
    // What the library makes of it is the same event again, or says less.
    const after = events
      .find((one) => one.id === id)!
      .expected.eventsAfterUpsert.flatMap(([name, data]) => parseEvent(name, data, {}, account))
    for (const event of after) expect(parsed).toContainEqual(event)
  }
})

test.skipIf(isAbsent)('addresses are stored without their device', () => {
  for (const { input, expected } of ofKind('identifier')) {
    expect(writeJid(readJid(input['jid'])!)).toBe(expected['normalized'])
  }
})

test.skipIf(isAbsent)('the keys of files are those of the reference', () => {
  const kinds: Record<string, MediumKind> = { sticker: 'image', ptt: 'audio' }
  for (const { input, expected } of ofKind('media-key')) {
    // The history is fetched by the library.
    if (input['mediaType'] === 'md-msg-hist') continue
    const type = String(input['mediaType'])
    const keys = keysOf(
      kinds[type] ?? (type as MediumKind),
      Buffer.from(String(input['mediaKeyBase64']), 'base64'),
    )
    expect(Buffer.from(keys.cipherKey).toString('hex')).toBe(expected['cipherKeyHex'])
  }
})

test.skipIf(isAbsent)('the reference file can be decrypted, but not after one bit was flipped', () => {
  const [{ input, expected }] = ofKind('media-crypto') as [Vector]
  const bytes = (value: unknown) => Buffer.from(String(value), 'base64')
  const file = bytes(expected['encryptedFileBase64'])
  const medium = {
    kind: 'image',
    path: '/',
    url: undefined,
    mediaKey: bytes(input['mediaKeyBase64']),
    fileEncSha256: bytes(expected['fileEncSha256Base64']),
    fileSha256: bytes(expected['fileSha256Base64']),
  } as const
  expect(decrypt(file, medium)).toEqual(bytes(input['plaintextBase64']))
  const unnamed = { ...medium, fileEncSha256: undefined, fileSha256: undefined }
  expect(decrypt(file, unnamed)).toEqual(bytes(input['plaintextBase64']))
  for (let bit = 0; bit < file.length * 8; bit++) {
    const flipped = Buffer.from(file)
    flipped[bit >> 3]! ^= 1 << (bit & 7)
    // The authentication code alone already finds it.
    expect(decrypt(flipped, unnamed)).toBeUndefined()
  }
})

test.skipIf(isAbsent)('the state of the library is written as the reference describes', async () => {
  const [{ expected }] = ofKind('serialization') as [Vector]
  const keys = new MemoryKeys()
  const store = new AuthStore(keys, codec, (error) => expect.fail(String(error)))
  await store.set({ session: { a: { noiseKey: { private: Buffer.from('00ff', 'hex') } } } })
  expect(Buffer.from(keys.values.get('session/a')!).toString()).toBe(expected['json'])
})
