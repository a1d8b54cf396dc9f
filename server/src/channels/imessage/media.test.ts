import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MediaLimits } from '#channels/provider-calls.ts'
import { type FakeBlueBubbles, openFakeBlueBubbles } from '#testing/fakes/bluebubbles.ts'
import { addressOfFilm, addressOfMedium, fetchMedia } from './media.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==',
  'base64',
)

let agent: FakeBlueBubbles
beforeAll(async () => {
  agent = await openFakeBlueBubbles({ password: 'p&ss=word' })
})
afterAll(() => agent.close())

const kept = (ending = '', bytes: Uint8Array = png) =>
  addressOfMedium(String(agent.keepAttachment(bytes, 'image/heic', ending)['guid']))

const fetched = (
  url: string,
  limits: Partial<MediaLimits> = {},
  { password = agent.password, serverUrl = agent.serverUrl } = {},
) =>
  fetchMedia(
    url,
    { serverUrl: new URL(serverUrl), password },
    { maxBytes: 1_000_000, timeoutMs: 5000, extraHosts: [agent.host], ...limits },
  )

test('an attachment is fetched as it was sent, hashed, and its real type is detected', async () => {
  expect(await fetched(kept())).toEqual({
    outcome: 'fetched',
    bytes: png,
    sha256: createHash('sha256').update(png).digest('hex'),
    mimeDeclared: 'image/heic',
    mimeDetected: 'image/png',
  })
})

test('an agent behind a path of its host is asked there', async () => {
  for (const path of ['/mac-1', '/mac-1/', '/mac-1/?x=1#y']) {
    const outcome = await fetched(kept(), {}, { serverUrl: agent.serverUrl + path })
    expect(outcome).toMatchObject({ outcome: 'fetched' })
  }
  const elsewhere = { serverUrl: `${agent.serverUrl}/mac-2` }
  expect(await fetched(kept(), {}, elsewhere)).toEqual({ outcome: 'retry', reason: 'status-404' })
})

test('the address that is stored names no host and no password', () => {
  expect(addressOfMedium('at_0/7 ü\ud800')).toBe('attachment:at_0%2F7%20%C3%BC%EF%BF%BD')
})

test('an attachment that is not there yet is tried again, and one that never arrives is a gap', async () => {
  const late = kept('0404')
  expect(await fetched(late, { attempt: 1 })).toEqual({ outcome: 'retry', reason: 'status-404' })
  expect(await fetched(late, { attempt: 2 })).toEqual({ outcome: 'retry', reason: 'status-404' })
  expect(await fetched(late, { attempt: 3 })).toMatchObject({ outcome: 'fetched' })
  const unknown = addressOfMedium('at_0_unknown')
  expect(await fetched(unknown, { attempt: 5 })).toEqual({ outcome: 'retry', reason: 'status-404' })
  expect(await fetched(unknown, { attempt: 6 })).toEqual({ outcome: 'gap', reason: 'not-found' })
})

test('an attachment that Messages has not downloaded is tried again, however often it was tried', async () => {
  const late = kept('0501')
  expect(await fetched(late, { attempt: 8 })).toEqual({ outcome: 'retry', reason: 'status-500' })
  expect(await fetched(late, { attempt: 9 })).toEqual({ outcome: 'retry', reason: 'status-500' })
  expect(await fetched(late, { attempt: 10 })).toMatchObject({ outcome: 'fetched' })
  expect(await fetched(kept('0500'), { attempt: 10 })).toEqual({ outcome: 'retry', reason: 'status-500' })
})

test('an agent that was asked too often is left alone for as long as it says', async () => {
  const url = kept()
  agent.tooOftenForSeconds = 90
  expect(await fetched(url)).toEqual({ outcome: 'retry', reason: 'status-429', afterMs: 90_000 })
  agent.tooOftenForSeconds = undefined
  expect(await fetched(url)).toMatchObject({ outcome: 'fetched' })
})

