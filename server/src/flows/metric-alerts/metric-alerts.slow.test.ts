/** Alerts on metrics from the API to a real mail server. */
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { putOffCheck, takeAlertToCheck } from '#domains/metric-alerts/check-commands.ts'
import { sweep } from '#flows/housekeeping/sweep.ts'
import { sendMails } from '#flows/mail/send-mails.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { type MailSender, openMailSender } from '#platform/mail-sender.ts'
import { parseMailServer } from '#platform/mail-server.ts'
import { type MailServerFake, openMailServer } from '#testing/fakes/mail-server.ts'
import { captureHistory, messageOf } from '#testing/history.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { checkAlerts } from './check-alerts.ts'

let world: World
let server: MailServerFake
let sender: MailSender
let tenant: WorldTenant
let count = 0
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const path = '/bff/api/v1/metric-alerts'

useTestWorld((opened) => {
  world = opened
})
beforeEach(async () => {
  server = await openMailServer()
  sender = openMailSender(parseMailServer(server.url)!)
  tenant = await world.makeTenant(`alerts${(count += 1)}`)
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
const draft = (change: object = {}) => ({
  name: 'Busy week',
  metric: 'messages',
  days: 7,
  condition: { kind: 'above', value: 3 },
  recipientIds: [tenant.users.tenant_admin],
  ...change,
})
const create = async (change: object = {}) => {
  const { status, json } = await admin.call('POST', path, draft(change))
  expect(status, JSON.stringify(json)).toBe(200)
  return json
}
const check = async () => {
  while ((await checkAlerts(world.ctx, tenant.id)) > 0);
}
const send = async () => {
  await check()
  while ((await sendMails({ ...world.ctx, mailFrom: 'no-reply@verbatim.example' }, sender, tenant.id)) > 0);
  return server.received
}
/** The changes of the audited actions of a type. */
const trail = async (type: 'metric_alert_updated') => {
  const rows = await inTx((tx) =>
    tx.selectFrom('audit_event').select('changes').where('type', '=', type).orderBy('at').execute(),
  )
  return rows.map(({ changes }) => changes)
}
const history = async (id: string) => (await admin.call('GET', `${path}/${id}/crossings`)).json.items

/** Two messages of the north group's account, and three of an account that the north group does not reach. */
async function speak(): Promise<void> {
  for (const body of ['Hello?', 'Are you there?']) await world.deliver(tenant, { from: '+15550177002', body })
  const at = (days: number) => messageOf(world, { sentAt: new Date(world.ctx.now().getTime() - days * day) })
  await captureHistory(world, tenant, [at(1), at(2), at(3)])
  await world.settle()
  world.pass(day)
}

test('a recipient whose own figure crosses is mailed once, and once more when it comes back', async () => {
  await speak()
  const { id } = await create({ recipientIds: [tenant.users.tenant_admin, tenant.northerner] })
  const [mail, ...others] = await send()
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    to: of('tenant_admin'),
    subject: 'Busy week: Messages crossed its threshold',
  })
  expect(mail!.text).toMatch(/^Messages at .+ is 5, from /m)
  expect(mail!.text).toContain('The alert “Busy week” is for a figure that is above 3.')
  expect(mail!.text).toContain('What people said to each other')
  expect(mail!.text).not.toMatch(/Are you there|5550177/)
  expect((await admin.call('GET', `${path}/${id}`)).json).toMatchObject({ crossedFor: 1 })
  world.pass(hour)
  expect(await send()).toHaveLength(1)
  world.pass(8 * day)
  const [, back] = await send()
  expect(back).toMatchObject({ to: of('tenant_admin'), subject: 'Busy week: Messages is back' })
  expect(back!.text).toMatch(/^Messages at .+ is back at 0, from /m)
  expect(back!.text).toContain('It is no longer crossed')
  expect(await history(id)).toMatchObject([
    { isCrossed: false, recipient: { id: tenant.users.tenant_admin }, mail: { state: 'sent' } },
    { isCrossed: true, recipient: { id: tenant.users.tenant_admin }, mail: { state: 'sent' } },
  ])
})

test('the link of a mail leads to exactly the rows of its figure', async () => {
  await speak()
  await create()
  const [mail] = await send()
  const [, question = ''] = /\/messages\?(\S+)/.exec(mail!.text) ?? []
  const { status, json } = await admin.call('GET', `/bff/api/v1/messages?${question}`)
  expect([status, json.total]).toEqual([200, 5])
})

test('a check that is interrupted, or runs twice, mails once', async () => {
  await speak()
  await create()
  // A worker takes it and is killed.
  expect(await inTx((tx) => takeAlertToCheck(tx, world.ctx.now()))).toBeDefined()
  expect(await send()).toEqual([])
  world.pass(5 * minute)
  await Promise.all([checkAlerts(world.ctx, tenant.id), checkAlerts(world.ctx, tenant.id)])
  expect(await send()).toHaveLength(1)
})

