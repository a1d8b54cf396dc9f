import { minuteMs } from '@verbatim/contract/durations.ts'
import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { journal } from '#testing/archiving-on.ts'
import { type ArchivingWorld, useArchivingWorld } from '#testing/archiving.ts'
import { openFakeArchive } from '#testing/fakes/archive.ts'
import { openRecords } from './read-record.ts'
import { sendArchive } from './send-archive.ts'

let on: ArchivingWorld
useArchivingWorld((opened) => {
  on = opened
})

const url = '/bff/archiving'
const trouble = async () => (await on.admin.call('GET', `${url}/settings`)).json.settings.trouble
const ids = () => on.archive.got.map(({ mail }) => mail.messageId)

test('a message, its edit, its deletion and a reaction arrive once each', async () => {
  await on.configure()
  const targetKey = await on.say('Five million')
  const at = on.world.ctx.now()
  const about = { channel: 'sms', targetKey, at } as const
  await on.happen(
    { ...about, kind: 'edit', eventKey: 'e', body: 'Six million' },
    { ...about, kind: 'reaction', eventKey: 'r', action: 'add', value: '👍' },
    { ...about, kind: 'delete', eventKey: 'd', scope: 'everyone' },
  )
  await on.happen({ ...about, kind: 'delete', eventKey: 'd', scope: 'everyone' })
  await on.send()
  expect(on.archive.got.map(({ mail }) => mail.subject?.split(' ')[0])).toEqual([
    'SMS/MMS',
    'EDITED',
    'REACTION',
    'DELETED',
  ])
  expect(new Set(ids()).size).toBe(4)
  const textOf = (word: string) =>
    on.archive.got.find(({ mail }) => mail.subject?.startsWith(word))?.mail.text
  expect(textOf('SMS/MMS')).toContain('Five million')
  expect(textOf('EDITED')).toMatch(/Six million[^]*Five million/)
  expect(textOf('REACTION')).toContain('👍')
  expect(textOf('DELETED')).toContain('Six million')
  expect(on.archive.got[0]?.mail.to?.[0]?.address).toBe(`rep@${on.tenant.label}.example`)
  const kept = await on.mails()
  expect(kept.map(({ state }: { state: string }) => state)).toEqual(Array(4).fill('accepted'))
  expect(kept[0].queueId).toMatch(/^Q\d+$/)
  const summary = (await on.admin.call('GET', `${url}/summary`)).json
  expect(summary).toMatchObject({
    days: [{ captured: 4, queued: 4, accepted: 4, failed: 0 }],
    differences: [],
  })
})

test('an edit comes before a deletion of its second that is in whole seconds', async () => {
  await on.configure()
  const targetKey = await on.say('Five million')
  const second = Math.ceil(on.world.ctx.now().getTime() / 1000) * 1000
  const about = { channel: 'sms', targetKey } as const
  await on.happen(
    { ...about, at: new Date(second), kind: 'delete', eventKey: 'd', scope: 'everyone' },
    { ...about, at: new Date(second + 700), kind: 'edit', eventKey: 'e', body: 'Six million' },
  )
  await on.send()
  expect(on.archive.got.map(({ mail }) => mail.subject?.split(' ')[0])).toEqual([
    'SMS/MMS',
    'EDITED',
    'DELETED',
  ])
})

test(
  'what is said in a conversation arrives in its order, however many turns it takes',
  { tags: ['whole'] },
  async () => {
    await on.configure({ mode: 'paused' })
    const said = Array.from({ length: 12 }, (_, index) => `Number ${index}.`)
    for (const [index, body] of said.entries())
      await on.world.deliver(on.tenant, { from: `+1555010888${index % 3}`, body })
    await on.world.settle()
    await on.configure()
    while ((await sendArchive(on.world.ctx, on.tenant.id, { most: 5 })) > 0);
    const texts = on.archive.got.map(({ mail }) => mail.text?.match(/Number (\d+)\./)?.[1])
    for (const rest of [0, 1, 2])
      expect(texts.map(Number).filter((number) => number % 3 === rest)).toEqual(
        [0, 3, 6, 9].map((number) => number + rest),
      )
    expect(texts).toHaveLength(12)
    expect((await on.mails()).every(({ state }: { state: string }) => state === 'accepted')).toBe(true)
  },
)

