/** Alerts on metrics from the API to a real mail server. */
import { dayMs, hourMs, minuteMs } from '@verbatim/contract/durations.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { putOffCheck, takeAlertToCheck } from '#domains/metric-alerts/check-commands.ts'
import type { Db } from '#platform/db.ts'
import { sweep } from '#flows/sweep/sweep.ts'
import { alertsPath as path, setUpAlerts } from '#testing/alerts.ts'
import { captureHistory, messageOf } from '#testing/history.ts'
import { insertThemes } from '#testing/themes.ts'
import { checkAlerts } from './check-alerts.ts'

const { at, history } = setUpAlerts('alerts')

test('a recipient whose own figure crosses is mailed once, and once more when it comes back', async () => {
  await at.speak()
  const { id } = await at.create({ recipientIds: [at.tenant.users.tenant_admin, at.tenant.northerner] })
  const [mail, ...others] = await at.send()
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    to: at.of('tenant_admin'),
    subject: 'Busy week: Messages crossed its threshold',
  })
  expect(mail!.text).toMatch(/^Messages at .+: 5, from /m)
  expect(mail!.text).toContain('The alert “Busy week” notifies you when the figure is above 3.')
  expect(mail!.text).toContain('What people said to each other')
  expect(mail!.text).not.toMatch(/Are you there|5550177/)
  expect((await at.admin.call('GET', `${path}/${id}`)).json).toMatchObject({ crossedFor: 1 })
  at.world.pass(hourMs)
  expect(await at.send()).toHaveLength(1)
  at.world.pass(8 * dayMs)
  const [, back] = await at.send()
  expect(back).toMatchObject({
    to: at.of('tenant_admin'),
    subject: 'Busy week: Messages is back within its threshold',
  })
  expect(back!.text).toMatch(/^Messages at .+: back at 0, from /m)
  expect(back!.text).toContain('The figure is back within the threshold.')
  expect(await history(id)).toMatchObject([
    { isCrossed: false, recipient: { id: at.tenant.users.tenant_admin }, mail: { state: 'sent' } },
    { isCrossed: true, recipient: { id: at.tenant.users.tenant_admin }, mail: { state: 'sent' } },
  ])
})

test('the link of a mail leads to exactly the rows of its figure', async () => {
  await at.speak()
  await at.create()
  const [mail] = await at.send()
  const [, question = ''] = /\/messages\?(\S+)/.exec(mail!.text) ?? []
  const { status, json } = await at.admin.call('GET', `/bff/api/v1/messages?${question}`)
  expect([status, json.total]).toEqual([200, 5])
})

test('a check that is interrupted, or runs twice, mails once', async () => {
  await at.speak()
  await at.create()
  // A worker takes it and is killed.
  expect(await at.inTx((tx) => takeAlertToCheck(tx, at.world.ctx.now()))).toBeDefined()
  expect(await at.send()).toEqual([])
  at.world.pass(5 * minuteMs)
  await Promise.all([checkAlerts(at.world.ctx, at.tenant.id), checkAlerts(at.world.ctx, at.tenant.id)])
  expect(await at.send()).toHaveLength(1)
})

test('a changed alert is checked at once, and another question resets its crossings', async () => {
  await at.speak()
  const { id } = await at.create()
  await at.send()
  const update = (change: object) => at.update(id, change)
  expect((await update({ name: 'Calm week' })).status).toBe(200)
  expect(await at.send()).toHaveLength(1)
  expect((await update({ metric: 'messages', condition: { kind: 'above', value: 4 } })).status).toBe(200)
  // They had a mail within the hour.
  expect(await at.send()).toHaveLength(1)
  at.world.pass(hourMs)
  expect((await at.send()).at(-1)?.subject).toBe('Calm week: Messages crossed its threshold')
  expect(at.server.received).toHaveLength(2)
  expect((await update({ enabled: false })).json).toMatchObject({ crossedFor: 0 })
  at.world.pass(8 * dayMs)
  expect(await at.send()).toHaveLength(2)
})