test('a change is checked at once, and another question forgets what was crossed', async () => {
  await speak()
  const { id } = await create()
  await send()
  const update = (change: object) => admin.call('PUT', `${path}/${id}`, change)
  expect((await update({ name: 'Calm week' })).status).toBe(200)
  expect(await send()).toHaveLength(1)
  expect((await update({ metric: 'messages', condition: { kind: 'above', value: 4 } })).status).toBe(200)
  // They had a mail within the hour.
  expect(await send()).toHaveLength(1)
  world.pass(hour)
  expect((await send()).at(-1)?.subject).toBe('Calm week: Messages crossed its threshold')
  expect(server.received).toHaveLength(2)
  expect((await update({ enabled: false })).json).toMatchObject({ crossedFor: 0 })
  world.pass(8 * day)
  expect(await send()).toHaveLength(2)
})

test('crossings of others are for readers who may see every row', async () => {
  await speak()
  const both = [tenant.users.tenant_admin, tenant.northerner]
  const { id } = await create({ recipientIds: both, condition: { kind: 'above', value: 1 } })
  expect(await send()).toHaveLength(2)
  await inTx((tx) =>
    tx.updateTable('tenant_user').set({ role: 'tenant_admin' }).where('id', '=', tenant.northerner).execute(),
  )
  for (const [userId, seen] of [
    [tenant.users.tenant_admin, both],
    [tenant.northerner, [tenant.northerner]],
  ] as const) {
    const reader = await world.as(tenant, userId)
    const { json } = await reader.call('GET', `${path}/${id}/crossings`)
    const people = json.items.map(({ recipient }: { recipient: { id: string } }) => recipient.id)
    expect(people.toSorted()).toEqual(seen.toSorted())
    expect((await reader.call('GET', `${path}/${id}`)).json.crossedFor).toBe(seen.length)
    expect((await reader.call('GET', path)).json.items).toMatchObject([{ crossedFor: seen.length }])
  }
})

test('a check that fails is put off further each time, and the alert says so', async () => {
  const { id } = await create()
  for (const waits of [5, 10, 20, 40, 60, 60]) {
    const taken = await inTx((tx) => takeAlertToCheck(tx, world.ctx.now()))
    await inTx((tx) => putOffCheck(tx, taken!, world.ctx.now()))
    world.pass(waits * minute - 1)
    expect(await checkAlerts(world.ctx, tenant.id)).toBe(0)
    world.pass(1)
  }
  expect((await admin.call('GET', `${path}/${id}`)).json.failedChecks).toBe(6)
  await check()
  expect((await admin.call('GET', `${path}/${id}`)).json.failedChecks).toBe(0)
})

test('an organization has at most 100 alerts', async () => {
  const { id } = await create()
  const columns = sql`name_key, metric, days, condition, enabled, due_at, created_at, changed_at, changed_by_name`
  await inTx((tx) =>
    sql`insert into metric_alert (id, name, ${columns}) select gen_random_uuid(), 'Alert ' || n, 'alert ' || n,
      metric, days, condition, false, due_at, created_at, changed_at, changed_by_name
      from metric_alert, generate_series(1, 99) n where id = ${id}`.execute(tx),
  )
  const { status, json } = await admin.call('POST', path, draft({ name: 'One more' }))
  expect([status, json.code]).toEqual([409, 'metric-alert.too-many'])
})

test('a threshold changes by a part of its unit, and the trail has both', async () => {
  const { id } = await create({ metric: 'time-to-close', condition: { kind: 'above', value: 48 } })
  const change = { metric: 'time-to-close', condition: { kind: 'above', value: 48.9 } }
  const { json } = await admin.call('PUT', `${path}/${id}`, change)
  expect(json).toMatchObject({ condition: { value: 48.9 }, version: 2 })
  expect(await trail('metric_alert_updated')).toEqual([
    [{ field: 'condition', old: 'above 48 hours', new: 'above 48.9 hours' }],
  ])
  expect((await admin.call('PUT', `${path}/${id}`, change)).json.version).toBe(2)
})

test('recipients of the same name are not the same', async () => {
  const [one, other] = [tenant.users.analyst, tenant.users.manager]
  const same = { first_name: 'Ann', last_name: 'Lee' }
  await inTx((tx) => tx.updateTable('tenant_user').set(same).where('id', 'in', [one, other]).execute())
  const { id } = await create({ recipientIds: [one] })
  const { json } = await admin.call('PUT', `${path}/${id}`, { recipientIds: [other] })
  expect(json.recipients).toMatchObject([{ id: other }])
  expect(await trail('metric_alert_updated')).toEqual([
    [
      {
        field: 'recipients',
        old: [`Ann Lee (${of('analyst')})`],
        new: [`Ann Lee (${of('manager')})`],
      },
    ],
  ])
})

