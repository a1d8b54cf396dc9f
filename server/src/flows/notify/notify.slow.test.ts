import { defaultMessage, defaultSubject } from '@verbatim/contract/notification-template.ts'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { noteEvents } from '#domains/notifications/delivery-commands.ts'
import { sweep } from '#flows/housekeeping/sweep.ts'
import { sendMails } from '#flows/mail/send-mails.ts'
import { acrossTenants, inTenant } from '#platform/db.ts'
import { type MailSender, openMailSender } from '#platform/mail-sender.ts'
import { parseMailServer } from '#platform/mail-server.ts'
import type { TestDatabase } from '#testing/database.ts'
import { type MailServerFake, openMailServer } from '#testing/fakes/mail-server.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { sql } from 'kysely'
import { sendNotifications } from './send-notifications.ts'

let database: TestDatabase
let world: World
let server: MailServerFake
let sender: MailSender
let tenant: WorldTenant
let admin: Caller
let policyId: string
let count = 0
const minute = 60_000
const path = '/bff/notifications/alerts'

useTestWorld((opened, own) => {
  world = opened
  database = own
})
beforeEach(async () => {
  server = await openMailServer()
  sender = openMailSender(parseMailServer(server.url)!)
  tenant = await world.makeTenant(`notify${(count += 1)}`)
  admin = await world.as(tenant, tenant.users.tenant_admin)
  const policy = await admin.call('POST', '/bff/api/v1/topic', {
    name: 'Off the record',
    severity: 'medium',
    rules: [{ name: 'Hush', type: 'phrase', pattern: 'off the record' }],
  })
  expect(policy.status).toBe(200)
  policyId = policy.json.id
})
afterEach(async () => {
  sender.close()
  await server[Symbol.asyncDispose]()
})

const draft = (change: object = {}) => ({
  policyId,
  recipients: ['ann@client.example'],
  emailSubject: defaultSubject,
  emailMessage: defaultMessage,
  delivery: 'immediate',
  minSeverity: 'low',
  enabled: true,
  ...change,
})
const create = async (change: object = {}) => {
  const { status, json } = await admin.call('POST', path, draft(change))
  expect(status, JSON.stringify(json)).toBe(200)
  return json
}
const update = (id: string, change: object) => admin.call('PUT', `${path}/${id}`, change)
/** Breaches the policy in a separate conversation. */
const breach = async (from: string, body = 'This is off the record, dear.') => {
  expect(await world.deliver(tenant, { from, body })).toBe(200)
  await world.settle()
}
const note = () => sendNotifications(world.ctx, tenant.id)
const send = async () => {
  while ((await note()) > 0);
  while ((await sendMails({ ...world.ctx, mailFrom: 'no-reply@verbatim.example' }, sender, tenant.id)) > 0);
  return server.received
}
const dueTenants = async () => {
  const { rows } = await acrossTenants(world.ctx.db, 'a test looks for tenants with work', (tx) =>
    sql<{
      id: string
    }>`select tenant_id as id from due_tenants(array['notifications'], ${world.ctx.now()})`.execute(tx),
  )
  return rows.map(({ id }) => id)
}
const eventIds = async () =>
  (await admin.call('GET', '/bff/api/v1/cognitive-events')).json.items.map(
    (event: { id: string }) => event.id,
  )

test('a breach is mailed to each recipient, with a link and without text or author of the message', async () => {
  await create({ recipients: ['ann@client.example', 'ANN@client.example', 'bob@client.example'] })
  await breach('+15550107001', 'This is off the record, dear.')
  expect(await dueTenants()).toContain(tenant.id)
  const mails = await send()
  const [eventId] = await eventIds()
  expect(mails.map(({ to }) => to).toSorted()).toEqual(['ann@client.example', 'bob@client.example'])
  expect(mails[0]!.subject).toBe('[Medium] Off the record — 1 new event(s)')
  expect(mails[0]!.text).toContain(`http://localhost:3000/events/${eventId}`)
  expect(mails[0]!.text).toContain('Rules: Hush')
  expect(mails[0]!.text).toContain('Groups: North')
  for (const { text } of mails) expect(text).not.toMatch(/dear|5550107001|Rita|Lund/)
  expect(await dueTenants()).not.toContain(tenant.id)
})

