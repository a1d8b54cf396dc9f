import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { normalisedType, writeNormalised } from '#flows/capture/parse.ts'
import type { CapturedEvent } from '#kernel/captured-event.ts'
import type { Caller } from '#testing/caller.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { type FakeArchive, openFakeArchive } from '#testing/fakes/archive.ts'
import { openWorld, type World, type WorldTenant } from '#testing/world.ts'
import { sendArchive } from './send-archive.ts'

let database: TestDatabase
let archive: FakeArchive
let world: World
let tenant: WorldTenant
let admin: Caller
beforeAll(async () => {
  database = await openTestDatabase()
  archive = await openFakeArchive()
  world = await openWorld(database.url, { MEDIA_HOSTS: 'localhost' })
}, 60_000)
afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
  await archive?.close()
  await database?.close()
})

let turn = 0
const journal = 'journal@vendor.example'
beforeEach(async () => {
  archive.clear()
  archive.answers.length = 0
  archive.unknown.clear()
  turn += 1
  tenant = await world.makeTenant(`archive-${turn}`)
  admin = await world.as(tenant, tenant.users.tenant_admin)
})

const settings = (other: object = {}) => ({
  mode: 'on',
  host: 'localhost',
  port: archive.port,
  security: 'none-with-warning',
  signIn: 'none',
  user: '',
  fromAddress: 'archive@acme.example',
  journalRecipients: [journal],
  format: 'eml',
  participantAddress: 'real_email',
  maxMailMb: 25,
  oversize: 'split',
  channels: [],
  groupIds: [],
  ...other,
})
const url = '/bff/archiving'
const configure = (other: object = {}, who = admin) => who.call('PUT', `${url}/settings`, settings(other))
const mails = async (who = admin) => (await who.call('GET', `${url}/mails?sort=createdAt`)).json.items
const trouble = async () => (await admin.call('GET', `${url}/settings`)).json.settings.trouble

async function pass(ms: number): Promise<void> {
  world.pass(ms)
  admin = await world.as(tenant, tenant.users.tenant_admin)
}
const minute = 60_000

async function send(of = tenant): Promise<void> {
  while ((await sendArchive(world.ctx, of.id)) > 0);
}

let sids = 0
async function say(body: string, of = tenant): Promise<string> {
  world.pass(1)
  const sid = `SM${String((sids += 1)).padStart(32, '0')}`
  expect(await world.deliver(of, { from: '+15550108888', body, sid })).toBe(200)
  await world.settle()
  return sid
}

/** Events that the channel reports about a message. */
async function happen(...events: readonly CapturedEvent[]): Promise<void> {
  await world.ctx.keeper.keep({
    tenantId: tenant.id,
    accountId: tenant.accounts.sms,
    channel: 'sms',
    transport: 'history',
    sourceKey: `events ${(sids += 1)}`,
    contentType: normalisedType,
    headers: {},
    remote: undefined,
    bytes: writeNormalised(events),
    receivedAt: world.ctx.now(),
  })
  await world.settle()
}

const ids = () => archive.got.map(({ mail }) => mail.messageId)

test('a message, its edit, its deletion and a reaction arrive once each', async () => {
  await configure()
  const targetKey = await say('Five million')
  const at = world.ctx.now()
  const about = { channel: 'sms', targetKey, at } as const
  await happen(
    { ...about, kind: 'edit', eventKey: 'e', body: 'Six million' },
    { ...about, kind: 'reaction', eventKey: 'r', action: 'add', value: '👍' },
    { ...about, kind: 'delete', eventKey: 'd', scope: 'everyone' },
  )
  await happen({ ...about, kind: 'delete', eventKey: 'd', scope: 'everyone' })
  await send()
  expect(new Set(archive.got.map(({ mail }) => mail.subject?.split(' ')[0]))).toEqual(
    new Set(['DELETED', 'EDITED', 'REACTION', 'SMS/MMS']),
  )
  expect(archive.got).toHaveLength(4)
  expect(new Set(ids()).size).toBe(4)
  const textOf = (word: string) => archive.got.find(({ mail }) => mail.subject?.startsWith(word))?.mail.text
  expect(textOf('SMS/MMS')).toContain('Five million')
  expect(textOf('EDITED')).toMatch(/Six million[^]*Five million/)
  expect(textOf('REACTION')).toContain('👍')
  expect(textOf('DELETED')).toContain('Six million')
  expect(archive.got[0]?.mail.to?.[0]?.address).toBe(`rep@${tenant.label}.example`)
  const kept = await mails()
  expect(kept.map(({ state }: { state: string }) => state)).toEqual(Array(4).fill('accepted'))
  expect(kept[0].queueId).toMatch(/^Q\d+$/)
  const summary = (await admin.call('GET', `${url}/summary`)).json
  expect(summary).toMatchObject({
    days: [{ captured: 1, queued: 1, accepted: 1, failed: 0 }],
    differences: [],
  })
})

test('a mail that is put off, and one whose connection is cut, are sent again as the same mail', async () => {
  await configure()
  archive.answers.push(451, 'cut')
  await say('Later')
  await send()
  expect((await mails())[0]).toMatchObject({ state: 'deferred', attempts: 1, problem: 'busy' })
  await pass(minute)
  await send()
  expect((await mails())[0]).toMatchObject({ attempts: 1, problem: 'interrupted' })
  expect(await trouble()).toMatchObject({ problem: 'interrupted' })
  await pass(minute)
  await send()
  expect((await mails())[0]).toMatchObject({ state: 'accepted', attempts: 2 })
  expect(await trouble()).toBeUndefined()
  expect(archive.got.map(({ isTaken }) => isTaken)).toEqual([false, false, true])
  expect(new Set(ids()).size).toBe(1)
})

