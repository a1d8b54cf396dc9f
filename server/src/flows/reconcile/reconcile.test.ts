import { dayMs, hourMs, minuteMs } from '@verbatim/contract/durations.ts'
import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCompared, takeCompared } from '#domains/accounts/comparisons.ts'
import { notifyOfGaps } from '#flows/watch-accounts/notify-of-gaps.ts'
import { settleRequests } from '#flows/connect/settle-requests.ts'
import { inTenant } from '#platform/db.ts'
import { client, numbersUrl, setUpReconciling } from '#testing/reconciling.ts'
import { reconcile } from './reconcile.ts'

const { bed, configure, ago, connect, pass, compare, coverage, bodies, transports } = setUpReconciling()

test('messages that webhooks missed are fetched once, both received and sent elsewhere', async () => {
  const account = await connect()
  const { number } = account
  await bed.twilio.deliverTo(
    number,
    { from: client, body: 'Delivered', at: ago(3 * minuteMs) },
    { origin: bed.origin },
  )
  bed.twilio.message({ from: client, to: number, body: 'Missed', at: ago(4 * minuteMs) })
  bed.twilio.sendElsewhere({ from: number, to: client, body: 'Sent elsewhere', at: ago(5 * minuteMs) })
  await bed.world.settle()
  await compare()
  expect(await bodies()).toEqual(['Delivered', 'Missed', 'Sent elsewhere'])
  expect(await transports()).toEqual(['poll', 'poll', 'webhook'])

  await pass(10 * minuteMs)
  await compare()
  expect(await transports()).toEqual(['poll', 'poll', 'webhook'])
  const { isListed, comparedUntil, days } = await coverage(account)
  expect([isListed, comparedUntil]).toEqual([true, ago(2 * minuteMs).toISOString()])
  const sum = (field: 'listed' | 'recovered') =>
    days.reduce((total: number, one: Record<string, number>) => total + (one[field] ?? 0), 0)
  expect([sum('listed'), sum('recovered')]).toEqual([3, 2])
})

const totals = async (account: { readonly id: string }) => {
  const { days } = await coverage(account)
  const sum = (field: 'listed' | 'recovered') =>
    days.reduce((total: number, one: Record<string, number>) => total + (one[field] ?? 0), 0)
  return { listed: sum('listed'), recovered: sum('recovered') }
}

test('a delivery that is stored and not read yet was not missed', async () => {
  const account = await connect()
  const { number } = account
  const delivered = { from: client, body: 'Delivered', at: ago(3 * minuteMs) }
  await bed.twilio.deliverTo(number, delivered, { origin: bed.origin })
  while ((await reconcile(bed.world.ctx, bed.tenant.id)) > 0);
  expect(await transports()).toEqual(['webhook'])
  await bed.world.settle()
  expect(await bodies()).toEqual(['Delivered'])
  expect(await totals(account)).toEqual({ listed: 1, recovered: 0 })
})

test.each(['before', 'after'])(
  'what an interrupted comparison fetched is counted by the next one, %s its records are read',
  async (when) => {
    const account = await connect()
    bed.twilio.message({ from: client, to: account.number, body: 'Missed', at: ago(4 * minuteMs) })
    // It stores what it fetched, and ends before it counts.
    const { keeper } = bed.world.ctx
    const killed = {
      ...keeper,
      async keep(arrival: Parameters<typeof keeper.keep>[0]) {
        await keeper.keep(arrival)
        throw new Error('killed')
      },
    }
    await reconcile({ ...bed.world.ctx, keeper: killed }, bed.tenant.id)
    expect(await transports()).toEqual(['poll'])
    if (when === 'after') await bed.world.settle()
    await pass(2 * hourMs)
    await compare()
    expect(await totals(account)).toEqual({ listed: 1, recovered: 1 })
    await pass(10 * minuteMs)
    await compare()
    expect(await totals(account)).toEqual({ listed: 1, recovered: 1 })
    expect(await bodies()).toEqual(['Missed'])
  },
)