test('long texts are read one after the other, and short ones together', async () => {
  await on.configure({ mode: 'paused' })
  const keys = [await on.say('One'), await on.say('Two')]
  // Two of them are more than what is read together, which is 8 MB.
  const long = 'long '.repeat(640 * 1024)
  await on.happen(
    ...keys.map((targetKey, index) => ({
      channel: 'sms' as const,
      targetKey,
      at: on.world.ctx.now(),
      kind: 'edit' as const,
      eventKey: `e${index}`,
      body: `${long}${index}`,
    })),
  )
  const rows = await inTenant(on.world.ctx.db, on.tenant.id, (tx) =>
    tx.selectFrom('archive_mail').selectAll().orderBy('message_id').orderBy('revision').execute(),
  )
  const read = openRecords(on.world.ctx, on.tenant.id, rows)
  const texts: (string | null)[] = []
  for (const row of rows) {
    const record = await read(row)
    texts.push(record === 'pending' ? record : record.text)
  }
  expect(texts.map((text) => text?.replace(long, 'long '))).toEqual(
    ['One', 'Two'].flatMap((text, index) => [text, `long ${index}`]),
  )
})

test('a postponed mail, and one whose connection is cut, are sent again as the same mail', async () => {
  await on.configure()
  on.archive.answers.push(451, 'cut')
  await on.say('Later')
  await on.send()
  expect((await on.mails())[0]).toMatchObject({ state: 'deferred', attempts: 1, problem: 'busy' })
  await on.pass(minuteMs)
  await on.send()
  expect((await on.mails())[0]).toMatchObject({ attempts: 1, problem: 'interrupted' })
  expect(await trouble()).toMatchObject({ problem: 'interrupted' })
  await on.pass(minuteMs)
  await on.send()
  expect((await on.mails())[0]).toMatchObject({ state: 'accepted', attempts: 2 })
  expect(await trouble()).toBeUndefined()
  expect(on.archive.got.map(({ isTaken }) => isTaken)).toEqual([false, false, true])
  expect(new Set(ids()).size).toBe(1)
})

test('a permanently refused mail is listed, and can be sent again once', async () => {
  await on.configure()
  on.archive.answers.push(554)
  const before = on.archive.got.length
  await on.say('Refused')
  await on.send()
  const [failed] = await on.mails()
  expect(failed).toMatchObject({ state: 'failed', problem: 'content', event: 'message' })
  const summary = (await on.admin.call('GET', `${url}/summary`)).json
  expect(summary).toMatchObject({ days: [{ failed: 1 }], differences: [failed.messageId] })
  expect((await on.admin.call('POST', `${url}/mails/${failed.id}/resend`)).json).toMatchObject({
    state: 'queued',
  })
  await on.send()
  expect((await on.mails())[0]).toMatchObject({ state: 'accepted' })
  expect(on.archive.got.length - before).toBe(2)
  const again = await on.admin.call('POST', `${url}/mails/${failed.id}/resend`)
  expect(again.json.code).toBe('archiving.not-failed')
})

test('a recipient that is refused while another is not gets the mail alone later', async () => {
  const other = 'second@vendor.example'
  await on.configure({ journalRecipients: [journal, other] })
  on.archive.unknown.add(other)
  await on.say('Half')
  await on.send()
  const [failed] = await on.mails()
  expect(failed).toMatchObject({ state: 'failed', problem: 'recipients', refusedRecipients: [other] })
  on.archive.unknown.clear()
  await on.admin.call('POST', `${url}/mails/${failed.id}/resend`)
  await on.send()
  expect(on.archive.got.map(({ to }) => to)).toEqual([[journal], [other]])
})

test('a mail that some recipients lack is sent to those who are entered instead, and to no one who was removed', async () => {
  const [wrong, right] = ['typo@vendor.example', 'second@vendor.example']
  await on.configure({ journalRecipients: [journal, wrong] })
  on.archive.unknown.add(wrong)
  await on.say('Half')
  await on.send()
  await on.configure({ journalRecipients: [journal, right], expectedVersion: 1 })
  const [failed] = await on.mails()
  expect(failed).toMatchObject({ state: 'failed', refusedRecipients: [] })
  await on.admin.call('POST', `${url}/mails/${failed.id}/resend`)
  await on.send()
  expect(on.archive.got.map(({ to }) => to)).toEqual([[journal], [journal, right]])
  expect(new Set(ids()).size).toBe(1)
})

test('a mail of several parts begins again with another receiver, and goes on with the same one', async () => {
  await on.configure({ maxMailMb: 1, expectedVersion: 0 })
  const targetKey = await on.say('Short')
  await on.send()
  const first = on.archive.got.length
  const change = { channel: 'sms', targetKey, kind: 'edit', body: 'long '.repeat(250_000) } as const
  await on.happen({ ...change, at: on.world.ctx.now(), eventKey: 'e' })
  on.archive.answers.push('take', 451)
  await on.send()
  const parts = () => on.archive.got.slice(first).map(({ mail }) => /part (\d)/.exec(mail.subject ?? '')?.[1])
  expect(parts()).toEqual(['1', '2'])
  on.archive.answers.push(451)
  await on.pass(minuteMs)
  await on.send()
  expect(parts()).toEqual(['1', '2', '2'])
  const other = await openFakeArchive()
  await on.configure({ maxMailMb: 1, port: other.port, expectedVersion: 1 })
  await on.send()
  expect(other.got.map(({ mail }) => /part (\d)/.exec(mail.subject ?? '')?.[1]).slice(0, 2)).toEqual([
    '1',
    '2',
  ])
  expect((await on.mails()).map(({ state }: { state: string }) => state)).toEqual(['accepted', 'accepted'])
  await other.close()
})

