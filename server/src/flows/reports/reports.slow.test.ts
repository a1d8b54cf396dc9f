/** Scheduled reports from the API to a real mail server. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readFile } from '@verbatim/documents/text/read-file.ts'
import { takeCopy } from '#domains/report-schedules/copy-commands.ts'
import { sweep } from '#flows/housekeeping/sweep.ts'
import { sendMails } from '#flows/mail/send-mails.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { type MailSender, openMailSender } from '#platform/mail-sender.ts'
import { parseMailServer } from '#platform/mail-server.ts'
import { type MailServerFake, openMailServer } from '#testing/fakes/mail-server.ts'
import { captureHistory, messageOf } from '#testing/history.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { makeCopies, queueCopies } from './make-copies.ts'

let world: World
let server: MailServerFake
let sender: MailSender
let tenant: WorldTenant
let count = 0
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const path = '/bff/api/v1/report-schedules'

useTestWorld((opened) => {
  world = opened
})
beforeEach(async () => {
  server = await openMailServer()
  sender = openMailSender(parseMailServer(server.url)!)
  tenant = await world.makeTenant(`reports${(count += 1)}`)
})
afterEach(async () => {
  sender.close()
  await server[Symbol.asyncDispose]()
})

/** As an administrator who has just signed in, because sessions end while time passes. */
const admin = {
  call: async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown) =>
    (await world.as(tenant, tenant.users.tenant_admin)).call(method, url, body),
}
const of = (name: string) => `${name}@${tenant.label}.example`
const inTx = <T>(act: (tx: TenantTx) => Promise<T>) => inTenant(world.ctx.db, tenant.id, act)
/** An hour from now, so that it is due in less than a day. */
const soon = () => new Date(world.ctx.now().getTime() + hour).toISOString().slice(11, 16)
/** On the day of that hour. */
const monthly = () => {
  const at = new Date(world.ctx.now().getTime() + hour)
  return { every: 'month', day: at.getUTCDate(), at: soon() }
}
const draft = (change: object = {}) => ({
  name: 'Morning figures',
  subject: { kind: 'metrics', tab: 'organization' },
  period: '7',
  recurrence: { every: 'day', at: soon() },
  recipientIds: [tenant.users.tenant_admin],
  format: 'pdf',
  ...change,
})
const create = async (change: object = {}) => {
  const { status, json } = await admin.call('POST', path, draft(change))
  expect(status, JSON.stringify(json)).toBe(200)
  return json
}
const update = (id: string, change: object) => admin.call('PUT', `${path}/${id}`, change)
const work = async () => {
  while ((await queueCopies(world.ctx, tenant.id)) > 0);
  while ((await makeCopies(world.ctx, tenant.id)) > 0);
}
const send = async () => {
  await work()
  while ((await sendMails({ ...world.ctx, mailFrom: 'no-reply@verbatim.example' }, sender, tenant.id)) > 0);
  return server.received
}
const textOf = async (bytes: Buffer) => {
  const file = await readFile(bytes)
  return 'text' in file ? file.text : ''
}
const copies = async (id: string) => (await admin.call('GET', `${path}/${id}/copies`)).json.items

/** Two messages of the north group's account, and three of an account that the north group does not reach. */
async function speak(): Promise<void> {
  for (const body of ['Hello?', 'Are you there?']) await world.deliver(tenant, { from: '+15550177002', body })
  const at = (days: number) => messageOf(world, { sentAt: new Date(world.ctx.now().getTime() - days * day) })
  await captureHistory(world, tenant, [at(1), at(2), at(3)])
  await world.settle()
  world.pass(day)
}

test('each recipient gets the figures of what they may see, the same as on the screen', async () => {
  await speak()
  await create({ recipientIds: [tenant.users.tenant_admin, tenant.northerner], format: 'both' })
  expect(await send()).toEqual([])
  world.pass(hour)
  const mails = await send()
  expect(mails.map(({ to }) => to).toSorted()).toEqual([of('north'), of('tenant_admin')])
  for (const [userId, name, expected] of [
    [tenant.users.tenant_admin, 'tenant_admin', 5],
    [tenant.northerner, 'north', 2],
  ] as const) {
    const { json } = await (await world.as(tenant, userId)).call('GET', '/bff/metrics?days=7')
    const figure = json.figures.find(({ id }: { id: string }) => id === 'messages')
    expect(figure.value).toBe(expected)
    const mail = mails.find(({ to }) => to === of(name))!
    expect(mail.subject).toMatch(/^Morning figures: Organization Overview, /)
    expect(mail.files.map(({ name: file, contentType }) => [file, contentType])).toEqual([
      [expect.stringMatching(/^organization-overview-\d.+-to-\d.+\.pdf$/), 'application/pdf'],
      [expect.stringMatching(/\.xlsx$/), expect.stringContaining('spreadsheet')],
    ])
    expect(await textOf(mail.files[0]!.bytes)).toMatch(new RegExp(`Messages\\s+${expected}\\s`))
    expect(await textOf(mail.files[1]!.bytes)).toMatch(new RegExp(`Messages\\s+${expected}\\s`))
    expect(mail.text).toContain('/account#reports')
    expect(mail.text + (await textOf(mail.files[0]!.bytes))).not.toMatch(/Are you there|5550177/)
  }
})