test('a failing check is postponed longer each time, and the alert shows it', async () => {
  const { id } = await at.create()
  for (const waits of [5, 10, 20, 40, 60, 60]) {
    const taken = await at.inTx((tx) => takeAlertToCheck(tx, at.world.ctx.now()))
    await at.inTx((tx) => putOffCheck(tx, taken!, at.world.ctx.now()))
    at.world.pass(waits * minuteMs - 1)
    expect(await checkAlerts(at.world.ctx, at.tenant.id)).toBe(0)
    at.world.pass(1)
  }
  expect((await at.admin.call('GET', `${path}/${id}`)).json.failedChecks).toBe(6)
  await at.work()
  expect((await at.admin.call('GET', `${path}/${id}`)).json.failedChecks).toBe(0)
})

test('where one recipient’s figure can’t be counted now, the others are mailed, and it is tried again', async () => {
  await at.speak()
  const condition = { kind: 'above', value: 1 }
  const recipientIds = [at.tenant.users.tenant_admin, at.tenant.northerner]
  const { id } = await at.create({ recipientIds, condition })
  const state = async () => {
    const { crossedFor, failedChecks, checkedAt } = (await at.admin.call('GET', `${path}/${id}`)).json
    return { crossedFor, failedChecks, isChecked: checkedAt !== undefined }
  }
  // After the alert is taken and the recipients are read.
  await checkAlerts({ ...at.world.ctx, db: failingAt(at.world.ctx.db, 3) }, at.tenant.id)
  const [first] = await at.deliverQueued()
  expect(await state()).toEqual({ crossedFor: 1, failedChecks: 1, isChecked: false })
  at.world.pass(5 * minuteMs)
  const [, second, ...others] = await at.send()
  expect(others).toEqual([])
  expect(new Set([first?.to, second?.to]).size).toBe(2)
  expect(await state()).toEqual({ crossedFor: 2, failedChecks: 0, isChecked: true })
  // Without a figure nothing changes.
  at.world.pass(hourMs)
  await checkAlerts({ ...at.world.ctx, db: failingAt(at.world.ctx.db, 3) }, at.tenant.id)
  expect(await state()).toEqual({ crossedFor: 2, failedChecks: 1, isChecked: true })
  at.world.pass(5 * minuteMs)
  expect(await at.send()).toHaveLength(2)
})

