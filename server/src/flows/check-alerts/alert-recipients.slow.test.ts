/** Alerts on metrics from the API to a real mail server: who is notified of what. */
import { dayMs, hourMs, minuteMs } from '@verbatim/contract/durations.ts'
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
    { mail: { state: 'failed', reason: 'Its recipient can no longer sign in.' } },
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

test('an alert whose mail is withheld is checked again at once, for what its recipient can see now', async () => {
  await at.speak()
  const condition = { kind: 'above', value: 1 }
  const { id } = await at.create({ recipientIds: [at.tenant.users.analyst], condition })
  await at.work()
  await at.setProfiles(at.tenant.users.analyst, [at.tenant.profiles.north])
  at.world.pass(minuteMs)
  expect(await at.deliverQueued()).toEqual([])
  const [mail, ...others] = await at.send()
  expect(others).toEqual([])
  expect(mail!.text).toMatch(/^Messages at .+: 2, from /m)
  expect(await history(id)).toMatchObject([
    { isCrossed: true, mail: { state: 'sent' } },
    { isCrossed: true, mail: { state: 'failed' } },
  ])
  at.world.pass(hourMs)
  expect(await at.send()).toHaveLength(1)
})

test('a mail that could not be sent is followed by another after twelve hours, if it is still true', async () => {
  await at.speak()
  const { id } = await at.create()
  const refused = async () => {
    at.server.refuses = { code: 550, text: 'no such user' }
    await at.send()
    at.server.refuses = undefined
    return at.server.received.length
  }
  expect(await refused()).toBe(0)
  for (const [passed, sent] of [
    [hourMs, 0],
    [11 * hourMs, 1],
    [12 * hourMs, 1],
  ] as const) {
    at.world.pass(passed)
    expect(await at.send()).toHaveLength(sent)
  }
  // The same for the mail that it is over.
  at.world.pass(8 * dayMs)
  expect(await refused()).toBe(1)
  at.world.pass(12 * hourMs)
  expect((await at.send()).at(-1)?.subject).toBe('Busy week: Messages is back within its threshold')
  const failed = { mail: { state: 'failed' } }
  const sent = { mail: { state: 'sent' } }
  expect(await history(id)).toMatchObject([sent, failed, sent, failed])
})

test('after another question no mail follows one that could not be sent', async () => {
  await at.speak()
  const { id } = await at.create()
  expect(await at.send()).toHaveLength(1)
  at.world.pass(8 * dayMs)
  at.server.refuses = { code: 550, text: 'no such user' }
  await at.send()
  at.server.refuses = undefined
  expect(await history(id)).toMatchObject([{ isCrossed: false, mail: { state: 'failed' } }, {}])
  await at.update(id, { metric: 'messages', condition: { kind: 'above', value: 4 } })
  at.world.pass(13 * hourMs)
  expect(await at.send()).toHaveLength(1)
})

test('a mail that waits is not sent to a person who is no recipient any more', async () => {
  await at.speak()
  const { analyst, manager } = at.tenant.users
  const { id } = await at.create({ recipientIds: [analyst, manager] })
  await at.work()
  expect((await at.update(id, { recipientIds: [manager] })).status).toBe(200)
  expect((await at.send()).map(({ to }) => to)).toEqual([at.of('manager')])
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
