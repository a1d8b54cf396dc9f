/** Alerts on metrics from the API to a real mail server: who hears of what. */
import { hourMs } from '@verbatim/contract/durations.ts'
import { expect, test } from 'vitest'
import { alertsPath as path, setUpAlerts } from '#testing/alerts.ts'

const { at, history } = setUpAlerts('hearers')

test('only readers who may see every row see the crossings of others', async () => {
  await at.speak()
  const both = [at.tenant.users.tenant_admin, at.tenant.northerner]
  const { id } = await at.create({ recipientIds: both, condition: { kind: 'above', value: 1 } })
  expect(await at.send()).toHaveLength(2)
  await at.inTx((tx) =>
    tx
      .updateTable('tenant_user')
      .set({ role: 'tenant_admin' })
      .where('id', '=', at.tenant.northerner)
      .execute(),
  )
  for (const [userId, seen] of [
    [at.tenant.users.tenant_admin, both],
    [at.tenant.northerner, [at.tenant.northerner]],
  ] as const) {
    const reader = await at.world.as(at.tenant, userId)
    const { json } = await reader.call('GET', `${path}/${id}/crossings`)
    const people = json.items.map(({ recipient }: { recipient: { id: string } }) => recipient.id)
    expect(people.toSorted()).toEqual(seen.toSorted())
    expect((await reader.call('GET', `${path}/${id}`)).json.crossedFor).toBe(seen.length)
    expect((await reader.call('GET', path)).json.items).toMatchObject([{ crossedFor: seen.length }])
  }
})

test('recipients with the same name are different people', async () => {
  const [one, other] = [at.tenant.users.analyst, at.tenant.users.manager]
  const same = { first_name: 'Ann', last_name: 'Lee' }
  await at.inTx((tx) => tx.updateTable('tenant_user').set(same).where('id', 'in', [one, other]).execute())
  const { id } = await at.create({ recipientIds: [one] })
  const { json } = await at.admin.call('PUT', `${path}/${id}`, { recipientIds: [other] })
  expect(json.recipients).toMatchObject([{ id: other }])
  expect(await at.trail('metric_alert_updated')).toEqual([
    [
      {
        field: 'recipients',
        old: [`Ann Lee (${at.of('analyst')})`],
        new: [`Ann Lee (${at.of('manager')})`],
      },
    ],
  ])
})

test('it is not crossed for a recipient who is no longer checked, and they get no mail', async () => {
  await at.speak()
  const { id } = await at.create({ recipientIds: [at.tenant.users.tenant_admin, at.tenant.users.analyst] })
  expect(await at.send()).toHaveLength(2)
  const crossedFor = async () => (await at.admin.call('GET', `${path}/${id}`)).json.crossedFor
  expect(await crossedFor()).toBe(2)
  await at.inTx((tx) =>
    tx.updateTable('tenant_user').set({ enabled: false }).where('id', '=', at.tenant.users.analyst).execute(),
  )
  at.world.pass(hourMs)
  expect(await at.send()).toHaveLength(2)
  expect(await crossedFor()).toBe(1)
  expect(await history(id)).toHaveLength(2)
})

test('a mail that waits is not sent to a person who was disabled meanwhile, or a day later', async () => {
  await at.speak()
  const { id } = await at.create({ recipientIds: [at.tenant.users.analyst] })
  await at.work()
  await at.inTx((tx) =>
    tx.updateTable('tenant_user').set({ enabled: false }).where('id', '=', at.tenant.users.analyst).execute(),
  )
  expect(await at.send()).toEqual([])
  expect(await history(id)).toMatchObject([
    { mail: { state: 'failed', reason: 'Its recipient can’t sign in any more.' } },
  ])
  await at.create({ name: 'Late' })
  await at.work()
  at.world.pass(12 * hourMs)
  await at.deliverQueued()
  expect(at.server.received).toEqual([])
})

test('a mail that waits is not sent to a person who can see less by then', async () => {
  await at.speak()
  const { id } = await at.create({ recipientIds: [at.tenant.users.analyst, at.tenant.users.manager] })
  await at.work()
  await at.setProfiles(at.tenant.users.analyst, [at.tenant.profiles.north])
  expect((await at.deliverQueued()).map(({ to }) => to)).toEqual([at.of('manager')])
  const of = async (state: string) =>
    (await history(id)).filter(({ mail }: { mail: { state: string } }) => mail.state === state)
  expect(await of('failed')).toMatchObject([
    { mail: { reason: 'Its recipient can see less than when it was created.' } },
  ])
  expect(await of('sent')).toHaveLength(1)
})

test('recipients who may not see the metric get no mail', async () => {
  await at.speak()
  const { id } = await at.create({ recipientIds: [at.tenant.users.analyst] })
  await at.inTx((tx) =>
    tx.updateTable('tenant_user').set({ role: 'none' }).where('id', '=', at.tenant.users.analyst).execute(),
  )
  expect(await at.send()).toEqual([])
  expect(await history(id)).toEqual([])
})

test('invalid input has specific errors, and only users who manage notifications write alerts', async () => {
  const { id } = await at.create()
  const answer = async (change: object) => {
    const { status, json } = await at.admin.call('POST', path, at.draft({ name: 'Another', ...change }))
    return [status, json.code]
  }
  expect(await answer({ name: ' busy  WEEK' })).toEqual([409, 'metric-alert.name-taken'])
  expect(await answer({ recipientIds: [at.tenant.representative] })).toEqual([
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
  expect((await at.admin.call('PUT', `${path}/${id}`, { metric: 'contacts' })).status).toBe(400)
  expect((await at.admin.call('PUT', `${path}/${id}`, { name: 'X', expectedVersion: 9 })).json.code).toBe(
    'metric-alert.changed',
  )
  for (const role of ['analyst', 'manager'] as const) {
    const reader = await at.world.as(at.tenant, at.tenant.users[role])
    for (const [method, url, body] of [
      ['GET', path, undefined],
      ['GET', `${path}/${id}/crossings`, undefined],
      ['POST', path, at.draft({ name: 'Mine' })],
      ['DELETE', `${path}/${id}`, undefined],
    ] as const)
      expect((await reader.call(method, url, body)).status).toBe(403)
  }
})