/** A database of which one transaction fails. */
function failingAt(db: Db, wanted: number): Db {
  let begun = 0
  return new Proxy(db, {
    get(target, name) {
      if (name === 'transaction' && (begun += 1) === wanted) throw new Error('canceled')
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

test('an organization has at most 100 alerts', async () => {
  const { id } = await at.create()
  const columns = sql`name_key, metric, days, condition, enabled, due_at, created_at, changed_at, changed_by_name`
  await at.inTx((tx) =>
    sql`insert into metric_alert (id, name, ${columns}) select gen_random_uuid(), 'Alert ' || n, 'alert ' || n,
      metric, days, condition, false, due_at, created_at, changed_at, changed_by_name
      from metric_alert, generate_series(1, 99) n where id = ${id}`.execute(tx),
  )
  const { status, json } = await at.admin.call('POST', path, at.draft({ name: 'One more' }))
  expect([status, json.code]).toEqual([409, 'metric-alert.too-many'])
})

test('a threshold changes by a part of its unit, and the trail has both', async () => {
  const { id } = await at.create({ metric: 'time-to-close', condition: { kind: 'above', value: 48 } })
  const change = { metric: 'time-to-close', condition: { kind: 'above', value: 48.9 } }
  const { json } = await at.admin.call('PUT', `${path}/${id}`, change)
  expect(json).toMatchObject({ condition: { value: 48.9 }, version: 2 })
  expect(await at.trail('metric_alert_updated')).toEqual([
    [{ field: 'condition', old: 'above 48 hours', new: 'above 48.9 hours' }],
  ])
  expect((await at.admin.call('PUT', `${path}/${id}`, change)).json.version).toBe(2)
})

test('a change against the period before needs a figure there', async () => {
  await at.speak()
  const rises = { condition: { kind: 'rises', percent: 50 } }
  const { id } = await at.create(rises)
  expect(await at.send()).toEqual([])
  at.world.pass(5 * dayMs)
  for (const body of ['1', '2', '3', '4']) await at.world.deliver(at.tenant, { from: '+15550177003', body })
  await captureHistory(
    at.world,
    at.tenant,
    Array.from({ length: 8 }, () => messageOf(at.world)),
  )
  await at.world.settle()
  at.world.pass(4 * dayMs)
  expect((await at.send()).map(({ subject }) => subject)).toEqual([
    'Busy week: Messages crossed its threshold',
  ])
  expect(at.server.received[0]!.text).toMatch(/That is .+ more than in the same number of days before\./)
  expect(at.server.received[0]!.text).toContain(
    'when the figure rises by 50% or more compared with the previous period.',
  )
  expect(await history(id)).toHaveLength(1)
})

test('old crossings are swept, and are not mailed again', async () => {
  await at.speak()
  const { id } = await at.create({ metric: 'connected-accounts', condition: { kind: 'above', value: 0 } })
  await at.send()
  at.world.pass(401 * dayMs)
  await at.inTx((tx) => sweep(tx, at.world.ctx.now()))
  expect(await history(id)).toEqual([])
  expect(await at.send()).toHaveLength(1)
})

test('a narrowed alert counts only what it is narrowed to, and its link lists exactly those rows', async () => {
  await at.speak()
  const metric = 'messages-received'
  const condition = { kind: 'above', value: 0 }
  const groups = { group: [at.tenant.groups.north] }
  const { id } = await at.create({ metric, condition, filter: groups, name: 'North' })
  await at.create({ metric, condition, filter: { channel: ['telegram'] }, name: 'Telegram' })
  const [mail, ...others] = await at.send()
  expect(others).toEqual([])
  expect(mail!.subject).toBe('North: Messages received crossed its threshold')
  expect(mail!.text).toMatch(/^Messages received \(1 group\) at .+: 2, from /m)
  const [, question = ''] = /\/messages\?(\S+)/.exec(mail!.text) ?? []
  expect(decodeURIComponent(question)).toContain(`groupId[eq]:${at.tenant.groups.north}`)
  const { status, json } = await at.admin.call('GET', `/bff/api/v1/messages?${question}`)
  expect([status, json.total]).toEqual([200, 2])
  // Another group is another question: what was crossed is forgotten.
  const narrowed = { metric, condition, filter: { ...groups, channel: ['telegram'] } }
  expect((await at.update(id, narrowed)).json).toMatchObject({ filter: narrowed.filter, crossedFor: 0 })
  const [changes] = await at.trail('metric_alert_updated')
  expect(changes).toEqual([{ field: 'channel', old: null, new: ['telegram'] }])
  // A change that does not name it keeps it, unless it is of another metric.
  expect((await at.update(id, { metric, condition })).json.filter).toEqual(narrowed.filter)
  expect((await at.update(id, { metric: 'contacts', condition })).json.filter).toEqual({})
})

test('an alert is narrowed to a theme for recipients who may see themes, and the trail names it', async () => {
  await at.speak()
  const [theme] = await at.inTx(async (tx) => {
    const [first] = await tx.selectFrom('message').select('id').orderBy('posted_at').execute()
    return insertThemes(tx, [{ name: 'Deliveries', messageIds: [first!.id] }], at.world.ctx.now())
  })
  const condition = { kind: 'above', value: 0 }
  await at.create({ metric: 'messages', condition, filter: { theme: [theme] }, name: 'Deliveries' })
  const [mail] = await at.send()
  expect(mail!.text).toMatch(/^Messages \(1 theme\) at .+: 1, from /m)
  const [, question = ''] = /\/messages\?(\S+)/.exec(mail!.text) ?? []
  const { json } = await at.admin.call('GET', `/bff/api/v1/messages?${question}`)
  expect(json.total).toBe(1)
  expect((await at.trail('metric_alert_created')).flat()).toContainEqual({
    field: 'theme',
    old: null,
    new: ['Deliveries'],
  })
})

test('an alert is narrowed only where the list behind its figure can be', async () => {
  const refused = [
    { metric: 'waiting-clients', filter: { severity: ['high'] } },
    { metric: 'messages', filter: { policy: ['01890a5d-ac96-774b-bcce-b302099a8057'] } },
    { metric: 'messages', filter: { channel: [] } },
    { metric: 'messages', filter: { mood: ['good'] } },
  ]
  for (const change of refused) {
    const { status } = await at.admin.call('POST', path, at.draft({ name: 'Another', ...change }))
    expect([change, status]).toEqual([change, 400])
  }
  const { id } = await at.create({ metric: 'contacts' })
  expect((await at.update(id, { filter: { channel: ['whatsapp'] } })).status).toBe(400)
})