test('a delivery after its message was fetched is the same message', async () => {
  const { number } = await connect()
  const late = bed.twilio.message({ from: client, to: number, body: 'Late', at: ago(10 * minuteMs) })
  await compare()
  await bed.twilio.deliver(hookOf(number), late, { signedUrl: signedHookOf(number) })
  await bed.world.settle()
  expect(await bodies()).toEqual(['Late'])
})
const signedHookOf = (number: string) => bed.twilio.rest.hookOf(number)?.url.split('#')[0] ?? ''
const hookOf = (number: string) => signedHookOf(number).replace('http://localhost:3000', bed.origin)

test('the status of a message that was sent elsewhere is read from the list', async () => {
  const { number } = await connect()
  const at = ago(4 * minuteMs)
  const sid = bed.twilio.sendElsewhere(
    { from: number, to: client, body: 'On its way', at },
    { status: 'sent' },
  )
  await compare()
  const state = () =>
    inTenant(bed.world.ctx.db, bed.tenant.id, (tx) =>
      tx.selectFrom('message').where('message_key', '=', sid).select('delivery_state').executeTakeFirst(),
    )
  expect(await state()).toEqual({ delivery_state: 'sent' })
  bed.twilio.messages.change(sid, { status: 'delivered', date_updated: bed.world.ctx.now().toUTCString() })
  await pass(6 * minuteMs)
  await compare()
  expect(await state()).toEqual({ delivery_state: 'delivered' })
  expect(await bodies()).toEqual(['On its way'])
})

test('messages that are listed days late are found too, because the last week is compared again each day', async () => {
  bed.world.passToNoon()
  await pass(0) // signs the administrator in again
  await configure(
    {},
    {
      initialHistoryDate: ago(6 * dayMs)
        .toISOString()
        .slice(0, 10),
    },
  )
  const { number } = await connect()
  await compare()
  await pass(dayMs)
  await compare()
  bed.twilio.message({ from: client, to: number, body: 'Days late', at: ago(5 * dayMs) })
  await pass(hourMs)
  await compare()
  expect(await bodies()).toEqual([])
  await pass(dayMs)
  await compare()
  expect(await bodies()).toEqual(['Days late'])
})

test('an hour whose last minutes were not listed yet is not whole', async () => {
  const account = await connect()
  const toNextHour = hourMs - (bed.world.ctx.now().getTime() % hourMs)
  await pass(toNextHour + minuteMs)
  await compare()
  const open = async () => {
    const { days } = await coverage(account)
    return days.flatMap(({ hoursMissing }: { hoursMissing: number[] }) => hoursMissing).length
  }
  expect(await open()).toBe(1)
  await pass(6 * minuteMs)
  await compare()
  expect(await open()).toBe(0)
})

test('a running comparison stores nothing more once removal is requested', async () => {
  const { id } = await connect()
  const [taken] = await inTenant(bed.world.ctx.db, bed.tenant.id, (tx) =>
    takeCompared(tx, bed.world.ctx.now(), 1),
  )
  const goesOn = () => inTenant(bed.world.ctx.db, bed.tenant.id, (tx) => isCompared(tx, taken!.tried))
  expect(await goesOn()).toBe(true)
  await bed.admin.call('POST', `${numbersUrl}/${id}/request-delete`)
  expect(await goesOn()).toBe(false)
})

test('two workers compare an account once', async () => {
  const { number } = await connect()
  bed.twilio.message({ from: client, to: number, body: 'Missed', at: ago(4 * minuteMs) })
  const taken = await Promise.all([
    reconcile(bed.world.ctx, bed.tenant.id),
    reconcile(bed.world.ctx, bed.tenant.id),
  ])
  expect(taken.toSorted()).toEqual([0, 1])
  await compare()
  expect(await bodies()).toEqual(['Missed'])
})

test('an account is compared as often as the organization says', async () => {
  await configure({}, { integrationFrequency: 30 })
  await connect()
  await compare()
  await pass(29 * minuteMs)
  expect(await reconcile(bed.world.ctx, bed.tenant.id)).toBe(0)
  await pass(2 * minuteMs)
  expect(await reconcile(bed.world.ctx, bed.tenant.id)).toBe(1)
})

