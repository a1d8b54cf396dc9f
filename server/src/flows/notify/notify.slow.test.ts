import { dayMs, hourMs, minuteMs } from '@verbatim/contract/durations.ts'
import pg from 'pg'
import { expect, test } from 'vitest'
import { noteEvents } from '#domains/notifications/delivery-commands.ts'
import { sweep } from '#flows/sweep/sweep.ts'
import { inTenant } from '#platform/db.ts'
import { notificationsUrl, useNotifications } from '#testing/notifications.ts'

const { bed, draft, create, update, breach, note, send, dueTenants, eventIds } = useNotifications()

test('a breach is mailed to each recipient, with a link and without text or author of the message', async () => {
  await create({ recipients: ['ann@client.example', 'ANN@client.example', 'bob@client.example'] })
  await breach('+15550107001', 'This is off the record, dear.')
  expect(await dueTenants()).toContain(bed.tenant.id)
  const mails = await send()
  const [eventId] = await eventIds()
  expect(mails.map(({ to }) => to).toSorted()).toEqual(['ann@client.example', 'bob@client.example'])
  expect(mails[0]!.subject).toBe('[Medium] Off the record — 1 new event')
  expect(mails[0]!.text).toContain(`http://localhost:3000/events/${eventId}`)
  expect(mails[0]!.text).toContain('Rules: Hush')
  expect(mails[0]!.text).toContain('Groups: North')
  for (const { text } of mails) expect(text).not.toMatch(/dear|5550107001|Rita|Lund/)
  expect(await dueTenants()).not.toContain(bed.tenant.id)
})

test('a recipient who is a user has the mail’s events in the inbox too, and another user does not', async () => {
  const [reviewer, other] = await Promise.all(
    [bed.tenant.users.compliance, bed.tenant.users.super_admin].map((id) => bed.world.as(bed.tenant, id)),
  )
  await create({ recipients: ['ann@client.example', `Compliance@${bed.tenant.label}.example`] })
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
  bed.world.pass(5 * minuteMs - 1000)
  expect(await send()).toHaveLength(1)
  bed.world.pass(1000)
  const mails = await send()
  expect(mails).toHaveLength(2)
  expect(mails[1]!.subject).toContain('2 new events')
  expect(mails[1]!.text.match(/\/events\//g)).toHaveLength(2)
})

test('hourly mails wait for the full hour, and daily mails for 8 a.m. in the organization’s time zone', async () => {
  await inTenant(bed.world.ctx.db, bed.tenant.id, (tx) =>
    tx.updateTable('organization').set({ time_zone: 'Asia/Kathmandu' }).execute(),
  )
  const hourly = await create({ delivery: 'hourly' })
  const daily = await create({ delivery: 'daily', recipients: ['bob@client.example'] })
  await breach('+15550107020')
  expect(await send()).toEqual([])
  const nextOf = async ({ id }: { id: string }) => {
    const { json } = await bed.admin.call('GET', `${notificationsUrl}/${id}/receipts`)
    expect(json).toMatchObject({ items: [], waiting: 1 })
    return new Date(json.nextMailAt)
  }
  const [full, morning] = [await nextOf(hourly), await nextOf(daily)]
  expect(full.getTime() % hourMs).toBe(0)
  expect(full.getTime() - bed.world.ctx.now().getTime()).toBeLessThanOrEqual(hourMs)
  // Eight o'clock in Kathmandu is 02:15 UTC.
  expect(morning.toISOString()).toMatch(/T02:15:00.000Z$/)
  expect(morning.getTime() - bed.world.ctx.now().getTime()).toBeLessThanOrEqual(dayMs)
  bed.world.pass(full.getTime() - bed.world.ctx.now().getTime())
  expect((await send()).some(({ to }) => to === 'ann@client.example')).toBe(true)
  bed.world.pass(Math.max(0, morning.getTime() - bed.world.ctx.now().getTime()))
  expect((await send()).map(({ to }) => to).toSorted()).toEqual(['ann@client.example', 'bob@client.example'])
})

/** Makes every transaction that writes to `table` during this fail at its commit. */
async function withoutCommit(table: string, work: () => Promise<void>): Promise<void> {
  const owner = new pg.Client({ connectionString: bed.database.ownerUrl })
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
    await bed.world.deliver(bed.tenant, { from: '+15550107030', body: 'off the record' })
    await bed.world.settle()
    // The event is raised together with its notes, or not at all.
    expect(await eventIds()).toEqual([])
    expect(await dueTenants()).not.toContain(bed.tenant.id)
  })
  await breach('+15550107031')
  const [eventId, ...others] = await eventIds()
  expect(others).toEqual([])
  // Noted again.
  await inTenant(bed.world.ctx.db, bed.tenant.id, async (tx) => {
    expect(await noteEvents(tx, [eventId], bed.world.ctx.now())).toBe(0)
  })
  await withoutCommit('mail', () => expect(note()).rejects.toThrow('cut off'))
  await withoutCommit('notification_delivery', () => expect(note()).rejects.toThrow('cut off'))
  await withoutCommit('notification', () => expect(note()).rejects.toThrow('cut off'))
  expect(await dueTenants()).toContain(bed.tenant.id)
  expect(await send()).toHaveLength(2)
  await inTenant(bed.world.ctx.db, bed.tenant.id, (tx) => noteEvents(tx, [eventId], bed.world.ctx.now()))
  bed.world.pass(10 * minuteMs)
  expect((await send()).map(({ to }) => to).toSorted()).toEqual(['ann@client.example', 'bob@client.example'])
})

