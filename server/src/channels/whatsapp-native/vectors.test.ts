import { bytesToCrockford, derivePairingCodeKey, DisconnectReason, getMediaKeys, proto } from 'baileys'
import { expect, test } from 'vitest'
import { sharedNormalized, sharedVectors } from '@verbatim/reference/shared-data.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import type { CapturedEvent, Identity } from '#kernel/captured-event.ts'
import type { SessionEnd } from '#channels/collection.ts'
import { FakeLinkedDevices } from '#testing/fakes/linked-device.ts'
import { MemoryKeys } from '#testing/collecting.ts'
import { linkedAccount, MemorySession, parseEvent } from '#testing/whatsapp-native.ts'
import { linkedCollection } from './collection.ts'
import { decrypt, keysOf } from './cipher.ts'
import { codec } from './baileys.ts'
import { readJid, writeJid } from './jid.ts'
import type { MediumKind } from './medium-address.ts'
import { AuthStore } from './auth-store.ts'

interface Vector {
  id: string
  input: Record<string, unknown>
  expected: Record<string, unknown>
}
interface EventVector {
  id: string
  input: { webMessageInfo?: unknown; meId?: string }
  expected: { eventsAfterUpsert: [string, unknown][] }
}
interface NormalizedVector {
  id: string
  input: { file: string; vectorId: string; context: { account: string } }
  expected: { events: Record<string, unknown>[] }
}

const events = sharedVectors<EventVector>('whatsapp-native.json', 'library-event')
const normalized = sharedNormalized<NormalizedVector>('whatsapp-native.json')
const isAbsent = events.length === 0

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

const owner = '15550001111:7@s.whatsapp.net'
/** The messages of which the reference says only in words what they are. */
const noted: Readonly<Record<string, object>> = {
  'event-spoofed-history-dropped': {
    key: { remoteJid: '15552223333@s.whatsapp.net', fromMe: false, id: '3EB0HIST00000000001' },
    messageTimestamp: 1_778_745_740,
    message: {
      protocolMessage: {
        type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
        historySyncNotification: { syncType: 0, directPath: '/v/t62.1-2/made-up' },
      },
    },
  },
}

test.skipIf(isAbsent)('the reference events are captured as the reference describes, in any order', () => {
  expect(normalized.length).toBe(5)
  for (const { id, input } of events) {
    const given = normalized.find((one) => one.input.vectorId === id)
    const wanted = given?.expected.events ?? []
    const account = {
      ...linkedAccount,
      id: (given?.input.context.account ?? linkedAccount.id) as AccountId,
      address: { kind: 'phone', value: `+${(input.meId ?? owner).split(':')[0]}` },
    } as const
    const message = input.webMessageInfo ?? noted[id]
    if (!message) throw new Error(`${id} has no message`)
    const upsert = () => parseEvent('messages.upsert', { messages: [message], type: 'notify' }, {}, account)
    const parsed = upsert()
    expect({ id, events: parsed.map(asReference) }).toMatchObject({ id, events: wanted })
    expect(parsed.length).toBe(wanted.length)
    expect(upsert()).toEqual(parsed)
    // What the library makes of it is the same event again, or says less.
    const after = events
      .find((one) => one.id === id)!
      .expected.eventsAfterUpsert.flatMap(([name, data]) => parseEvent(name, data, {}, account))
    for (const event of after) expect(parsed).toContainEqual(event)
  }
})

test.skipIf(isAbsent)('addresses are stored without their device', () => {
  for (const { input, expected } of sharedVectors<Vector>('whatsapp-native.json', 'identifier')) {
    expect(writeJid(readJid(input['jid'])!)).toBe(expected['normalized'])
  }
})

test.skipIf(isAbsent)('the keys of files are those of the reference', async () => {
  const kinds: Record<string, MediumKind> = { sticker: 'image', ptt: 'audio' }
  for (const { input, expected } of sharedVectors<Vector>('whatsapp-native.json', 'media-key')) {
    const type = String(input['mediaType'])
    const key = Buffer.from(String(input['mediaKeyBase64']), 'base64')
    // The history is fetched by the library.
    const keys =
      type === 'md-msg-hist'
        ? await getMediaKeys(key, type)
        : keysOf(kinds[type] ?? (type as MediumKind), key)
    expect(Buffer.from(keys.cipherKey).toString('hex')).toBe(expected['cipherKeyHex'])
  }
})

