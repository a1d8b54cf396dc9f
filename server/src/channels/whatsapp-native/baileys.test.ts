import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { type AuthenticationCreds, initAuthCreds, makeEventBuffer, proto } from 'baileys'
import { afterEach, expect, test, vi } from 'vitest'
import { MemoryKeys } from '#testing/collecting.ts'
import { linkedAccount as account, MemorySession } from '#testing/whatsapp-native.ts'
import { AuthStore } from './auth-store.ts'
import { codec, openBaileys, silentLogger, takeEvents } from './baileys.ts'
import { plainOf } from './batch.ts'
import { linkedCollection } from './collection.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** A port that refuses every connection. */
async function refusingPort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return `wss://127.0.0.1:${port}/ws/chat`
}

test('credentials survive being stored and read', async () => {
  const keys = new MemoryKeys()
  const store = new AuthStore(keys, codec, (error) => expect.fail(String(error)))
  expect(await store.loadCredentials()).toBeUndefined()
  const creds: AuthenticationCreds = { ...initAuthCreds(), me: { id: '15550001111:7@s.whatsapp.net' } }
  store.saveCredentials(creds)
  // What is saved is what it was then.
  const before = codec.encode(creds)
  Object.assign(creds, { nextPreKeyId: 99 })
  await store.settled()
  const read = (await store.loadCredentials()) as AuthenticationCreds
  expect(codec.encode(read)).toEqual(before)
  expect(read.nextPreKeyId).toBe(1)
  expect(read.noiseKey.private).toEqual(Buffer.from(creds.noiseKey.private))
  expect(read.signedPreKey.signature).toEqual(Buffer.from(creds.signedPreKey.signature))
})

test('all keys of one call are stored in one transaction, and null removes a key', async () => {
  const keys = new MemoryKeys()
  const store = new AuthStore(keys, codec, (error) => expect.fail(String(error)))
  const session = Buffer.from('01ff', 'hex')
  await store.set({
    session: { a: session, b: session },
    'sender-key': { c: session },
    'lid-mapping': { d: '1' },
  })
  expect(keys.writes).toBe(1)
  expect(await store.get('session', ['a', 'x'])).toEqual({ a: session })
  await store.set({ session: { a: null } })
  expect(await store.get('session', ['a', 'b'])).toEqual({ b: session })
  await store.set({})
  expect(keys.writes).toBe(2)
})

test('a key of the settings is read as the object that the library expects', async () => {
  const store = new AuthStore(new MemoryKeys(), codec, (error) => expect.fail(String(error)))
  const keyData = proto.Message.AppStateSyncKeyData.fromObject({ keyData: Buffer.from('k'), timestamp: 7 })
  await store.set({ 'app-state-sync-key': { a: keyData } })
  const { a } = await store.get('app-state-sync-key', ['a'])
  expect(a).toBeInstanceOf(proto.Message.AppStateSyncKeyData)
  expect(Buffer.from((a as typeof keyData).keyData!).toString()).toBe('k')
})

test('credentials that cannot be stored end the connection', async () => {
  const keys = new MemoryKeys()
  keys.failure = new Error('no database')
  const failures: unknown[] = []
  const store = new AuthStore(keys, codec, (error) => failures.push(error))
  store.saveCredentials(initAuthCreds())
  await store.settled()
  expect(failures).toEqual([keys.failure])
})

test('the library takes our options; a server that is away is tried again, and nothing is stored or printed', async () => {
  const printed = ['log', 'info', 'warn', 'error'] as const
  const spies = printed.map((name) => vi.spyOn(console, name))
  const waWebSocketUrl = await refusingPort()
  const session = new MemorySession()
  const collection = linkedCollection((options) =>
    openBaileys(options, { waWebSocketUrl, connectTimeoutMs: 2_000 }),
  )
  expect(await collection.collect(account, session)).toEqual({ outcome: 'retry', reason: 'closed-408' })
  expect(session.keys.values.size).toBe(0)
  expect(session.asked).toEqual([])
  expect(spies.flatMap((spy) => spy.mock.calls)).toEqual([])
})

test('events of the library are captured, and phone numbers are found in its keys', async () => {
  const waWebSocketUrl = await refusingPort()
  const taken: string[] = []
  const keys = new MemoryKeys()
  const device = await openBaileys(
    {
      now: () => new Date(0),
      keys,
      limits: { timeoutMs: 2_000 },
      onState: () => undefined,
      onEvent: (name) => void taken.push(name),
      onLost: () => undefined,
    },
    { waWebSocketUrl, connectTimeoutMs: 2_000 },
  )
  expect(device.me()).toBeUndefined()
  await keys.set([{ type: 'lid-mapping', id: '987_reverse', value: codec.encode('15552223333') }])
  expect(await device.phonesOf(['987', '1'])).toEqual(new Map([['987', '15552223333']]))
  await device.close()
  expect(taken).toContain('connection.update')
})

test('an event is captured before the library merges it with a later one', () => {
  const ev = makeEventBuffer(silentLogger)
  const taken: unknown[] = []
  const merged: unknown[] = []
  ev.process((events) => void merged.push(events['messages.upsert']?.messages[0]?.message))
  takeEvents(ev, (_, data) => void taken.push(plainOf(data)))
  const key = { remoteJid: '15552223333@s.whatsapp.net', fromMe: false, id: 'A1' }
  ev.buffer()
  ev.emit('messages.upsert', { messages: [{ key, message: { conversation: 'first' } }], type: 'append' })
  ev.emit('messages.update', [{ key, update: { message: { conversation: 'second' } } }])
  ev.flush()
  // So the first text would be lost.
  expect(merged).toEqual([{ conversation: 'second' }])
  expect(taken).toMatchObject([{ messages: [{ message: { conversation: 'first' } }] }, [{ update: {} }]])
  ev.destroy()
})

test('protobuf objects are kept with their bytes and numbers as they are', () => {
  const message = proto.Message.decode(
    proto.Message.encode({
      imageMessage: { mediaKey: Buffer.from('key'), fileLength: 7, caption: 'c' },
      reactionMessage: { senderTimestampMs: 1_778_745_720_000 },
    }).finish(),
  )
  expect(
    plainOf({ message, at: new Date(5), big: 1n << 60n, none: undefined, list: [undefined, () => 1] }),
  ).toMatchObject({
    at: 5,
    big: String(1n << 60n),
    list: [null, null],
    message: {
      imageMessage: { caption: 'c', fileLength: 7, mediaKey: { type: 'Buffer', data: 'a2V5' } },
      reactionMessage: { senderTimestampMs: 1_778_745_720_000 },
    },
  })
})
