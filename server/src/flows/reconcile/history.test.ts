/** The history of an account, compared and imported from the initial history date on. */
import { dayMs, hourMs, minuteMs } from '@verbatim/contract/durations.ts'
import { expect, test } from 'vitest'
import { isCompared, takeCompared } from '#domains/accounts/comparisons.ts'
import { inTenant } from '#platform/db.ts'
import { client, setUpReconciling } from '#testing/reconciling.ts'
import { reconcile } from './reconcile.ts'

const { bed, configure, ago, connect, pass, compare, coverage, bodies } = setUpReconciling()

test(
  'the history is compared from the initial history date on, and its days become complete',
  { tags: ['whole'] },
  async () => {
    const since = ago(3 * dayMs)
      .toISOString()
      .slice(0, 10)
    await configure({}, { initialHistoryDate: since })
    const account = await connect()
    const { number } = account
    for (const [body, ms] of [
      ['old', 2 * dayMs],
      ['older', 2.5 * dayMs],
      ['before', 5 * dayMs],
    ] as const)
      bed.twilio.message({ from: client, to: number, body, at: ago(ms) })
    await compare()
    expect(await bodies()).toEqual(['old', 'older'])
    // Half past the next hour: what ended a moment ago is not compared yet.
    await pass(hourMs + ((1.5 * hourMs - (bed.world.ctx.now().getTime() % hourMs)) % hourMs))
    await compare()
    const { days, since: begins } = await coverage(account)
    expect(begins).toBe(`${since}T00:00:00.000Z`)
    expect(days.length).toBeGreaterThanOrEqual(4)
    expect(days.filter(({ state }: { state: string }) => state !== 'complete')).toEqual([])
    expect(days.at(-1)).toMatchObject({ day: since, hoursMissing: [], hoursDue: 24 })
  },
)

test('the import of a history shows its progress, can be stopped, and started again', async () => {
  const since = ago(10 * dayMs)
    .toISOString()
    .slice(0, 10)
  await configure({}, { initialHistoryDate: since })
  const account = await connect()
  for (const [body, ms] of [
    ['new', hourMs],
    ['old', 8 * dayMs],
    ['oldest', 9.5 * dayMs],
  ] as const)
    bed.twilio.message({ from: client, to: account.number, body, at: ago(ms) })
  const change = (action: string, caller = bed.admin) =>
    caller.call('POST', `/bff/api/v1/accounts/${account.id}/history`, { action })
  expect((await coverage(account)).history).toMatchObject({
    from: `${since}T00:00:00.000Z`,
    until: `${since}T00:00:00.000Z`,
  })
  await reconcile(bed.world.ctx, bed.tenant.id)
  const after = (await coverage(account)).history
  expect(Date.parse(after.until) - Date.parse(after.from)).toBe(dayMs)

  const reader = await bed.world.as(bed.tenant, bed.tenant.users.compliance)
  expect((await change('stop', reader)).status).toBe(403)
  const underWay = await inTenant(bed.world.ctx.db, bed.tenant.id, (tx) =>
    takeCompared(tx, bed.world.ctx.now(), 1),
  )
  expect((await change('stop')).json).toEqual({ action: 'stop' })
  // A comparison that was under way is not the last word. The week before is compared in any case.
  const [due] = underWay
  expect(due && (await inTenant(bed.world.ctx.db, bed.tenant.id, (tx) => isCompared(tx, due.tried)))).toBe(
    false,
  )
  await compare()
  const stopped = await coverage(account)
  expect(stopped.history).toBeUndefined()
  expect(
    stopped.days.filter(({ reasons }: { reasons: string[] }) => reasons.includes('hours')).length,
  ).toBeGreaterThan(0)
  expect(await bodies()).not.toContain('old')

  expect((await change('restart')).status).toBe(200)
  expect((await coverage(account)).history.until).toBe(`${since}T00:00:00.000Z`)
  await compare()
  expect(await bodies()).toEqual(['new', 'old', 'oldest'])
  expect((await coverage(account)).history).toBeUndefined()
  const { json } = await bed.admin.call(
    'GET',
    '/audit/events?filter=eventType[in]:account_history_stopped|account_history_restarted',
  )
  expect(json.items.map(({ target }: { target: { name: string } }) => target.name)).toEqual(['Desk', 'Desk'])
})

test(
  'days before the history began are shown as not compared, and compared once it begins earlier',
  { tags: ['whole'] },
  async () => {
    const account = await connect()
    await compare()
    await configure(
      {},
      {
        initialHistoryDate: ago(4 * dayMs)
          .toISOString()
          .slice(0, 10),
      },
    )
    bed.twilio.message({ from: client, to: account.number, body: 'From before', at: ago(3 * dayMs) })
    const { days } = await coverage(account)
    expect(days.at(-1)).toMatchObject({ state: 'incomplete', reasons: ['hours'], hoursDue: 24 })
    await pass(10 * minuteMs)
    await compare()
    expect(await bodies()).toEqual(['From before'])
    expect((await coverage(account)).days.at(-1)).toMatchObject({ state: 'complete', hoursDue: 24 })
  },
)

test('without an initial history date, the history of an account begins on the day on which it was added', async () => {
  bed.world.passToNoon()
  await pass(40 * dayMs + 10 * minuteMs)
  const account = await connect()
  const today = `${bed.world.ctx.now().toISOString().slice(0, 10)}T00:00:00.000Z`
  for (const [body, ms] of [
    ['yesterday', 13 * hourMs],
    ['today', 3 * hourMs],
  ] as const)
    bed.twilio.message({ from: client, to: account.number, body, at: ago(ms) })
  await compare()
  expect(await bodies()).toEqual(['today'])
  const { since, days } = await coverage(account)
  expect([since, days.length]).toEqual([today, 1])
  expect(days[0]).toMatchObject({ hoursDue: 12, hoursMissing: [] })
  const history = async () => {
    const { json } = await bed.admin.call('GET', '/bff/api/v1/integrations')
    return json.items.find(({ channel }: { channel: string }) => channel === 'sms').history
  }
  expect(await history()).toEqual({})

  const before = ago(2 * dayMs)
    .toISOString()
    .slice(0, 10)
  await configure({}, { initialHistoryDate: before })
  expect(await history()).toEqual({ from: before })
  await pass(10 * minuteMs)
  await compare()
  expect(await bodies()).toEqual(['today', 'yesterday'])
  expect((await coverage(account)).since).toBe(`${before}T00:00:00.000Z`)
  await configure({}, { initialHistoryDate: null })
  expect((await coverage(account)).since).toBe(today)
})