test.skipIf(isAbsent)('the reference file can be decrypted, but not after one bit was flipped', () => {
  const [{ input, expected }] = sharedVectors<Vector>('whatsapp-native.json', 'media-crypto') as [Vector]
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
  const [{ expected }] = sharedVectors<Vector>('whatsapp-native.json', 'serialization') as [Vector]
  const keys = new MemoryKeys()
  const store = new AuthStore(keys, codec, (error) => expect.fail(String(error)))
  await store.set({ session: { a: { noiseKey: { private: Buffer.from('00ff', 'hex') } } } })
  expect(Buffer.from(keys.values.get('session/a')!).toString()).toBe(expected['json'])
})

test.skipIf(isAbsent)(
  'the library makes the code that an owner types as the reference describes',
  async () => {
    for (const { input, expected } of sharedVectors<Vector>('whatsapp-native.json', 'encoding')) {
      const code = bytesToCrockford(Buffer.from(String(input['bytesHex']), 'hex'))
      expect([code, code.length]).toEqual([expected['code'], expected['length']])
    }
    for (const { input, expected } of sharedVectors<Vector>('whatsapp-native.json', 'kdf')) {
      const salt = Buffer.from(String(input['saltHex']), 'hex')
      const key = await derivePairingCodeKey(String(input['pairingCode']), salt)
      expect(key.toString('hex')).toBe(expected['keyHex'])
    }
  },
)

interface EnumVector {
  id: string
  expected: { Status: Record<string, number>; DisconnectReason: Record<string, number> }
}
const enums = sharedVectors<EnumVector>('whatsapp-native.json', 'enum')

/** What we make of a message of the owner's in each state. */
const statesByName: Readonly<Record<string, readonly string[]>> = {
  ERROR: ['failed'],
  PENDING: [],
  SERVER_ACK: ['sent'],
  DELIVERY_ACK: ['delivered'],
  READ: ['read'],
  PLAYED: ['played'],
}

/** How a connection that was linked ends for each reason, the first time. */
const endsByReason: Readonly<Record<string, SessionEnd>> = {
  connectionClosed: { outcome: 'retry', reason: 'closed-428' },
  connectionLost: { outcome: 'retry', reason: 'closed-408' },
  connectionReplaced: { outcome: 'retry', reason: 'closed-440' },
  timedOut: { outcome: 'retry', reason: 'closed-408' },
  loggedOut: { outcome: 'refused', reason: 'signed-out' },
  badSession: { outcome: 'retry', reason: 'keys-do-not-fit' },
  restartRequired: { outcome: 'again' },
  multideviceMismatch: { outcome: 'retry', reason: 'keys-do-not-fit' },
  forbidden: { outcome: 'refused', reason: 'account-closed' },
  unavailableService: { outcome: 'retry', reason: 'closed-503' },
}

test.skipIf(isAbsent)('each state of the reference is read as ours, and as the library numbers it', () => {
  for (const { expected } of enums) {
    expect(Object.keys(expected.Status)).toEqual(Object.keys(statesByName))
    expect(proto.WebMessageInfo.Status).toMatchObject(expected.Status)
    for (const [name, status] of Object.entries(expected.Status)) {
      const key = { remoteJid: '15552223333@s.whatsapp.net', fromMe: true, id: 'A1' }
      const events = parseEvent('messages.update', [{ key, update: { status } }])
      expect(
        events.map((event) => event.kind === 'status' && event.state),
        name,
      ).toEqual(statesByName[name])
    }
  }
})

test.skipIf(isAbsent)('each reason of the reference ends a connection as it should', async () => {
  for (const { expected } of enums) {
    expect(Object.keys(expected.DisconnectReason)).toEqual(Object.keys(endsByReason))
    expect(DisconnectReason).toMatchObject(expected.DisconnectReason)
    for (const [name, status] of Object.entries(expected.DisconnectReason)) {
      const devices = new FakeLinkedDevices()
      const collect = () => linkedCollection(devices.open).collect(linkedAccount, session)
      const session = new MemorySession()
      const linking = collect()
      await (await devices.connection(1)).link({ id: owner })
      await linking
      const end = collect()
      const device = await devices.connection(2)
      device.accept()
      device.end(status)
      expect(await end, name).toEqual(endsByReason[name])
    }
  }
})