test('a due time is mailed once, whatever runs twice or is interrupted', async () => {
  const { id } = await create()
  world.pass(hour)
  await Promise.all([queueCopies(world.ctx, tenant.id), queueCopies(world.ctx, tenant.id)])
  // A worker takes the copy and is killed.
  const { taken } = await inTx((tx) => takeCopy(tx, world.ctx.now()))
  expect(taken?.copy.attempts).toBe(1)
  expect(await send()).toEqual([])
  world.pass(5 * minute)
  await Promise.all([makeCopies(world.ctx, tenant.id), makeCopies(world.ctx, tenant.id)])
  expect(await send()).toHaveLength(1)
  await send()
  expect(server.received).toHaveLength(1)
  expect(await copies(id)).toMatchObject([{ state: 'made', isTest: false, mail: { state: 'sent' } }])
  const { json } = await admin.call('GET', `${path}/${id}`)
  expect(json.lastRun).toMatchObject({ copies: 1, waiting: 0, refused: 0, failed: 0 })
  expect(Date.parse(json.nextAt)).toBeGreaterThan(world.ctx.now().getTime())
})

test('what was due while nothing ran is one report, of the newest due time', async () => {
  const { id, nextAt } = await create()
  world.pass(3 * day + 2 * hour)
  expect(await send()).toHaveLength(1)
  expect(Date.parse((await copies(id))[0].dueAt) - Date.parse(nextAt)).toBe(3 * day)
})

test('a recipient who may not see the figures gets nothing, and the owner hears of it once', async () => {
  const { id } = await create({ recipientIds: [tenant.users.analyst] })
  await inTx((tx) =>
    tx.updateTable('tenant_user').set({ role: 'none' }).where('id', '=', tenant.users.analyst).execute(),
  )
  world.pass(hour)
  const [mail, ...others] = await send()
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    to: of('tenant_admin'),
    subject: `analyst ${tenant.label} did not get “Morning figures”`,
    files: [],
  })
  expect(mail!.text).toContain(`They may not see Organization Overview.`)
  expect(await copies(id)).toMatchObject([{ state: 'refused', refusal: 'no-permission' }])
  world.pass(day)
  expect(await send()).toHaveLength(1)
  await inTx((tx) =>
    tx
      .updateTable('tenant_user')
      .set({ role: 'analyst', enabled: false })
      .where('id', '=', tenant.users.analyst)
      .execute(),
  )
  world.pass(day)
  await send()
  expect(await copies(id)).toMatchObject([
    { refusal: 'disabled' },
    { refusal: 'no-permission' },
    { refusal: 'no-permission' },
  ])
  // The reason is another one, so the owner hears of that, too.
  expect(server.received).toHaveLength(2)
  expect(server.received[1]!.text).toContain('They can’t sign in any more.')
})

test('a recipient stops a report for themselves, and gets it again', async () => {
  const { id } = await create({ recipientIds: [tenant.users.tenant_admin, tenant.users.manager] })
  const manager = async () => world.as(tenant, tenant.users.manager)
  const subscriptions = '/bff/api/v1/report-subscriptions'
  expect((await (await manager()).call('GET', subscriptions)).json.items).toMatchObject([
    { id, isSubscribed: true },
  ])
  const stopped = await (await manager()).call('PUT', `${subscriptions}/${id}`, { isSubscribed: false })
  expect(stopped.json).toMatchObject({ id, isSubscribed: false })
  world.pass(hour)
  expect((await send()).map(({ to }) => to)).toEqual([of('tenant_admin')])
  // Saving the recipients again does not start it again.
  const recipientIds = [tenant.users.manager, tenant.users.tenant_admin]
  expect((await update(id, { recipientIds, name: 'Evening figures' })).status).toBe(200)
  world.pass(day)
  expect(await send()).toHaveLength(2)
  await (await manager()).call('PUT', `${subscriptions}/${id}`, { isSubscribed: true })
  world.pass(day)
  expect(await send()).toHaveLength(4)
  const analyst = await world.as(tenant, tenant.users.analyst)
  const other = await analyst.call('PUT', `${subscriptions}/${id}`, { isSubscribed: false })
  expect([other.status, other.json.code]).toEqual([404, 'report-schedule.not-found'])
  expect((await analyst.call('GET', subscriptions)).json.items).toEqual([])
})