test(
  'ten workers at once mail each of twenty events once to each recipient',
  { tags: ['whole'] },
  async () => {
    await create({ recipients: ['ann@client.example', 'bob@client.example'], emailMessage: '{{eventLink}}' })
    for (let i = 0; i < 20; i += 1)
      expect(
        await bed.world.deliver(bed.tenant, { from: `+1555010${8000 + i}`, body: 'off the record' }),
      ).toBe(200)
    await bed.world.settle()
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(Array.from({ length: 10 }, note))
      bed.world.pass(5 * minuteMs)
    }
    const mails = await send()
    for (const name of ['ann', 'bob']) {
      const links = mails
        .filter(({ to }) => to === `${name}@client.example`)
        .flatMap(({ text }) => text.match(/\/events\/\S+/g) ?? [])
      expect(links).toHaveLength(20)
      expect(new Set(links).size).toBe(20)
    }
  },
)

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
  bed.world.pass(10 * minuteMs)
  expect(await send()).toHaveLength(1)
  await update(one.id, { delivery: 'hourly', expectedVersion: 4 })
  await breach('+15550107043')
  await update(one.id, { minSeverity: 'high', expectedVersion: 5 })
  bed.world.pass(hourMs)
  bed.admin = await bed.world.as(bed.tenant, bed.tenant.users.tenant_admin)
  expect(await send()).toHaveLength(1)
  await update(one.id, { minSeverity: 'low', delivery: 'immediate', expectedVersion: 6 })
  expect(await send()).toHaveLength(1)
  await breach('+15550107042')
  expect((await bed.admin.call('DELETE', `${notificationsUrl}/${one.id}?expectedVersion=7`)).status).toBe(200)
  expect(await send()).toHaveLength(1)
  expect((await bed.admin.call('GET', `${notificationsUrl}/${one.id}`)).status).toBe(404)
})

test('receipts show the state of each mail, and why one was refused', async () => {
  const { id } = await create()
  await breach('+15550107050')
  bed.server.refuses = { code: 550, text: 'no such user' }
  await send()
  const { json } = await bed.admin.call('GET', `${notificationsUrl}/${id}/receipts`)
  expect(json).toMatchObject({
    waiting: 0,
    items: [{ to: 'ann@client.example', state: 'failed', reason: expect.stringContaining('no such user') }],
  })
  expect((await bed.admin.call('GET', `${notificationsUrl}/${id}`)).json.lastMailAt).toBeDefined()
})

test('sent notifications are forgotten after 30 days and not sent again; waiting ones are kept', async () => {
  await create()
  const later = await create({ delivery: 'daily', recipients: ['bob@client.example'] })
  await breach('+15550107060')
  expect((await send()).map(({ to }) => to)).toEqual(['ann@client.example'])
  const noted = () =>
    inTenant(bed.world.ctx.db, bed.tenant.id, async (tx) => {
      await sweep(tx, bed.world.ctx.now())
      return tx.selectFrom('notification_delivery').select('recipient').orderBy('recipient').execute()
    })
  bed.world.pass(29 * dayMs)
  expect(await noted()).toEqual([{ recipient: 'ann@client.example' }, { recipient: 'bob@client.example' }])
  bed.world.pass(2 * dayMs)
  expect(await noted()).toEqual([{ recipient: 'bob@client.example' }])
  expect((await send()).map(({ to }) => to)).toEqual(['ann@client.example', 'bob@client.example'])
  bed.admin = await bed.world.as(bed.tenant, bed.tenant.users.tenant_admin)
  const { json } = await bed.admin.call('GET', `${notificationsUrl}/${later.id}/receipts`)
  expect(json.items).toMatchObject([{ to: 'bob@client.example', state: 'sent' }])
})

