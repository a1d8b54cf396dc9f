/** Scheduled reports from the API to a real mail server: who gets them, and who hears that someone did not. */
import { dayMs, hourMs, minuteMs } from '@verbatim/contract/durations.ts'
import type { UserId } from '@verbatim/contract/ids.ts'
import { shareOf } from '@verbatim/reference/share.ts'
import { expect, test } from 'vitest'
import { takeCopy } from '#domains/report-schedules/copy-commands.ts'
import { textOf } from '#testing/mailed-noun.ts'
import { schedulesPath as path, setUpReports } from '#testing/reports.ts'
import { queueCopies } from './make-copies.ts'

const { at, copies } = setUpReports('recipients')

test('a recipient who may not see the figures gets nothing, and the owner is notified once', async () => {
  const { id } = await at.create({ recipientIds: [at.tenant.users.analyst] })
  await at.inTx((tx) =>
    tx.updateTable('tenant_user').set({ role: 'none' }).where('id', '=', at.tenant.users.analyst).execute(),
  )
  at.world.pass(hourMs)
  const [mail, ...others] = await at.send()
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    to: at.of('tenant_admin'),
    subject: `analyst ${at.tenant.label} did not get “Morning figures”`,
    files: [],
  })
  expect(mail!.text).toContain(`They can’t see Organization Overview.`)
  expect(await copies(id)).toMatchObject([{ state: 'refused', refusal: 'no-permission' }])
  at.world.pass(dayMs)
  expect(await at.send()).toHaveLength(1)
  await at.inTx((tx) =>
    tx
      .updateTable('tenant_user')
      .set({ role: 'analyst', enabled: false })
      .where('id', '=', at.tenant.users.analyst)
      .execute(),
  )
  at.world.pass(dayMs)
  await at.send()
  expect(await copies(id)).toMatchObject([
    { refusal: 'disabled' },
    { refusal: 'no-permission' },
    { refusal: 'no-permission' },
  ])
  // The reason is another one, so the owner is notified of that, too.
  expect(at.server.received).toHaveLength(2)
  expect(at.server.received[1]!.text).toContain('They can no longer sign in.')
})

test('a recipient stops a report for themselves, and gets it again', async () => {
  const { id } = await at.create({ recipientIds: [at.tenant.users.tenant_admin, at.tenant.users.manager] })
  const manager = async () => at.world.as(at.tenant, at.tenant.users.manager)
  const subscriptions = '/bff/api/v1/report-subscriptions'
  expect((await (await manager()).call('GET', subscriptions)).json.items).toMatchObject([
    { id, isSubscribed: true },
  ])
  const stopped = await (await manager()).call('PUT', `${subscriptions}/${id}`, { isSubscribed: false })
  expect(stopped.json).toMatchObject({ id, isSubscribed: false })
  at.world.pass(hourMs)
  expect((await at.send()).map(({ to }) => to)).toEqual([at.of('tenant_admin')])
  // Saving the recipients again does not start it again.
  const recipientIds = [at.tenant.users.manager, at.tenant.users.tenant_admin]
  expect((await at.update(id, { recipientIds, name: 'Evening figures' })).status).toBe(200)
  at.world.pass(dayMs)
  expect(await at.send()).toHaveLength(2)
  await (await manager()).call('PUT', `${subscriptions}/${id}`, { isSubscribed: true })
  at.world.pass(dayMs)
  expect(await at.send()).toHaveLength(4)
  const analyst = await at.world.as(at.tenant, at.tenant.users.analyst)
  const other = await analyst.call('PUT', `${subscriptions}/${id}`, { isSubscribed: false })
  expect([other.status, other.json.code]).toEqual([404, 'report-schedule.not-found'])
  expect((await analyst.call('GET', subscriptions)).json.items).toEqual([])
})

test('a recipient who stopped gets nothing after an interrupted attempt either', async () => {
  const { id } = await at.create({ recipientIds: [at.tenant.users.manager] })
  at.world.pass(hourMs)
  await queueCopies(at.world.ctx, at.tenant.id)
  const { taken } = await at.inTx((tx) => takeCopy(tx, at.world.ctx.now()))
  expect(taken).toBeDefined()
  const manager = await at.world.as(at.tenant, at.tenant.users.manager)
  const stop = `/bff/api/v1/report-subscriptions/${id}`
  expect((await manager.call('PUT', stop, { isSubscribed: false })).status).toBe(200)
  at.world.pass(5 * minuteMs)
  expect(await at.send()).toEqual([])
  expect(await copies(id)).toEqual([])
})

