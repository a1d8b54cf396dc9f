/** Signing in to the receiver with an access token. */
import { hourMs, minuteMs } from '@verbatim/contract/durations.ts'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareOf } from '@verbatim/reference/share.ts'
import { findArchiving } from '#domains/archiving/find.ts'
import { inTenant } from '#platform/db.ts'
import { type ArchivingWorld, useArchivingWorld } from '#testing/archiving.ts'
import { type FakeArchive, openFakeArchive } from '#testing/fakes/archive.ts'
import { type FakeTokenEndpoint, openFakeTokenEndpoint } from '#testing/fakes/token-endpoint.ts'
import { sendArchive } from './send-archive.ts'

let on: ArchivingWorld
let tokens: FakeTokenEndpoint
let secured: FakeArchive
let ca: string
useArchivingWorld((opened) => {
  on = opened
})
beforeAll(async () => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    algorithm: 'sha256',
    keySize: 2048,
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  })
  ca = cert
  tokens = await openFakeTokenEndpoint({ id: 'verbatim', secret: 'client-secret' })
  secured = await openFakeArchive({ key, cert, user: 'archive@acme.example', tokens: tokens.tokens })
}, 60_000)
afterAll(async () => {
  await secured?.close()
  await tokens?.close()
})
beforeEach(() => {
  secured.clear()
  tokens.answers.length = 0
  tokens.tokens.clear()
  tokens.lifetime = 3_600
})

const configure = (other: object = {}) =>
  on.configure({
    port: secured.port,
    security: 'tls',
    signIn: 'xoauth2',
    user: 'archive@acme.example',
    tokenUrl: tokens.url,
    clientId: 'verbatim',
    scope: 'mail.send',
    password: 'client-secret',
    ...other,
  })
async function send(): Promise<void> {
  while ((await sendArchive({ ...on.world.ctx, archiveLink: { ca } }, on.tenant.id)) > 0);
}
const trouble = async () => (await on.admin.call('GET', `${on.url}/settings`)).json.settings.trouble
const askedSince = (count: number) => tokens.asked.slice(count).map(({ grant_type: grant }) => grant)

test('a token is asked for once, used until it ends, and asked for again', async () => {
  await configure()
  const before = tokens.asked.length
  await on.say('One')
  await send()
  await on.say('Two')
  await send()
  expect(askedSince(before)).toEqual(['client_credentials'])
  expect(tokens.asked.at(-1)).toMatchObject({ client_id: 'verbatim', scope: 'mail.send' })
  await on.pass(59 * minuteMs)
  await on.say('Three')
  await send()
  expect(askedSince(before)).toHaveLength(2)
  expect(secured.got.map(({ isTaken }) => isTaken)).toEqual([true, true, true])
})

test('a refresh token is used, and replaced by the one that comes with the answer', async () => {
  await configure({ refreshToken: tokens.refreshToken })
  const before = tokens.asked.length
  await on.say('One')
  await send()
  await on.pass(61 * minuteMs)
  await on.say('Two')
  await send()
  expect(askedSince(before)).toEqual(['refresh_token', 'refresh_token'])
  expect(secured.got).toHaveLength(2)
})

test('a revoked token is forgotten and asked for again soon; one that was just given and refused is not', async () => {
  await configure()
  await on.say('One')
  await send()
  tokens.tokens.clear()
  await on.say('Two')
  await send()
  expect(await trouble()).toMatchObject({ problem: 'sign-in' })
  await on.pass(minuteMs)
  await send()
  expect(secured.got).toHaveLength(2)
  expect(await trouble()).toBeUndefined()
  await configure({ user: 'other@acme.example', expectedVersion: 1 })
  await on.say('Three')
  await send()
  const { pausedUntil } = await trouble()
  expect(Date.parse(pausedUntil) - on.world.ctx.now().getTime()).toBe(hourMs)
})

test.each(
  shareOf([
    [
      { status: 401, body: '{"error":"invalid_client","error_description":"Unknown client"}' },
      'invalid_client: Unknown client',
    ],
    [{ status: 503, body: '<html>' }, 'The token endpoint answered 503 without a token.'],
    [{ status: 200, body: '{}' }, 'The token endpoint answered 200 without a token.'],
  ] as const),
)('an endpoint that answers %o uses up no attempt, and the reason is shown', async (answer, said) => {
  await configure()
  tokens.answers.push(answer)
  await on.say('Waits')
  await send()
  expect((await on.mails())[0]).toMatchObject({ state: 'queued', attempts: 0, problem: 'token' })
  expect(await trouble()).toMatchObject({ problem: 'token', answer: said })
  await on.pass(minuteMs)
  await send()
  expect((await on.mails())[0]).toMatchObject({ state: 'accepted' })
})

test('the secrets are sealed, never returned, and kept only for the endpoint that they were entered for', async () => {
  const saved = await configure({ refreshToken: 'refresh-secret' })
  expect(saved.json.settings).toMatchObject({ hasPassword: true, hasRefreshToken: true })
  expect(saved.text).not.toMatch(/client-secret|refresh-secret/)
  const stored = await inTenant(on.world.ctx.db, on.tenant.id, findArchiving)
  expect(stored?.refresh_sealed?.includes('refresh-secret')).toBe(false)
  const kept = { password: undefined, expectedVersion: 1 }
  expect((await configure({ ...kept, tokenUrl: 'https://other.example/token' })).json.code).toBe(
    'archiving.no-password',
  )
  expect((await configure({ ...kept, clientId: 'other' })).json.code).toBe('archiving.no-password')
  expect((await configure({ ...kept, signIn: 'plain' })).json.code).toBe('archiving.no-password')
  expect((await configure({ ...kept, tokenUrl: 'ftp://other.example' })).status).toBe(400)
  expect((await configure(kept)).json.settings).toMatchObject({ hasRefreshToken: true })
  const trail = await on.admin.call('GET', '/audit/events?filter=eventType[eq]:archiving_updated')
  expect(trail.text).not.toMatch(/client-secret|refresh-secret/)
})

test('the test mail says what the token endpoint refused', async () => {
  const {
    mode: _,
    delivery: _d,
    alsoEvents: _a,
    summaryRecipients: _s,
    format: _f,
    ...rest
  } = on.settings({
    port: secured.port,
    security: 'tls',
    signIn: 'xoauth2',
    user: 'archive@acme.example',
    tokenUrl: tokens.url,
    clientId: 'verbatim',
    password: 'wrong',
  })
  const { participantAddress: _p, maxMailMb: _m, oversize: _o, channels: _c, groupIds: _g, ...entered } = rest
  const answer = await on.admin.call('POST', `${on.url}/test`, entered)
  expect(answer.json).toMatchObject({
    accepted: false,
    problem: 'token',
    answer: 'invalid_client: Refused: invalid_client',
  })
})