test('a test is mailed to the requester, with an invented event', async () => {
  const { id } = await create()
  const { status, json } = await bed.admin.call('POST', `${notificationsUrl}/test`, {
    policyId: bed.policyId,
    emailSubject: '{{policyName}}',
    emailMessage: '{{eventLink}} {{severity}}',
    notificationId: id,
  })
  expect([status, json]).toEqual([200, { to: `tenant_admin@${bed.tenant.label}.example` }])
  const [mail] = await send()
  expect(mail).toMatchObject({ to: json.to, subject: 'Test: Off the record' })
  expect(mail!.text).toMatch(/\/events\/0198f2c4-.* Medium/)
  const receipts = await bed.admin.call('GET', `${notificationsUrl}/${id}/receipts`)
  expect(receipts.json.items).toMatchObject([{ kind: 'test', state: 'sent' }])
})

test('a change based on an older version is refused, and every change is audited', async () => {
  const { id } = await create()
  expect((await update(id, { minSeverity: 'high', expectedVersion: 1 })).status).toBe(200)
  const late = await update(id, { delivery: 'daily', expectedVersion: 1 })
  expect([late.status, late.json]).toMatchObject([409, { code: 'notification.changed' }])
  await bed.admin.call('DELETE', `${notificationsUrl}/${id}?expectedVersion=2`)
  const rows = await inTenant(bed.world.ctx.db, bed.tenant.id, (tx) =>
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
  const bad = await bed.admin.call('POST', notificationsUrl, draft({ emailMessage: 'Dear\n {{who}}' }))
  expect([bad.status, bad.text]).toEqual([
    400,
    expect.stringContaining('{{who}} at line 2, character 2 is not a known token.'),
  ])
  const nowhere = await bed.admin.call('POST', notificationsUrl, draft({ policyId: crypto.randomUUID() }))
  expect([nowhere.status, nowhere.json.code]).toEqual([400, 'notification.unknown-policy'])
})

test('an analyst cannot see or create notifications, and those of another organization are not found', async () => {
  const { id } = await create()
  const analyst = await bed.world.as(bed.tenant, bed.tenant.users.analyst)
  expect((await analyst.call('GET', notificationsUrl)).status).toBe(403)
  expect((await analyst.call('POST', notificationsUrl, draft())).status).toBe(403)
  const other = await bed.world.makeTenant(`other-${bed.tenant.label}`)
  const stranger = await bed.world.as(other, other.users.tenant_admin)
  expect((await stranger.call('GET', `${notificationsUrl}/${id}`)).status).toBe(404)
  expect((await stranger.call('POST', notificationsUrl, draft())).json.code).toBe(
    'notification.unknown-policy',
  )
})

test('recipients without a platform user are named', async () => {
  const known = `compliance@${bed.tenant.label}.example`
  const { json } = await bed.admin.call('POST', `${notificationsUrl}/recipients`, {
    recipients: [known.toUpperCase(), 'x@client.example', `rep@${bed.tenant.label}.example`],
  })
  expect(json.withoutUser).toEqual(['x@client.example', `rep@${bed.tenant.label}.example`])
})

test('the list is filtered by policy and status, sorted, and searched by recipient', async () => {
  const one = await create({ recipients: ['zoe@client.example'] })
  await create({ enabled: false })
  const find = async (query: string) => (await bed.admin.call('GET', `${notificationsUrl}?${query}`)).json
  expect((await find('search=zoe')).items).toMatchObject([{ id: one.id, policyName: 'Off the record' }])
  expect(await find(`filter=policyId[eq]:${bed.policyId},status[eq]:enabled&limit=1`)).toMatchObject({
    total: 1,
  })
  expect((await find('sort=-lastMailAt')).total).toBe(2)
})