test('it is not crossed for a recipient who is no longer checked, and they are not mailed', async () => {
  await speak()
  const { id } = await create({ recipientIds: [tenant.users.tenant_admin, tenant.users.analyst] })
  expect(await send()).toHaveLength(2)
  const crossedFor = async () => (await admin.call('GET', `${path}/${id}`)).json.crossedFor
  expect(await crossedFor()).toBe(2)
  await inTx((tx) =>
    tx.updateTable('tenant_user').set({ enabled: false }).where('id', '=', tenant.users.analyst).execute(),
  )
  world.pass(hour)
  expect(await send()).toHaveLength(2)
  expect(await crossedFor()).toBe(1)
  expect(await history(id)).toHaveLength(2)
})

test('a mail that waits is not sent to a person who was disabled meanwhile, or a day later', async () => {
  await speak()
  const { id } = await create({ recipientIds: [tenant.users.analyst] })
  await check()
  await inTx((tx) =>
    tx.updateTable('tenant_user').set({ enabled: false }).where('id', '=', tenant.users.analyst).execute(),
  )
  expect(await send()).toEqual([])
  expect(await history(id)).toMatchObject([
    { mail: { state: 'failed', reason: 'Its recipient can’t sign in any more.' } },
  ])
  await create({ name: 'Late' })
  await check()
  world.pass(12 * hour)
  while ((await sendMails({ ...world.ctx, mailFrom: 'no-reply@verbatim.example' }, sender, tenant.id)) > 0);
  expect(server.received).toEqual([])
})

test('a change against the period before needs a figure there', async () => {
  await speak()
  const rises = { condition: { kind: 'rises', percent: 50 } }
  const { id } = await create(rises)
  expect(await send()).toEqual([])
  world.pass(5 * day)
  for (const body of ['1', '2', '3', '4']) await world.deliver(tenant, { from: '+15550177003', body })
  await captureHistory(
    world,
    tenant,
    Array.from({ length: 8 }, () => messageOf(world)),
  )
  await world.settle()
  world.pass(4 * day)
  expect((await send()).map(({ subject }) => subject)).toEqual(['Busy week: Messages crossed its threshold'])
  expect(server.received[0]!.text).toMatch(/That is .+ more than in as many days before\./)
  expect(server.received[0]!.text).toContain('that rises by 50% or more against the period before.')
  expect(await history(id)).toHaveLength(1)
})

test('who may not see the metric hears nothing of it', async () => {
  await speak()
  const { id } = await create({ recipientIds: [tenant.users.analyst] })
  await inTx((tx) =>
    tx.updateTable('tenant_user').set({ role: 'none' }).where('id', '=', tenant.users.analyst).execute(),
  )
  expect(await send()).toEqual([])
  expect(await history(id)).toEqual([])
})

test('bad input has its own answers, and only those who manage notifications write alerts', async () => {
  const { id } = await create()
  const answer = async (change: object) => {
    const { status, json } = await admin.call('POST', path, draft({ name: 'Another', ...change }))
    return [status, json.code]
  }
  expect(await answer({ name: ' busy  WEEK' })).toEqual([409, 'metric-alert.name-taken'])
  expect(await answer({ recipientIds: [tenant.representative] })).toEqual([
    400,
    'metric-alert.unknown-recipient',
  ])
  for (const change of [
    { metric: 'happiness' },
    { days: 14 },
    { recipientIds: [] },
    { condition: { kind: 'above' } },
    { condition: { kind: 'rises', percent: 0 } },
    { metric: 'open-events', condition: { kind: 'rises', percent: 10 } },
  ])
    expect((await answer(change))[0]).toBe(400)
  expect((await admin.call('PUT', `${path}/${id}`, { metric: 'contacts' })).status).toBe(400)
  expect((await admin.call('PUT', `${path}/${id}`, { name: 'X', expectedVersion: 9 })).json.code).toBe(
    'metric-alert.changed',
  )
  for (const role of ['analyst', 'manager'] as const) {
    const reader = await world.as(tenant, tenant.users[role])
    for (const [method, url, body] of [
      ['GET', path, undefined],
      ['GET', `${path}/${id}/crossings`, undefined],
      ['POST', path, draft({ name: 'Mine' })],
      ['DELETE', `${path}/${id}`, undefined],
    ] as const)
      expect((await reader.call(method, url, body)).status).toBe(403)
  }
})

test('old crossings are swept, and are not mailed again', async () => {
  await speak()
  const { id } = await create({ metric: 'connected-accounts', condition: { kind: 'above', value: 0 } })
  await send()
  world.pass(401 * day)
  await inTx((tx) => sweep(tx, world.ctx.now()))
  expect(await history(id)).toEqual([])
  expect(await send()).toHaveLength(1)
})
