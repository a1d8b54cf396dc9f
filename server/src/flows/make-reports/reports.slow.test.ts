/** Scheduled reports from the API to a real mail server. */
import { dayMs, hourMs, minuteMs } from '@verbatim/contract/durations.ts'
import { shareOf } from '@verbatim/reference/share.ts'
import { expect, test } from 'vitest'
import { takeCopy } from '#domains/report-schedules/copy-commands.ts'
import { sweep } from '#flows/sweep/sweep.ts'
import { inAnHour, schedulesPath as path, setUpReports } from '#testing/reports.ts'
import { textOf } from '#testing/mailed-noun.ts'
import { makeCopies, queueCopies } from './make-copies.ts'

const { at, copies } = setUpReports('reports')

/** On the day of the hour from now. */
const monthly = () => {
  const due = new Date(at.world.ctx.now().getTime() + hourMs)
  return { every: 'month', day: due.getUTCDate(), at: inAnHour(at.world) }
}

test('each recipient gets the figures of what they may see, the same as on the screen', async () => {
  await at.speak()
  await at.create({ recipientIds: [at.tenant.users.tenant_admin, at.tenant.northerner], format: 'both' })
  expect(await at.send()).toEqual([])
  at.world.pass(hourMs)
  const mails = await at.send()
  expect(mails.map(({ to }) => to).toSorted()).toEqual([at.of('north'), at.of('tenant_admin')])
  for (const [userId, name, expected] of [
    [at.tenant.users.tenant_admin, 'tenant_admin', 5],
    [at.tenant.northerner, 'north', 2],
  ] as const) {
    const { json } = await (await at.world.as(at.tenant, userId)).call('GET', '/bff/metrics?days=7')
    const figure = json.figures.find(({ id }: { id: string }) => id === 'messages')
    expect(figure.value).toBe(expected)
    const mail = mails.find(({ to }) => to === at.of(name))!
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

test('a due time is mailed once, even if a step runs twice or is interrupted', async () => {
  const { id } = await at.create()
  at.world.pass(hourMs)
  await Promise.all([queueCopies(at.world.ctx, at.tenant.id), queueCopies(at.world.ctx, at.tenant.id)])
  // A worker takes the copy and is killed.
  const { taken } = await at.inTx((tx) => takeCopy(tx, at.world.ctx.now()))
  expect(taken?.copy.attempts).toBe(1)
  expect(await at.send()).toEqual([])
  at.world.pass(5 * minuteMs)
  await Promise.all([makeCopies(at.world.ctx, at.tenant.id), makeCopies(at.world.ctx, at.tenant.id)])
  expect(await at.send()).toHaveLength(1)
  await at.send()
  expect(at.server.received).toHaveLength(1)
  expect(await copies(id)).toMatchObject([{ state: 'made', isTest: false, mail: { state: 'sent' } }])
  const { json } = await at.admin.call('GET', `${path}/${id}`)
  expect(json.lastRun).toMatchObject({ copies: 1, waiting: 0, refused: 0, failed: 0 })
  expect(Date.parse(json.nextAt)).toBeGreaterThan(at.world.ctx.now().getTime())
})

test('after a downtime one report is made, for the newest due time', async () => {
  const { id, nextAt } = await at.create()
  at.world.pass(3 * dayMs + 2 * hourMs)
  expect(await at.send()).toHaveLength(1)
  expect(Date.parse((await copies(id))[0].dueAt) - Date.parse(nextAt)).toBe(3 * dayMs)
})

test('a paused report mails only copies on request', async () => {
  const { id } = await at.create({ enabled: false })
  at.world.pass(2 * dayMs)
  expect(await at.send()).toEqual([])
  const sent = await at.admin.call('POST', `${path}/${id}/copies`)
  expect(sent.json).toEqual({ to: at.of('tenant_admin') })
  expect((await at.send()).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Test: Morning figures: /),
  ])
  expect(await copies(id)).toMatchObject([{ isTest: true, state: 'made' }])
  expect((await at.admin.call('GET', `${path}/${id}`)).json.lastRun).toBeUndefined()
  expect((await at.update(id, { enabled: true })).json.nextAt).toBeDefined()
  at.world.pass(dayMs)
  expect(await at.send()).toHaveLength(2)
})

test('a change of the time zone moves due times, and loses none', async () => {
  const { id, nextAt } = await at.create({ recurrence: monthly() })
  const nextOf = async () => Date.parse((await at.admin.call('GET', `${path}/${id}`)).json.nextAt)
  const moveTo = async (timeZone: string) =>
    expect((await at.admin.call('PUT', '/bff/organizations', { timeZone })).status).toBe(200)
  await moveTo('America/New_York')
  expect((await nextOf()) - Date.parse(nextAt)).toBe(5 * hourMs)
  at.world.pass(hourMs)
  expect(await at.send()).toEqual([])
  // There the time of this month has passed: it is sent now, and the next one a month later.
  await moveTo('Asia/Tokyo')
  expect(await at.send()).toHaveLength(1)
  expect(Date.parse((await copies(id))[0].dueAt) - Date.parse(nextAt)).toBe(-9 * hourMs)
  expect((await nextOf()) - Date.parse(nextAt)).toBeGreaterThan(27 * dayMs)
  at.world.pass(dayMs)
  expect(await at.send()).toHaveLength(1)
})

test('at most one requested copy waits, and scheduled ones go first', async () => {
  const { id } = await at.create({ recipientIds: [at.tenant.users.manager] })
  at.world.pass(hourMs)
  for (let asked = 0; asked < 3; asked += 1) {
    at.world.pass(minuteMs)
    expect((await at.admin.call('POST', `${path}/${id}/copies`)).status).toBe(200)
  }
  await queueCopies(at.world.ctx, at.tenant.id)
  expect(await copies(id)).toHaveLength(2)
  await makeCopies(at.world.ctx, at.tenant.id)
  expect((await copies(id)).filter(({ state }: { state: string }) => state === 'made')).toMatchObject([
    { isTest: false },
  ])
})

test('a name with line breaks is one line in a mail', async () => {
  await at.create({ name: 'Morning\n\nYour account is locked' })
  at.world.pass(hourMs)
  expect((await at.send())[0]!.text).toContain('“Morning Your account is locked”')
})

const zones: readonly [string, number][] = [
  ['Asia/Tokyo', -9],
  ['America/Bogota', 5],
]
test.each(shareOf(zones, 2))(
  'a due time of the former clocks is the same time by those of %s',
  async (zone, hours) => {
    const { id, nextAt } = await at.create()
    // As rules that changed since it was planned.
    await at.inTx((tx) => tx.updateTable('organization').set({ time_zone: zone }).execute())
    at.world.pass(hourMs)
    expect(await at.send()).toHaveLength(hours < 0 ? 1 : 0)
    at.world.pass(Math.max(0, hours) * hourMs)
    expect(await at.send()).toHaveLength(1)
    expect(Date.parse((await copies(id))[0].dueAt) - Date.parse(nextAt)).toBe(hours * hourMs)
    at.world.pass(dayMs)
    expect(await at.send()).toHaveLength(2)
  },
)

test('old copies are removed, and their due times are not made again', async () => {
  const { id } = await at.create()
  at.world.pass(hourMs)
  await at.send()
  await at.update(id, { enabled: false })
  at.world.pass(401 * dayMs)
  await at.inTx((tx) => sweep(tx, at.world.ctx.now()))
  expect(await copies(id)).toEqual([])
  expect(await at.send()).toHaveLength(1)
})