test('a receiver that is away uses up no attempts, and is left alone for longer each time', async () => {
  await on.configure({ port: 1 })
  await on.say('Away')
  for (let i = 0; i < 5; i++) {
    await on.send()
    await on.pass(minuteMs)
  }
  expect((await on.mails())[0]).toMatchObject({ state: 'queued', attempts: 0, problem: 'refused' })
  expect(await trouble()).toMatchObject({ problem: 'refused', pausedUntil: expect.any(String) })
  await on.configure()
  await on.pass(minuteMs)
  await on.send()
  expect((await on.mails())[0]).toMatchObject({ state: 'accepted' })
})

test('a resumed archive gets the waiting mails; one that was off gets nothing from that time', async () => {
  await on.say('Before')
  await on.configure({ mode: 'paused' })
  await on.say('Waits')
  await on.send()
  expect(on.archive.got).toEqual([])
  await on.configure({ mode: 'on' })
  await on.send()
  await on.configure({ mode: 'off' })
  await on.say('Unseen')
  await on.configure({ mode: 'on', channels: ['whatsapp'] })
  await on.say('Another channel')
  await on.send()
  expect(on.archive.got.map(({ mail }) => mail.text?.includes('Waits'))).toEqual([true])
})

test('another organization archives none of these messages, and sees none of the mails', async () => {
  const other = await on.world.makeTenant(`archive-other`)
  const stranger = await on.world.as(other, other.users.tenant_admin)
  await on.configure()
  await on.say('Ours')
  await on.say('Theirs', other)
  await on.send(other)
  await on.send()
  expect(on.archive.got).toHaveLength(1)
  const [mail] = await on.mails()
  expect(await on.mails(stranger)).toEqual([])
  expect((await stranger.call('GET', `${url}/settings`)).json).toEqual({ version: 0 })
  expect((await stranger.call('POST', `${url}/mails/${mail.id}/resend`)).status).toBe(404)
})

test('the test mail says what is wrong', async () => {
  const { host, port, security, signIn, user, fromAddress, journalRecipients } = on.settings()
  const token = { tokenUrl: '', clientId: '', scope: '' }
  const entered = { host, port, security, signIn, user, ...token, fromAddress, journalRecipients }
  const ask = async (other: object = {}) =>
    (await on.admin.call('POST', `${url}/test`, { ...entered, ...other })).json
  expect(await ask()).toMatchObject({ accepted: true, queueId: expect.any(String) })
  expect(await ask({ port: 1 })).toMatchObject({ accepted: false, problem: 'refused' })
  expect(await ask({ security: 'starttls_required' })).toMatchObject({ problem: 'tls-missing' })
  on.archive.unknown.add(journal)
  expect(await ask()).toMatchObject({ accepted: false, problem: 'recipients' })
})

test('a password is never returned, sent without encryption, or kept for another host', async () => {
  const secured = { security: 'tls', signIn: 'plain', user: 'acme' }
  const clear = await on.configure({ ...secured, security: 'none-with-warning', password: 'secret-word' })
  expect(clear.status).toBe(400)
  expect((await on.configure(secured)).json.code).toBe('archiving.no-password')
  const saved = await on.configure({ ...secured, password: 'secret-word' })
  expect(saved.json.settings).toMatchObject({ hasPassword: true })
  expect(saved.text).not.toContain('secret-word')
  expect((await on.configure(secured)).status).toBe(200)
  expect((await on.configure({ ...secured, host: 'mail.example' })).json.code).toBe('archiving.no-password')
  const stale = await on.configure({ ...secured, expectedVersion: 1 })
  expect(stale.json.code).toBe('archiving.changed')
  const trail = await on.admin.call('GET', '/audit/events?filter=eventType[in]:archiving_updated')
  expect(trail.json.total).toBe(1)
  expect(trail.text).not.toContain('secret-word')
})

test('who may not manage archiving can neither see nor change it', async () => {
  for (const role of ['compliance', 'analyst', 'manager'] as const) {
    const caller = await on.world.as(on.tenant, on.tenant.users[role])
    for (const path of ['settings', 'mails', 'summary'])
      expect((await caller.call('GET', `${url}/${path}`)).status, role).toBe(403)
    expect((await on.configure({}, caller)).status, role).toBe(403)
    expect((await caller.call('POST', `${url}/test`, {})).status, role).toBe(403)
  }
})