test('a paused report mails nothing but the copy that a person asks for', async () => {
  const { id } = await create({ enabled: false })
  world.pass(2 * day)
  expect(await send()).toEqual([])
  const sent = await admin.call('POST', `${path}/${id}/copies`)
  expect(sent.json).toEqual({ to: of('tenant_admin') })
  expect((await send()).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Test: Morning figures: /),
  ])
  expect(await copies(id)).toMatchObject([{ isTest: true, state: 'made' }])
  expect((await admin.call('GET', `${path}/${id}`)).json.lastRun).toBeUndefined()
  expect((await update(id, { enabled: true })).json.nextAt).toBeDefined()
  world.pass(day)
  expect(await send()).toHaveLength(2)
})

test('another time zone moves the due time by its hours, and loses none', async () => {
  const { id, nextAt } = await create({ recurrence: monthly() })
  const nextOf = async () => Date.parse((await admin.call('GET', `${path}/${id}`)).json.nextAt)
  const moveTo = async (timeZone: string) =>
    expect((await admin.call('PUT', '/bff/organizations', { timeZone })).status).toBe(200)
  await moveTo('America/New_York')
  expect((await nextOf()) - Date.parse(nextAt)).toBe(5 * hour)
  world.pass(hour)
  expect(await send()).toEqual([])
  // There the time of this month has passed: it is sent now, and the next one a month later.
  await moveTo('Asia/Tokyo')
  expect(await send()).toHaveLength(1)
  expect(Date.parse((await copies(id))[0].dueAt) - Date.parse(nextAt)).toBe(-9 * hour)
  expect((await nextOf()) - Date.parse(nextAt)).toBeGreaterThan(27 * day)
  world.pass(day)
  expect(await send()).toHaveLength(1)
})

test('one copy that a person asked for waits, and scheduled ones go first', async () => {
  const { id } = await create({ recipientIds: [tenant.users.manager] })
  world.pass(hour)
  for (let asked = 0; asked < 3; asked += 1) {
    world.pass(minute)
    expect((await admin.call('POST', `${path}/${id}/copies`)).status).toBe(200)
  }
  await queueCopies(world.ctx, tenant.id)
  expect(await copies(id)).toHaveLength(2)
  await makeCopies(world.ctx, tenant.id)
  expect((await copies(id)).filter(({ state }: { state: string }) => state === 'made')).toMatchObject([
    { isTest: false },
  ])
})

test('a name of several lines is one line in a mail', async () => {
  await create({ name: 'Morning\n\nYour account is locked' })
  world.pass(hour)
  expect((await send())[0]!.text).toContain('“Morning Your account is locked”')
})

test('a due time of another time zone is none', async () => {
  await create()
  await inTx((tx) => tx.updateTable('organization').set({ time_zone: 'Asia/Tokyo' }).execute())
  world.pass(hour)
  expect(await send()).toEqual([])
})

test('a recipient who stopped gets nothing after an interrupted attempt either', async () => {
  const { id } = await create({ recipientIds: [tenant.users.manager] })
  world.pass(hour)
  await queueCopies(world.ctx, tenant.id)
  const { taken } = await inTx((tx) => takeCopy(tx, world.ctx.now()))
  expect(taken).toBeDefined()
  const manager = await world.as(tenant, tenant.users.manager)
  const stop = `/bff/api/v1/report-subscriptions/${id}`
  expect((await manager.call('PUT', stop, { isSubscribed: false })).status).toBe(200)
  world.pass(5 * minute)
  expect(await send()).toEqual([])
  expect(await copies(id)).toEqual([])
})

