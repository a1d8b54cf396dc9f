import { createHash } from 'node:crypto'
import { isWhole } from '@verbatim/reference/share.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeTwilio, openFakeTwilio } from '#testing/fakes/twilio.ts'
import { timeFor } from '#testing/twilio-accounts.ts'
import type { MediaLimits } from '#channels/provider-calls.ts'
import { fetchMedia } from './media.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==',
  'base64',
)

let twilio: FakeTwilio
beforeAll(async () => {
  twilio = await openFakeTwilio()
})
afterAll(() => twilio.close())

const fetched = (url: string, limits: Partial<MediaLimits> = {}) =>
  fetchMedia(
    url,
    { user: twilio.accountSid, passwords: [twilio.authToken] },
    {
      maxBytes: 1_000_000,
      timeoutMs: 5000,
      extraHosts: [twilio.host, twilio.contentHost],
      ...limits,
    },
  )

test('a medium is fetched through its redirect and hashed, and its real type is detected', async () => {
  const { url } = twilio.keepMedium(png, 'application/octet-stream')
  expect(await fetched(url)).toEqual({
    outcome: 'fetched',
    bytes: png,
    sha256: createHash('sha256').update(png).digest('hex'),
    mimeDeclared: 'application/octet-stream',
    mimeDetected: 'image/png',
  })
})

test('no other host ever gets the credentials', async () => {
  await fetched(twilio.keepMedium(png, 'image/png').url)
  expect(twilio.leakedCredentials).toEqual([])
})

/** It takes its time: with the next token, below, it is asked for in every run. */
const silent: [string, string, object][] = isWhole
  ? [['that never comes', '0000', { outcome: 'retry', reason: 'timeout' }]]
  : []
test.each<[string, string, object]>([
  ['that is gone', '0410', { outcome: 'gap', reason: 'gone' }],
  ['that is forbidden', '0403', { outcome: 'retry', reason: 'status-403' }],
  ['that the other host forbids', '1403', { outcome: 'retry', reason: 'status-403' }],
  ['that redirects for ever', '0307', { outcome: 'gap', reason: 'too-many-redirects' }],
  ['that redirects to a private address', '0001', { outcome: 'gap', reason: 'host-refused' }],
  ['behind a failing server', '0500', { outcome: 'retry', reason: 'status-500' }],
  ...silent,
])('a medium %s is classified', async (_, ending, outcome) => {
  const { url } = twilio.keepMedium(png, 'image/png', ending)
  expect(await fetched(url, timeFor(ending))).toEqual(outcome)
})

test('a medium that is not available yet is tried again, and one that never arrives is a gap', async () => {
  const { url } = twilio.keepMedium(png, 'image/png', '0404')
  expect(await fetched(url, { attempt: 1 })).toEqual({ outcome: 'retry', reason: 'status-404' })
  expect(await fetched(url, { attempt: 2 })).toEqual({ outcome: 'retry', reason: 'status-404' })
  expect(await fetched(url, { attempt: 3 })).toMatchObject({ outcome: 'fetched' })

  const missing = twilio.keepMedium(png, 'image/png').url.slice(0, -4) + 'ffff'
  expect(await fetched(missing, { attempt: 6 })).toEqual({ outcome: 'gap', reason: 'not-found' })
})

test('a medium that stays forbidden is a gap only where no setting of the account decides', async () => {
  const elsewhere = twilio.keepMedium(png, 'image/png', '1403')
  expect(await fetched(elsewhere.url, { attempt: 5 })).toEqual({ outcome: 'retry', reason: 'status-403' })
  expect(await fetched(elsewhere.url, { attempt: 6 })).toEqual({ outcome: 'gap', reason: 'gone' })
  const own = twilio.keepMedium(png, 'image/png', '0403')
  expect(await fetched(own.url, { attempt: 6 })).toEqual({ outcome: 'retry', reason: 'status-403' })
})

test('a medium over the limit is a gap, whatever size it announces', async () => {
  const { url } = twilio.keepMedium(Buffer.alloc(10_001), 'image/png')
  expect(await fetched(url, { maxBytes: 10_000 })).toEqual({ outcome: 'gap', reason: 'too-large' })
})

test('wrong credentials and a refused connection are retried', async () => {
  const { url } = twilio.keepMedium(png, 'image/png')
  const limits = { maxBytes: 1000, timeoutMs: 2000, extraHosts: [twilio.host, '127.0.0.1:9'] }
  expect(await fetchMedia(url, { user: 'AC', passwords: ['old'] }, limits)).toEqual({
    outcome: 'retry',
    reason: 'status-401',
  })
  expect(await fetched('http://127.0.0.1:9/x', limits)).toEqual({ outcome: 'retry', reason: 'ECONNREFUSED' })
})

test('a medium is fetched with the next token where Twilio refuses the first', async () => {
  const credentials = { user: twilio.accountSid, passwords: ['old', twilio.authToken] }
  const limits = { maxBytes: 1000, timeoutMs: 5_000, extraHosts: [twilio.host, twilio.contentHost] }
  const { url } = twilio.keepMedium(png, 'image/png')
  expect(await fetchMedia(url, credentials, limits)).toMatchObject({ outcome: 'fetched', bytes: png })
  const silent = twilio.keepMedium(png, 'image/png', '0000')
  const outcome = { outcome: 'retry', reason: 'timeout' }
  expect(await fetchMedia(silent.url, credentials, { ...limits, ...timeFor('0000') })).toEqual(outcome)
  expect(twilio.leakedCredentials).toEqual([])
})

describe('an address of another host', () => {
  test.each([
    ['another host', 'https://media.example.com/x.png'],
    ['a name that only ends alike', 'https://eviltwilio.com/x.png'],
    ['a name that only begins alike', 'https://api.twilio.com.example.com/x.png'],
    ['plain HTTP', 'http://api.twilio.com/x.png'],
    ['another port', 'https://api.twilio.com:8443/x.png'],
    ['a user in front of another host', 'https://api.twilio.com@example.com/x.png'],
    ['this machine', 'https://127.0.0.1/x.png'],
    ['a file', 'file:///etc/passwd'],
    ['no address', 'MediaUrl0'],
  ])('is never asked: %s', async (_, url) => {
    expect(await fetched(url, { extraHosts: [] })).toEqual({ outcome: 'gap', reason: 'host-refused' })
  })

  test('is not called through a name that resolves to this machine either', async () => {
    const { url } = twilio.keepMedium(png, 'image/png')
    const outcome = await fetched(url, { extraHosts: [twilio.host] })
    expect(outcome).toEqual({ outcome: 'gap', reason: 'host-refused' })
  })
})