test(
  'a recipient who stopped a report stays stopped after being removed and added again',
  { tags: ['whole'] },
  async () => {
    const both = [at.tenant.users.manager, at.tenant.users.tenant_admin]
    const { id } = await at.create({ recipientIds: both })
    const subscriptions = '/bff/api/v1/report-subscriptions'
    const manager = async () => at.world.as(at.tenant, at.tenant.users.manager)
    await (await manager()).call('PUT', `${subscriptions}/${id}`, { isSubscribed: false })
    const without = await at.update(id, { recipientIds: [at.tenant.users.tenant_admin] })
    expect(without.json.recipients).toMatchObject([{ id: at.tenant.users.tenant_admin }])
    expect((await (await manager()).call('GET', subscriptions)).json.items).toEqual([])
    const again = await (await manager()).call('PUT', `${subscriptions}/${id}`, { isSubscribed: true })
    expect(again.json.code).toBe('report-schedule.not-found')
    expect((await at.update(id, { recipientIds: both })).json.recipients).toHaveLength(2)
    expect((await (await manager()).call('GET', subscriptions)).json.items).toMatchObject([
      { isSubscribed: false },
    ])
    at.world.pass(hourMs)
    expect((await at.send()).map(({ to }) => to)).toEqual([at.of('tenant_admin')])
  },
)

test('recipients with the same name are different people', async () => {
  const [one, other] = [at.tenant.users.analyst, at.tenant.users.manager]
  const same = { first_name: 'Ann', last_name: 'Lee' }
  await at.inTx((tx) => tx.updateTable('tenant_user').set(same).where('id', 'in', [one, other]).execute())
  const { id } = await at.create({ recipientIds: [one] })
  expect((await at.update(id, { recipientIds: [other] })).json.recipients).toMatchObject([{ id: other }])
  const rows = await at.inTx((tx) =>
    tx.selectFrom('audit_event').select('changes').where('type', '=', 'report_schedule_updated').execute(),
  )
  expect(rows).toMatchObject([
    {
      changes: [{ old: [`Ann Lee (${at.of('analyst')})`], new: [`Ann Lee (${at.of('manager')})`] }],
    },
  ])
})

test('a copy that waits is not sent to a person who was disabled meanwhile', async () => {
  const { id } = await at.create({ recipientIds: [at.tenant.users.manager] })
  at.world.pass(hourMs)
  await at.work()
  await at.inTx((tx) =>
    tx.updateTable('tenant_user').set({ enabled: false }).where('id', '=', at.tenant.users.manager).execute(),
  )
  expect(await at.send()).toEqual([])
  expect(await copies(id)).toMatchObject([
    { state: 'made', mail: { state: 'failed', reason: 'Its recipient can no longer sign in.' } },
  ])
})

const narrowings: readonly [string, (id: UserId) => Promise<unknown>, number][] = [
  ['groups', async (id) => at.setProfiles(id, [at.tenant.profiles.north]), 2],
  ['permissions', async (id) => at.setUser(id, { role: 'analyst' }), 5],
]
test.each(shareOf(narrowings, 2))(
  'a copy that waits is counted again once its recipient has fewer %s',
  async (_, narrow, expected) => {
    const recipientId = at.tenant.users.super_admin
    await at.speak()
    const { id } = await at.create({ recipientIds: [recipientId] })
    at.world.pass(hourMs)
    await at.work()
    await narrow(recipientId)
    expect(await at.deliverQueued()).toEqual([])
    expect(await copies(id)).toMatchObject([{ state: 'waiting' }])
    const [mail, ...others] = await at.send()
    expect(others).toEqual([])
    expect(mail!.to).toBe(at.of('super_admin'))
    expect(await textOf(mail!.files[0]!.bytes)).toMatch(new RegExp(`Messages\\s+${expected}\\s`))
    expect(await copies(id)).toMatchObject([{ state: 'made', mail: { state: 'sent' } }])
  },
)

test('a copy that waits is not sent to a person who may not see it any more, and the owner is notified', async () => {
  const { id } = await at.create({ recipientIds: [at.tenant.users.manager] })
  at.world.pass(hourMs)
  await at.work()
  await at.setUser(at.tenant.users.manager, { role: 'none' })
  expect(await at.deliverQueued()).toEqual([])
  expect((await at.send()).map(({ to }) => to)).toEqual([at.of('tenant_admin')])
  expect(await copies(id)).toMatchObject([{ state: 'refused', refusal: 'no-permission' }])
})

test('a copy that waits is sent to a person who may see more by then', async () => {
  await at.create({ recipientIds: [at.tenant.northerner] })
  at.world.pass(hourMs)
  await at.work()
  const { everything, north } = at.tenant.profiles
  await at.setProfiles(at.tenant.northerner, [everything, north])
  expect((await at.deliverQueued()).map(({ to }) => to)).toEqual([at.of('north')])
})

