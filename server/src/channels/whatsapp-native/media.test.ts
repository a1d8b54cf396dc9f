import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MediaLimits } from '#channels/provider-calls.ts'
import { FakeWhatsAppMedia } from '#testing/fakes/whatsapp-media.ts'
import { webMessage } from '#testing/fakes/linked-device.ts'
import { parseEvent } from '#testing/whatsapp-native.ts'
import { plainOf } from './batch.ts'
import { fetchMedia } from './media.ts'
import { addressOfMedium, mediumAt } from './medium-address.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==',
  'base64',
)

let servers: FakeWhatsAppMedia
beforeAll(async () => {
  servers = new FakeWhatsAppMedia()
  await servers.listen()
})
afterAll(() => servers.close())

/** The address in the message of a file. */
function addressIn(fields: object, field = 'imageMessage'): string {
  const [message] = parseEvent(
    'messages.upsert',
    plainOf({ messages: [webMessage({ message: { [field]: fields } })] }),
  )
  return message?.kind === 'message' ? (message.attachments[0]?.url ?? '') : ''
}

const fetched = (url: string, limits: Partial<MediaLimits> = {}) =>
  fetchMedia(url, { maxBytes: 1_000_000, timeoutMs: 5_000, extraHosts: [servers.host], ...limits })

test('a file is fetched, opened and hashed, and its real type is detected', async () => {
  const url = addressIn(servers.keep(png))
  expect(await fetched(url)).toEqual({
    outcome: 'fetched',
    bytes: png,
    sha256: createHash('sha256').update(png).digest('hex'),
    mimeDetected: 'image/png',
  })
  expect(servers.asked.at(-1)?.origin).toBe('https://web.whatsapp.com')
})

test('a file of each kind has keys of its own', async () => {
  for (const field of ['imageMessage', 'videoMessage', 'audioMessage', 'documentMessage'] as const) {
    expect(await fetched(addressIn(servers.keep(png, field), field))).toMatchObject({ outcome: 'fetched' })
  }
  const misread = addressIn(servers.keep(png, 'audioMessage'), 'imageMessage')
  expect(await fetched(misread)).toEqual({ outcome: 'retry', reason: 'bytes-differ' })
})

test('one flipped bit is detected, wherever it is, and also without the hashes', async () => {
  for (const at of [0, 20, -1]) {
    const kept = servers.keep(png)
    servers.spoil(kept, at)
    expect(await fetched(addressIn(kept))).toEqual({ outcome: 'retry', reason: 'bytes-differ' })
    const unnamed = { ...kept, fileSha256: undefined, fileEncSha256: undefined }
    expect(await fetched(addressIn(unnamed))).toEqual({ outcome: 'retry', reason: 'bytes-differ' })
  }
})

test('a file that is not the one of the message is detected, even if it opens', async () => {
  const mediaKey = Buffer.alloc(32, 7)
  const other = servers.keep(Buffer.from('another file'), 'imageMessage', { mediaKey })
  const kept = servers.keep(png, 'imageMessage', { mediaKey })
  for (const names of [{ fileSha256: kept.fileSha256 }, { fileEncSha256: kept.fileEncSha256 }]) {
    expect(await fetched(addressIn({ ...other, ...names }))).toEqual({
      outcome: 'retry',
      reason: 'bytes-differ',
    })
  }
})

test.each([403, 404, 410])('a file that has expired is a gap: %s', async (status) => {
  expect(await fetched(addressIn(servers.keep(png, 'imageMessage', { status })))).toEqual({
    outcome: 'gap',
    reason: 'gone',
  })
})

test('a server that is away, silent or failing is asked again', async () => {
  const failing = addressIn(servers.keep(png, 'imageMessage', { status: 503 }))
  expect(await fetched(failing)).toEqual({ outcome: 'retry', reason: 'status-503' })
  const silent = addressIn(servers.keep(png, 'imageMessage', { status: 0 }))
  expect(await fetched(silent, { timeoutMs: 200 })).toEqual({ outcome: 'retry', reason: 'timeout' })
})

test('servers that were asked too often are left alone for as long as they say', async () => {
  const url = addressIn(servers.keep(png))
  servers.tooOftenForSeconds = 90
  expect(await fetched(url)).toEqual({ outcome: 'retry', reason: 'status-429', afterMs: 90_000 })
  servers.tooOftenForSeconds = undefined
  expect(await fetched(url)).toMatchObject({ outcome: 'fetched' })
})

test('a file over the limit is a gap', async () => {
  const url = addressIn(servers.keep(Buffer.alloc(10_001)))
  expect(await fetched(url, { maxBytes: 10_000 })).toEqual({ outcome: 'gap', reason: 'too-large' })
  expect(await fetched(url, { maxBytes: 10_001 })).toMatchObject({ outcome: 'fetched' })
})

describe('an address elsewhere', () => {
  const kept = { mediaKey: { type: 'Buffer', data: Buffer.alloc(32).toString('base64') } }
  test.each([
    ['another host', { url: 'https://example.com/x' }],
    ['a host that only begins like it', { url: 'https://mmg.whatsapp.net.example.com/x' }],
    ['a user name that looks like the host', { url: 'https://mmg.whatsapp.net@example.com/x' }],
    ['no encryption', { url: 'http://mmg.whatsapp.net/x' }],
    ['a path that names a host', { directPath: '//example.com/x' }],
    ['a path that names a host with backslashes', { directPath: '/\\example.com/x' }],
    ['a path that is an address', { directPath: 'https://example.com/x' }],
    ['this machine', { url: 'https://127.0.0.1/x' }],
  ])('is never requested: %s', async (_, place) => {
    const url = addressOfMedium('image', { ...kept, ...place })!
    expect(await fetched(url, { extraHosts: [] })).toEqual({ outcome: 'gap', reason: 'host-refused' })
  })

  test.each([
    ['https://mmg.whatsapp.net/x'],
    ['encrypted-file:'],
    ['encrypted-file:e30'],
    ['encrypted-file:WzFd'],
    [''],
  ])('that is not a file of a message is not requested: %s', async (url) => {
    expect(mediumAt(url)).toBeUndefined()
    expect(await fetched(url)).toEqual({ outcome: 'gap', reason: 'host-refused' })
  })
})

test('a file without its key is not offered', () => {
  const { mediaKey: _, ...keyless } = servers.keep(png)
  expect(addressIn(keyless)).toBe('')
})