test('refused credentials end the connection with a reason, and corrected ones resume it', async () => {
  const account = await connect()
  await compare()
  const before = (await coverage(account)).comparedUntil
  await configure({ authToken: 'revoked' })
  await pass(6 * minuteMs)
  await compare()
  const { json } = await bed.admin.call('GET', `${numbersUrl}/${account.id}`)
  expect([json.status, json.problem]).toEqual(['not-available', 'credentials-refused'])
  const { json: trail } = await bed.admin.call('GET', `/audit/events?limit=1&filter=target[eq]:${account.id}`)
  expect(trail.items[0].type).toBe('account_disconnected')
  expect((await coverage(account)).comparedUntil).toBe(before)
  bed.twilio.message({ from: client, to: account.number, body: 'Meanwhile', at: ago(3 * minuteMs) })
  expect(await reconcile(bed.world.ctx, bed.tenant.id)).toBe(0)

  await configure({ authToken: bed.twilio.authToken })
  await bed.admin.call('POST', `${numbersUrl}/${account.id}/request-reconnect`)
  while ((await settleRequests(bed.world.ctx, bed.tenant.id)) > 0);
  await compare()
  expect(await bodies()).toEqual(['Meanwhile'])
})

test('a provider that is away leaves the account connected, and its hours uncompared, which is a gap until they are', async () => {
  const account = await connect()
  await compare()
  const before = (await coverage(account)).comparedUntil
  const move = (address: string) =>
    inTenant(bed.world.ctx.db, bed.tenant.id, (tx) =>
      tx
        .updateTable('channel_account')
        .set({ address })
        .where('id', '=', account.id as never)
        .execute(),
    )
  await move('+14155560500')
  await pass(6 * minuteMs)
  await compare()
  expect((await bed.admin.call('GET', `${numbersUrl}/${account.id}`)).json.status).toBe('active')
  expect((await coverage(account)).comparedUntil).toBe(before)
  const gaps = async () => (await bed.admin.call('GET', `/bff/api/v1/accounts/${account.id}`)).json.gaps
  const beganAt = bed.world.ctx.now().toISOString()
  expect(await gaps()).toMatchObject([{ problem: 'unreachable', beganAt }])
  await pass(2 * minuteMs)
  await compare()
  expect(await gaps()).toMatchObject([{ beganAt }])
  await move(account.number)
  await pass(10 * minuteMs)
  await compare()
  const endedAt = bed.world.ctx.now().toISOString()
  expect(await gaps()).toMatchObject([{ beganAt, endedAt }])
  // People are notified of that time once it was compared to its end.
  await pass(6 * minuteMs)
  await compare()
  await notifyOfGaps(bed.world.ctx, bed.tenant.id)
  expect(await gaps()).toMatchObject([{ endedAt, outcome: 'compared' }])
})

test('the completeness of a channel without a list is shown as unknown', async () => {
  const { isListed, days } = await coverage({ id: bed.tenant.accounts.proofpoint })
  expect(isListed).toBe(false)
  expect(days[0]).toMatchObject({ state: 'unknown', reasons: ['no-list'] })
})

test('readers who may not see an account do not see its coverage', async () => {
  const path = `/bff/api/v1/accounts/${bed.tenant.accounts.sms}/coverage`
  const southerner = await bed.world.as(bed.tenant, bed.tenant.northerner)
  expect((await southerner.call('GET', path)).status).toBe(200) // its owner is in the north group
  const manager = await bed.world.as(bed.tenant, bed.tenant.users.manager)
  expect((await manager.call('GET', path)).status).toBe(403)
})

test('every message is stored once, whether or not it was delivered', { tags: ['whole'] }, async () => {
  const { number } = await connect()
  let said = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          isDelivered: fc.boolean(),
          isOurs: fc.boolean(),
          minutesAgo: fc.integer({ min: 3, max: 55 }),
        }),
        {
          maxLength: 12,
        },
      ),
      async (messages) => {
        const before = (await bodies()).length
        for (const { isDelivered, isOurs, minutesAgo } of messages) {
          said += 1
          const message = { body: `Message ${said}`, at: ago(minutesAgo * minuteMs) }
          if (isOurs) bed.twilio.sendElsewhere({ from: number, to: client, ...message })
          else if (isDelivered)
            await bed.twilio.deliverTo(number, { from: client, ...message }, { origin: bed.origin })
          else bed.twilio.message({ from: client, to: number, ...message })
        }
        await pass(6 * minuteMs)
        await compare()
        const all = await bodies()
        expect(all).toHaveLength(before + messages.length)
        expect(new Set(all).size).toBe(all.length)
      },
    ),
    { numRuns: roundsOf(40) },
  )
})