test('a copy that waits is not sent to a person who has stopped the report, and another one is', async () => {
  const { manager, analyst } = at.tenant.users
  const { id } = await at.create({ recipientIds: [manager, analyst] })
  const stop = async (userId: UserId) =>
    at.as(userId).call('PUT', `/bff/api/v1/report-subscriptions/${id}`, { isSubscribed: false })
  at.world.pass(hourMs)
  await at.work()
  expect((await stop(manager)).status).toBe(200)
  expect((await at.deliverQueued()).map(({ to }) => to)).toEqual([at.of('analyst')])
  expect(await at.send()).toHaveLength(1)
  expect(await copies(id)).toMatchObject([{ recipient: { id: analyst }, mail: { state: 'sent' } }])
  // Taken out is the same.
  at.world.pass(dayMs)
  await at.work()
  expect((await at.update(id, { recipientIds: [at.tenant.users.tenant_admin] })).status).toBe(200)
  expect(await at.send()).toHaveLength(1)
})

test.each([
  ['removed', 'removed'],
  ['closed to its recipient', 'no-permission'],
] as const)('a copy that waits is not sent once its insight was %s', async (what, refusal) => {
  const words = {
    id: 'words',
    kind: 'text',
    text: 'What the desk looks at',
    place: { x: 0, y: 0, w: 6, h: 2 },
  }
  const made = await at.admin.call('POST', '/bff/insights', { name: 'Desk', definition: { tiles: [words] } })
  const { id: insightId } = made.json
  const recipientIds = [at.tenant.users.manager]
  const { id } = await at.create({ subject: { kind: 'insight', insightId }, recipientIds })
  at.world.pass(hourMs)
  await at.work()
  const closed = { audience: 'profiles', profileIds: [at.tenant.profiles.north] }
  const { status } =
    what === 'removed'
      ? await at.admin.call('DELETE', `/bff/insights/${insightId}`)
      : await at.admin.call('PUT', `/bff/insights/${insightId}`, closed)
  expect(status).toBe(200)
  expect(await at.deliverQueued()).toEqual([])
  expect((await at.send()).map(({ to }) => to)).toEqual([at.of('tenant_admin')])
  expect(await copies(id)).toMatchObject([{ state: 'refused', refusal }])
})

test('a requested copy that waits is sent also to a person who is no recipient', async () => {
  const { id } = await at.create({ recipientIds: [at.tenant.users.manager] })
  expect((await at.admin.call('POST', `${path}/${id}/copies`)).status).toBe(200)
  expect((await at.send()).map(({ to }) => to)).toEqual([at.of('tenant_admin')])
})

test('mails that wait count as waiting in the last run, and those that were not sent as failed', async () => {
  const { id } = await at.create({ recipientIds: [at.tenant.users.manager, at.tenant.users.analyst] })
  const lastRun = async () => (await at.admin.call('GET', `${path}/${id}`)).json.lastRun
  at.world.pass(hourMs)
  await at.work()
  expect(await lastRun()).toMatchObject({ copies: 2, waiting: 2, failed: 0 })
  at.server.refuses = { code: 550, text: 'no such user' }
  await at.deliverQueued()
  expect(await lastRun()).toMatchObject({ copies: 2, waiting: 0, failed: 2 })
  at.server.refuses = undefined
  at.world.pass(dayMs)
  expect(await at.send()).toHaveLength(2)
  expect(await lastRun()).toMatchObject({ copies: 2, waiting: 0, failed: 0 })
})

test('an owner who left the platform is not notified about others', async () => {
  await at.create({ recipientIds: [at.tenant.users.analyst] })
  await at.inTx((tx) =>
    tx
      .updateTable('tenant_user')
      .set({ role: 'none' })
      .where('id', 'in', [at.tenant.users.tenant_admin, at.tenant.users.analyst])
      .execute(),
  )
  at.world.pass(hourMs)
  expect(await at.send()).toEqual([])
})

test('invalid input has specific errors, and only users who manage reports schedule them', async () => {
  const { id } = await at.create()
  const answer = async (change: object) => {
    const { status, json } = await at.admin.call('POST', path, at.draft({ name: 'Another', ...change }))
    return [status, json.code]
  }
  expect(await answer({ name: ' morning  FIGURES' })).toEqual([409, 'report-schedule.name-taken'])
  const stranger = at.tenant.representative
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
  expect((await at.update(id, { format: 'xlsx', expectedVersion: 7 })).json.code).toBe(
    'report-schedule.changed',
  )
  for (const role of ['analyst', 'manager'] as const) {
    const reader = await at.world.as(at.tenant, at.tenant.users[role])
    for (const [method, url, body] of [
      ['GET', path, undefined],
      ['GET', `${path}/${id}/copies`, undefined],
      ['POST', path, at.draft({ name: 'Mine' })],
      ['POST', `${path}/${id}/copies`, undefined],
      ['DELETE', `${path}/${id}`, undefined],
    ] as const)
      expect((await reader.call(method, url, body)).status).toBe(403)
  }
  const removed = await at.admin.call('DELETE', `${path}/${id}?expectedVersion=1`)
  expect(removed.status).toBe(200)
  at.world.pass(dayMs)
  expect(await at.send()).toEqual([])
})