test('a mail that is refused for good is listed, and can be sent again once', async () => {
  await configure()
  archive.answers.push(554)
  const before = archive.got.length
  await say('Refused')
  await send()
  const [failed] = await mails()
  expect(failed).toMatchObject({ state: 'failed', problem: 'content', event: 'message' })
  const summary = (await admin.call('GET', `${url}/summary`)).json
  expect(summary).toMatchObject({ days: [{ failed: 1 }], differences: [failed.messageId] })
  expect((await admin.call('POST', `${url}/mails/${failed.id}/resend`)).json).toMatchObject({
    state: 'queued',
  })
  await send()
  expect((await mails())[0]).toMatchObject({ state: 'accepted' })
  expect(archive.got.length - before).toBe(2)
  const again = await admin.call('POST', `${url}/mails/${failed.id}/resend`)
  expect(again.json.code).toBe('archiving.not-failed')
})

test('a recipient that is refused while another is not gets the mail alone later', async () => {
  const other = 'second@vendor.example'
  await configure({ journalRecipients: [journal, other] })
  archive.unknown.add(other)
  await say('Half')
  await send()
  const [failed] = await mails()
  expect(failed).toMatchObject({ state: 'failed', problem: 'recipients', refusedRecipients: [other] })
  archive.unknown.clear()
  await admin.call('POST', `${url}/mails/${failed.id}/resend`)
  await send()
  expect(archive.got.map(({ to }) => to)).toEqual([[journal], [other]])
})

test('a receiver that is away uses up no attempts, and is left alone for longer each time', async () => {
  await configure({ port: 1 })
  await say('Away')
  for (let i = 0; i < 5; i++) {
    await send()
    await pass(minute)
  }
  expect((await mails())[0]).toMatchObject({ state: 'queued', attempts: 0, problem: 'refused' })
  expect(await trouble()).toMatchObject({ problem: 'refused', pausedUntil: expect.any(String) })
  await configure()
  await pass(minute)
  await send()
  expect((await mails())[0]).toMatchObject({ state: 'accepted' })
})

test('a paused archive gets what waited; one that is off gets nothing from that time', async () => {
  await say('Before')
  await configure({ mode: 'paused' })
  await say('Waits')
  await send()
  expect(archive.got).toEqual([])
  await configure({ mode: 'on' })
  await send()
  await configure({ mode: 'off' })
  await say('Unseen')
  await configure({ mode: 'on', channels: ['whatsapp'] })
  await say('Another channel')
  await send()
  expect(archive.got.map(({ mail }) => mail.text?.includes('Waits'))).toEqual([true])
})

test('another organization archives nothing of it, and sees none of its mails', async () => {
  const other = await world.makeTenant(`archive-other-${turn}`)
  const stranger = await world.as(other, other.users.tenant_admin)
  await configure()
  await say('Ours')
  await say('Theirs', other)
  await send(other)
  await send()
  expect(archive.got).toHaveLength(1)
  const [mail] = await mails()
  expect(await mails(stranger)).toEqual([])
  expect((await stranger.call('GET', `${url}/settings`)).json).toEqual({ version: 0 })
  expect((await stranger.call('POST', `${url}/mails/${mail.id}/resend`)).status).toBe(404)
})

test('the test mail says what is wrong', async () => {
  const { host, port, security, signIn, user, fromAddress, journalRecipients } = settings() as Record<
    string,
    unknown
  >
  const entered = { host, port, security, signIn, user, fromAddress, journalRecipients }
  const ask = async (other: object = {}) =>
    (await admin.call('POST', `${url}/test`, { ...entered, ...other })).json
  expect(await ask()).toMatchObject({ accepted: true, queueId: expect.any(String) })
  expect(await ask({ port: 1 })).toMatchObject({ accepted: false, problem: 'refused' })
  expect(await ask({ security: 'starttls_required' })).toMatchObject({ problem: 'tls-missing' })
  archive.unknown.add(journal)
  expect(await ask()).toMatchObject({ accepted: false, problem: 'recipients' })
})

test('a password is never answered, nor sent without encryption, nor kept for another host', async () => {
  const secured = { security: 'tls', signIn: 'plain', user: 'acme' }
  const clear = await configure({ ...secured, security: 'none-with-warning', password: 'secret-word' })
  expect(clear.status).toBe(400)
  expect((await configure(secured)).json.code).toBe('archiving.no-password')
  const saved = await configure({ ...secured, password: 'secret-word' })
  expect(saved.json.settings).toMatchObject({ hasPassword: true })
  expect(saved.text).not.toContain('secret-word')
  expect((await configure(secured)).status).toBe(200)
  expect((await configure({ ...secured, host: 'mail.example' })).json.code).toBe('archiving.no-password')
  const stale = await configure({ ...secured, expectedVersion: 1 })
  expect(stale.json.code).toBe('archiving.changed')
  const trail = await admin.call('GET', '/audit/events?filter=eventType[in]:archiving_updated')
  expect(trail.json.total).toBe(1)
  expect(trail.text).not.toContain('secret-word')
})

test.each(['compliance', 'analyst', 'manager'] as const)('as %s nobody sees or changes it', async (role) => {
  const caller = await world.as(tenant, tenant.users[role])
  for (const path of ['settings', 'mails', 'summary'])
    expect((await caller.call('GET', `${url}/${path}`)).status).toBe(403)
  expect((await configure({}, caller)).status).toBe(403)
  expect((await caller.call('POST', `${url}/test`, {})).status).toBe(403)
})