test('a recipient who is a user has the mail’s events in the inbox too, and another user has not', async () => {
  const [reviewer, other] = await Promise.all(
    [tenant.users.compliance, tenant.users.super_admin].map((id) => world.as(tenant, id)),
  )
  await create({ recipients: ['ann@client.example', `Compliance@${tenant.label}.example`] })
  await breach('+15550107001')
  await send()
  const [eventId] = await eventIds()
  const inbox = (await reviewer!.call('GET', '/bff/api/v1/inbox')).json
  expect(inbox).toMatchObject({
    unread: 1,
    items: [{ kind: 'raised', actor: 'Off the record', eventId, events: 1 }],
  })
  expect((await other!.call('GET', '/bff/api/v1/inbox')).json.items).toEqual([])
})

test('a message without a breach, a higher minimum severity and a disabled notification send no mail', async () => {
  await create({ minSeverity: 'high' })
  await create({ enabled: false })
  await create()
  await breach('+15550107002', 'All is well.')
  expect(await send()).toEqual([])
  await breach('+15550107003')
  expect(await send()).toHaveLength(1)
})

test('events within the next five minutes are sent in one further mail', async () => {
  await create()
  await breach('+15550107010')
  expect(await send()).toHaveLength(1)
  await breach('+15550107011')
  await breach('+15550107012')
  expect(await send()).toHaveLength(1)
  world.pass(5 * minute - 1000)
  expect(await send()).toHaveLength(1)
  world.pass(1000)
  const mails = await send()
  expect(mails).toHaveLength(2)
  expect(mails[1]!.subject).toContain('2 new event(s)')
  expect(mails[1]!.text.match(/\/events\//g)).toHaveLength(2)
})

test('hourly mails wait for the full hour, and daily mails for 8 a.m. in the organization’s time zone', async () => {
  await inTenant(world.ctx.db, tenant.id, (tx) =>
    tx.updateTable('organization').set({ time_zone: 'Asia/Kathmandu' }).execute(),
  )
  const hourly = await create({ delivery: 'hourly' })
  const daily = await create({ delivery: 'daily', recipients: ['bob@client.example'] })
  await breach('+15550107020')
  expect(await send()).toEqual([])
  const nextOf = async ({ id }: { id: string }) => {
    const { json } = await admin.call('GET', `${path}/${id}/receipts`)
    expect(json).toMatchObject({ items: [], waiting: 1 })
    return new Date(json.nextMailAt)
  }
  const [full, morning] = [await nextOf(hourly), await nextOf(daily)]
  expect(full.getTime() % (60 * minute)).toBe(0)
  expect(full.getTime() - world.ctx.now().getTime()).toBeLessThanOrEqual(60 * minute)
  // Eight o'clock in Kathmandu is 02:15 UTC.
  expect(morning.toISOString()).toMatch(/T02:15:00.000Z$/)
  expect(morning.getTime() - world.ctx.now().getTime()).toBeLessThanOrEqual(24 * 60 * minute)
  world.pass(full.getTime() - world.ctx.now().getTime())
  expect((await send()).some(({ to }) => to === 'ann@client.example')).toBe(true)
  world.pass(Math.max(0, morning.getTime() - world.ctx.now().getTime()))
  expect((await send()).map(({ to }) => to).toSorted()).toEqual(['ann@client.example', 'bob@client.example'])
})

/** Makes every transaction that writes to `table` during this fail at its commit. */
async function withoutCommit(table: string, work: () => Promise<void>): Promise<void> {
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  try {
    await owner.query(`create function cut_off() returns trigger language plpgsql as
      $$ begin raise exception 'cut off before the commit'; end $$`)
    await owner.query(`create constraint trigger cut_off after insert or update on ${table}
      deferrable initially deferred for each row execute function cut_off()`)
    await work()
  } finally {
    await owner.query('drop function cut_off cascade')
    await owner.end()
  }
}

test('a worker that is interrupted before any of its commits loses and repeats nothing', async () => {
  await create({ recipients: ['ann@client.example', 'bob@client.example'] })
  await withoutCommit('notification_delivery', async () => {
    await world.deliver(tenant, { from: '+15550107030', body: 'off the record' })
    await world.settle()
    // The event is raised together with its notes, or not at all.
    expect(await eventIds()).toEqual([])
    expect(await dueTenants()).not.toContain(tenant.id)
  })
  await breach('+15550107031')
  const [eventId, ...others] = await eventIds()
  expect(others).toEqual([])
  // Noted again.
  await inTenant(world.ctx.db, tenant.id, async (tx) => {
    expect(await noteEvents(tx, [eventId], world.ctx.now())).toBe(0)
  })
  await withoutCommit('mail', () => expect(note()).rejects.toThrow('cut off'))
  await withoutCommit('notification_delivery', () => expect(note()).rejects.toThrow('cut off'))
  await withoutCommit('notification', () => expect(note()).rejects.toThrow('cut off'))
  expect(await dueTenants()).toContain(tenant.id)
  expect(await send()).toHaveLength(2)
  await inTenant(world.ctx.db, tenant.id, (tx) => noteEvents(tx, [eventId], world.ctx.now()))
  world.pass(10 * minute)
  expect((await send()).map(({ to }) => to).toSorted()).toEqual(['ann@client.example', 'bob@client.example'])
})

test('ten workers at once mail each of twenty events once to each recipient', async () => {
  await create({ recipients: ['ann@client.example', 'bob@client.example'], emailMessage: '{{eventLink}}' })
  for (let i = 0; i < 20; i += 1)
    expect(await world.deliver(tenant, { from: `+1555010${8000 + i}`, body: 'off the record' })).toBe(200)
  await world.settle()
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(Array.from({ length: 10 }, note))
    world.pass(5 * minute)
  }
  const mails = await send()
  for (const name of ['ann', 'bob']) {
    const links = mails
      .filter(({ to }) => to === `${name}@client.example`)
      .flatMap(({ text }) => text.match(/\/events\/\S+/g) ?? [])
    expect(links).toHaveLength(20)
    expect(new Set(links).size).toBe(20)
  }
})

test('waiting mail follows changes of the notification: its hour, recipients, severity, disabling and deleting', async () => {
  const one = await create({ delivery: 'daily', recipients: ['ann@client.example', 'bob@client.example'] })
  await breach('+15550107040')
  const moved = await update(one.id, {
    delivery: 'immediate',
    recipients: ['bob@client.example'],
    expectedVersion: 1,
  })
  expect(moved.json).toMatchObject({ version: 2, delivery: 'immediate', changedBy: expect.any(String) })
  expect((await send()).map(({ to }) => to)).toEqual(['bob@client.example'])
  await breach('+15550107041')
  await update(one.id, { enabled: false, expectedVersion: 2 })
  await update(one.id, { enabled: true, expectedVersion: 3 })
  world.pass(10 * minute)
  expect(await send()).toHaveLength(1)
  await update(one.id, { delivery: 'hourly', expectedVersion: 4 })
  await breach('+15550107043')
  await update(one.id, { minSeverity: 'high', expectedVersion: 5 })
  world.pass(60 * minute)
  admin = await world.as(tenant, tenant.users.tenant_admin)
  expect(await send()).toHaveLength(1)
  await update(one.id, { minSeverity: 'low', delivery: 'immediate', expectedVersion: 6 })
  expect(await send()).toHaveLength(1)
  await breach('+15550107042')
  expect((await admin.call('DELETE', `${path}/${one.id}?expectedVersion=7`)).status).toBe(200)
  expect(await send()).toHaveLength(1)
  expect((await admin.call('GET', `${path}/${one.id}`)).status).toBe(404)
})

test('receipts show the state of each mail, and why one was refused', async () => {
  const { id } = await create()
  await breach('+15550107050')
  server.refuses = { code: 550, text: 'no such user' }
  await send()
  const { json } = await admin.call('GET', `${path}/${id}/receipts`)
  expect(json).toMatchObject({
    waiting: 0,
    items: [{ to: 'ann@client.example', state: 'failed', reason: expect.stringContaining('no such user') }],
  })
  expect((await admin.call('GET', `${path}/${id}`)).json.lastMailAt).toBeDefined()
})

test('sent notifications are forgotten after 30 days and not sent again; waiting ones are kept', async () => {
  await create()
  const later = await create({ delivery: 'daily', recipients: ['bob@client.example'] })
  await breach('+15550107060')
  expect((await send()).map(({ to }) => to)).toEqual(['ann@client.example'])
  const noted = () =>
    inTenant(world.ctx.db, tenant.id, async (tx) => {
      await sweep(tx, world.ctx.now())
      return tx.selectFrom('notification_delivery').select('recipient').orderBy('recipient').execute()
    })
  world.pass(29 * 24 * 60 * minute)
  expect(await noted()).toEqual([{ recipient: 'ann@client.example' }, { recipient: 'bob@client.example' }])
  world.pass(2 * 24 * 60 * minute)
  expect(await noted()).toEqual([{ recipient: 'bob@client.example' }])
  expect((await send()).map(({ to }) => to)).toEqual(['ann@client.example', 'bob@client.example'])
  admin = await world.as(tenant, tenant.users.tenant_admin)
  const { json } = await admin.call('GET', `${path}/${later.id}/receipts`)
  expect(json.items).toMatchObject([{ to: 'bob@client.example', state: 'sent' }])
})

test('a test is mailed to the requester, with an invented event', async () => {
  const { id } = await create()
  const { status, json } = await admin.call('POST', `${path}/test`, {
    policyId,
    emailSubject: '{{policyName}}',
    emailMessage: '{{eventLink}} {{severity}}',
    notificationId: id,
  })
  expect([status, json]).toEqual([200, { to: `tenant_admin@${tenant.label}.example` }])
  const [mail] = await send()
  expect(mail).toMatchObject({ to: json.to, subject: 'Test: Off the record' })
  expect(mail!.text).toMatch(/\/events\/0198f2c4-.* Medium/)
  const receipts = await admin.call('GET', `${path}/${id}/receipts`)
  expect(receipts.json.items).toMatchObject([{ kind: 'test', state: 'sent' }])
})

test('a change based on an older version is refused, and every change is audited', async () => {
  const { id } = await create()
  expect((await update(id, { minSeverity: 'high', expectedVersion: 1 })).status).toBe(200)
  const late = await update(id, { delivery: 'daily', expectedVersion: 1 })
  expect([late.status, late.json]).toMatchObject([409, { code: 'notification.changed' }])
  await admin.call('DELETE', `${path}/${id}?expectedVersion=2`)
  const rows = await inTenant(world.ctx.db, tenant.id, (tx) =>
    tx.selectFrom('audit_event').where('target_id', '=', id).orderBy('id').selectAll().execute(),
  )
  expect(rows.map(({ type }) => type)).toEqual([
    'notification_created',
    'notification_updated',
    'notification_deleted',
  ])
  expect(rows[1]).toMatchObject({
    target_name: 'Off the record',
    changes: [{ field: 'minSeverity', old: 'low', new: 'high' }],
  })
})

test('an unknown token is refused with its place, and so is an unknown policy', async () => {
  const bad = await admin.call('POST', path, draft({ emailMessage: 'Dear\n {{who}}' }))
  expect([bad.status, bad.text]).toEqual([
    400,
    expect.stringContaining('{{who}} at line 2, character 2 is not a known token.'),
  ])
  const nowhere = await admin.call('POST', path, draft({ policyId: crypto.randomUUID() }))
  expect([nowhere.status, nowhere.json.code]).toEqual([400, 'notification.unknown-policy'])
})

test('an analyst cannot see or create notifications, and those of another organization are not found', async () => {
  const { id } = await create()
  const analyst = await world.as(tenant, tenant.users.analyst)
  expect((await analyst.call('GET', path)).status).toBe(403)
  expect((await analyst.call('POST', path, draft())).status).toBe(403)
  const other = await world.makeTenant(`notify${(count += 1)}`)
  const stranger = await world.as(other, other.users.tenant_admin)
  expect((await stranger.call('GET', `${path}/${id}`)).status).toBe(404)
  expect((await stranger.call('POST', path, draft())).json.code).toBe('notification.unknown-policy')
})

test('recipients without a platform user are named', async () => {
  const known = `compliance@${tenant.label}.example`
  const { json } = await admin.call('POST', `${path}/recipients`, {
    recipients: [known.toUpperCase(), 'x@client.example', `rep@${tenant.label}.example`],
  })
  expect(json.withoutUser).toEqual(['x@client.example', `rep@${tenant.label}.example`])
})

test('the list is filtered by policy and status, sorted, and searched by recipient', async () => {
  const one = await create({ recipients: ['zoe@client.example'] })
  await create({ enabled: false })
  const find = async (query: string) => (await admin.call('GET', `${path}?${query}`)).json
  expect((await find('search=zoe')).items).toMatchObject([{ id: one.id, policyName: 'Off the record' }])
  expect(await find(`filter=policyId[eq]:${policyId},status[eq]:enabled&limit=1`)).toMatchObject({ total: 1 })
  expect((await find('sort=-lastMailAt')).total).toBe(2)
})