test('the film of a Live Photo is fetched beside its picture', async () => {
  const film = Buffer.from('\0\0\0\x14ftypqt  \0\0\0\0qt  ', 'latin1')
  const guid = String(agent.keepLivePhoto(png, film)['guid'])
  expect(await fetched(addressOfFilm(guid))).toEqual({
    outcome: 'fetched',
    bytes: film,
    sha256: createHash('sha256').update(film).digest('hex'),
    mimeDeclared: 'video/quicktime',
    mimeDetected: 'video/quicktime',
  })
  expect(await fetched(addressOfMedium(guid))).toMatchObject({ outcome: 'fetched', bytes: png })
})

test('a film that is not there yet is tried again, and one that never arrives is a gap', async () => {
  const film = Buffer.from('film')
  const late = addressOfFilm(String(agent.keepLivePhoto(png, film, '0501')['guid']))
  expect(await fetched(late, { attempt: 1 })).toEqual({ outcome: 'retry', reason: 'status-404' })
  expect(await fetched(late, { attempt: 2 })).toEqual({ outcome: 'retry', reason: 'status-404' })
  expect(await fetched(late, { attempt: 3 })).toMatchObject({ outcome: 'fetched', bytes: film })
  const never = addressOfFilm(String(agent.keepLivePhoto(png, film, '0500')['guid']))
  expect(await fetched(never, { attempt: 5 })).toEqual({ outcome: 'retry', reason: 'status-404' })
  expect(await fetched(never, { attempt: 6 })).toEqual({ outcome: 'gap', reason: 'not-found' })
  const still = addressOfFilm(String(agent.keepAttachment(png, 'image/heic')['guid']))
  expect(await fetched(still, { attempt: 6 })).toEqual({ outcome: 'gap', reason: 'not-found' })
})

test('an attachment over the limit is a gap, whatever size it announces', async () => {
  const url = kept('', Buffer.alloc(10_001))
  expect(await fetched(url, { maxBytes: 10_000 })).toEqual({ outcome: 'gap', reason: 'too-large' })
  expect(await fetched(url, { maxBytes: 10_001 })).toMatchObject({ outcome: 'fetched' })
})

test('an agent that does not answer, is not there, or has another password is tried again', async () => {
  expect(await fetched(kept('0000'), { timeoutMs: 300 })).toEqual({ outcome: 'retry', reason: 'timeout' })
  expect(await fetched(kept(), {}, { password: 'old' })).toEqual({ outcome: 'retry', reason: 'status-401' })
  const unserved = { serverUrl: 'http://127.0.0.1:9' }
  expect(await fetched(kept(), { extraHosts: ['127.0.0.1:9'] }, unserved)).toEqual({
    outcome: 'retry',
    reason: 'ECONNREFUSED',
  })
  const limits = { maxBytes: 1000, timeoutMs: 1000 }
  expect(await fetchMedia(kept(), undefined, limits)).toEqual({ outcome: 'retry', reason: 'not-configured' })
})

describe('an address that is not an attachment of the agent', () => {
  test.each([
    ['an address', 'https://example.com/x.png'],
    ['a file', 'file:///etc/passwd'],
    ['another path at the agent', 'attachment:../../server/logs'],
    ['dots, which a URL resolves', 'attachment:..'],
    ['a query', 'attachment:a?original=false'],
    ['dots with a film', 'attachment:../live'],
    ['more after a film', 'attachment:a/live/x'],
    ['nothing', 'attachment:'],
  ])('is never requested: %s', async (_, url) => {
    expect(await fetched(url)).toEqual({ outcome: 'gap', reason: 'host-refused' })
  })

  test('is not requested from this machine either, even if a person entered its address', async () => {
    for (const serverUrl of [agent.serverUrl, `https://${agent.host}`, 'https://169.254.169.254']) {
      const outcome = await fetched(kept(), { extraHosts: [] }, { serverUrl })
      expect(outcome).toEqual({ outcome: 'retry', reason: 'private-address' })
    }
  })
})