test('a recipient who stopped has still stopped after they were taken out and put in again', async () => {
  const both = [tenant.users.manager, tenant.users.tenant_admin]
  const { id } = await create({ recipientIds: both })
  const subscriptions = '/bff/api/v1/report-subscriptions'
  const manager = async () => world.as(tenant, tenant.users.manager)
  await (await manager()).call('PUT', `${subscriptions}/${id}`, { isSubscribed: false })
  const without = await update(id, { recipientIds: [tenant.users.tenant_admin] })
  expect(without.json.recipients).toMatchObject([{ id: tenant.users.tenant_admin }])
  expect((await (await manager()).call('GET', subscriptions)).json.items).toEqual([])
  const again = await (await manager()).call('PUT', `${subscriptions}/${id}`, { isSubscribed: true })
  expect(again.json.code).toBe('report-schedule.not-found')
  expect((await update(id, { recipientIds: both })).json.recipients).toHaveLength(2)
  expect((await (await manager()).call('GET', subscriptions)).json.items).toMatchObject([
    { isSubscribed: false },
  ])
  world.pass(hour)
  expect((await send()).map(({ to }) => to)).toEqual([of('tenant_admin')])
})

test('recipients of the same name are not the same', async () => {
  const [one, other] = [tenant.users.analyst, tenant.users.manager]
  const same = { first_name: 'Ann', last_name: 'Lee' }
  await inTx((tx) => tx.updateTable('tenant_user').set(same).where('id', 'in', [one, other]).execute())
  const { id } = await create({ recipientIds: [one] })
  expect((await update(id, { recipientIds: [other] })).json.recipients).toMatchObject([{ id: other }])
  const rows = await inTx((tx) =>
    tx.selectFrom('audit_event').select('changes').where('type', '=', 'report_schedule_updated').execute(),
  )
  expect(rows).toMatchObject([
    {
      changes: [{ old: [`Ann Lee (${of('analyst')})`], new: [`Ann Lee (${of('manager')})`] }],
    },
  ])
})

test('a copy that waits is not sent to a person who was disabled meanwhile', async () => {
  const { id } = await create({ recipientIds: [tenant.users.manager] })
  world.pass(hour)
  await work()
  await inTx((tx) =>
    tx.updateTable('tenant_user').set({ enabled: false }).where('id', '=', tenant.users.manager).execute(),
  )
  expect(await send()).toEqual([])
  expect(await copies(id)).toMatchObject([
    { state: 'made', mail: { state: 'failed', reason: 'Its recipient can’t sign in any more.' } },
  ])
})

test('an owner who left the platform is not told of others', async () => {
  await create({ recipientIds: [tenant.users.analyst] })
  await inTx((tx) =>
    tx
      .updateTable('tenant_user')
      .set({ role: 'none' })
      .where('id', 'in', [tenant.users.tenant_admin, tenant.users.analyst])
      .execute(),
  )
  world.pass(hour)
  expect(await send()).toEqual([])
})

test('bad input has its own answers, and only those who manage reports schedule them', async () => {
  const { id } = await create()
  const answer = async (change: object) => {
    const { status, json } = await admin.call('POST', path, draft({ name: 'Another', ...change }))
    return [status, json.code]
  }
  expect(await answer({ name: ' morning  FIGURES' })).toEqual([409, 'report-schedule.name-taken'])
  const stranger = tenant.representative
  expect(await answer({ recipientIds: [stranger] })).toEqual([400, 'report-schedule.unknown-recipient'])
  for (const change of [
    { recipientIds: [] },
    { recurrence: { every: 'day', at: '25:00' } },
    { recurrence: { every: 'week', weekday: 8, at: '08:00' } },
    { recurrence: { every: 'month', at: '08:00' } },
    { period: '14' },
    { subject: { kind: 'metrics', tab: 'themes' } },
  ])
    expect((await answer(change))[0]).toBe(400)
  expect((await update(id, { format: 'xlsx', expectedVersion: 7 })).json.code).toBe('report-schedule.changed')
  for (const role of ['analyst', 'manager'] as const) {
    const reader = await world.as(tenant, tenant.users[role])
    for (const [method, url, body] of [
      ['GET', path, undefined],
      ['GET', `${path}/${id}/copies`, undefined],
      ['POST', path, draft({ name: 'Mine' })],
      ['POST', `${path}/${id}/copies`, undefined],
      ['DELETE', `${path}/${id}`, undefined],
    ] as const)
      expect((await reader.call(method, url, body)).status).toBe(403)
  }
  const removed = await admin.call('DELETE', `${path}/${id}?expectedVersion=1`)
  expect(removed.status).toBe(200)
  world.pass(day)
  expect(await send()).toEqual([])
})

test('old copies are swept, and a due time is not made again', async () => {
  const { id } = await create()
  world.pass(hour)
  await send()
  await update(id, { enabled: false })
  world.pass(401 * day)
  await inTx((tx) => sweep(tx, world.ctx.now()))
  expect(await copies(id)).toEqual([])
  expect(await send()).toHaveLength(1)
})
