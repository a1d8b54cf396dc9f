import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { isCompared, takeCompared } from '#domains/accounts/comparisons.ts'
import { notifyOfGaps } from '#flows/gaps/notify-of-gaps.ts'
import { settleRequests } from '#flows/connect/settle-requests.ts'
import { inTenant } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import type { FakeTwilio } from '#testing/fakes/twilio.ts'
import { useProviderWorld } from '#testing/provider-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { reconcile } from './reconcile.ts'

let world: World
let twilio: FakeTwilio
let origin: string
let tenant: WorldTenant
let admin: Caller
useProviderWorld((opened) => ({ world, twilio, origin } = opened))

let turn = 0
beforeEach(async () => {
  turn += 1
  tenant = await world.makeTenant(`list-${turn}`)
  admin = await world.as(tenant, tenant.users.tenant_admin)
  await configure({ authToken: twilio.authToken })
})

const numbers = '/external-accounts/api/v1/sms/accounts'
const client = '+15550107788'
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const configure = (secrets: Record<string, string>, other: object = {}) =>
  admin.call('PUT', '/bff/organizations', {
    messagingProviderAccountSid: twilio.accountSid,
    secrets,
    ...other,
  })
const ago = (ms: number) => new Date(world.ctx.now().getTime() - ms)

/** A connected account with a number of its own. */
async function connect(number = `+1415556${String(turn).padStart(4, '0')}`): Promise<Connected> {
  twilio.rest.addNumber(number)
  const { json } = await admin.call('POST', numbers, { name: 'Desk', address: number })
  while ((await settleRequests(world.ctx, tenant.id)) > 0);
  return { id: json.id, number }
}
interface Connected {
  readonly id: string
  readonly number: string
}

/** Moves the clock; the administrator's session ends meanwhile. */
async function pass(ms: number): Promise<void> {
  world.pass(ms)
  admin = await world.as(tenant, tenant.users.tenant_admin)
}

async function compare(): Promise<void> {
  while ((await reconcile(world.ctx, tenant.id)) > 0);
  await world.settle()
}

const coverage = async ({ id }: Pick<Connected, 'id'>) =>
  (await admin.call('GET', `/bff/api/v1/accounts/${id}/coverage`)).json
const bodies = async (): Promise<string[]> => {
  const { json } = await admin.call('GET', '/bff/api/v1/messages?limit=200')
  return json.items.map(({ body }: { body: string }) => body).toSorted()
}
const transports = () =>
  inTenant(world.ctx.db, tenant.id, async (tx) => {
    const rows = await tx.selectFrom('message_record').select('transport').execute()
    return rows.map(({ transport }) => transport).toSorted()
  })

test('what webhooks missed is fetched, both received and sent elsewhere, and only once', async () => {
  const account = await connect()
  const { number } = account
  await twilio.deliverTo(number, { from: client, body: 'Delivered', at: ago(3 * minute) }, { origin })
  twilio.message({ from: client, to: number, body: 'Missed', at: ago(4 * minute) })
  twilio.sendElsewhere({ from: number, to: client, body: 'Sent elsewhere', at: ago(5 * minute) })
  await world.settle()
  await compare()
  expect(await bodies()).toEqual(['Delivered', 'Missed', 'Sent elsewhere'])
  expect(await transports()).toEqual(['poll', 'poll', 'webhook'])

  await pass(10 * minute)
  await compare()
  expect(await transports()).toEqual(['poll', 'poll', 'webhook'])
  const { isListed, comparedUntil, days } = await coverage(account)
  expect([isListed, comparedUntil]).toEqual([true, ago(2 * minute).toISOString()])
  const sum = (field: 'listed' | 'recovered') =>
    days.reduce((total: number, one: Record<string, number>) => total + (one[field] ?? 0), 0)
  expect([sum('listed'), sum('recovered')]).toEqual([3, 2])
})

test('a delivery that comes after it was fetched is the same message', async () => {
  const { number } = await connect()
  const late = twilio.message({ from: client, to: number, body: 'Late', at: ago(10 * minute) })
  await compare()
  await twilio.deliver(hookOf(number), late, { signedUrl: signedHookOf(number) })
  await world.settle()
  expect(await bodies()).toEqual(['Late'])
})
const signedHookOf = (number: string) => twilio.rest.hookOf(number)?.url.split('#')[0] ?? ''
const hookOf = (number: string) => signedHookOf(number).replace('http://localhost:3000', origin)

test('the history is compared from the initial history date on, and its days become complete', async () => {
  const since = ago(3 * day)
    .toISOString()
    .slice(0, 10)
  await configure({}, { initialHistoryDate: since })
  const account = await connect()
  const { number } = account
  for (const [body, ms] of [
    ['old', 2 * day],
    ['older', 2.5 * day],
    ['before', 5 * day],
  ] as const)
    twilio.message({ from: client, to: number, body, at: ago(ms) })
  await compare()
  expect(await bodies()).toEqual(['old', 'older'])
  await pass(hour)
  await compare()
  const { days, since: begins } = await coverage(account)
  expect(begins).toBe(`${since}T00:00:00.000Z`)
  expect(days.length).toBeGreaterThanOrEqual(4)
  expect(days.filter(({ state }: { state: string }) => state !== 'complete')).toEqual([])
  expect(days.at(-1)).toMatchObject({ day: since, hoursMissing: [], hoursDue: 24 })
})

test('the import of a history tells how far it has come, can be stopped, and started again', async () => {
  const since = ago(10 * day)
    .toISOString()
    .slice(0, 10)
  await configure({}, { initialHistoryDate: since })
  const account = await connect()
  for (const [body, ms] of [
    ['new', hour],
    ['old', 8 * day],
    ['oldest', 9.5 * day],
  ] as const)
    twilio.message({ from: client, to: account.number, body, at: ago(ms) })
  const change = (action: string, caller = admin) =>
    caller.call('POST', `/bff/api/v1/accounts/${account.id}/history`, { action })
  expect((await coverage(account)).history).toMatchObject({
    from: `${since}T00:00:00.000Z`,
    until: `${since}T00:00:00.000Z`,
  })
  await reconcile(world.ctx, tenant.id)
  const after = (await coverage(account)).history
  expect(Date.parse(after.until) - Date.parse(after.from)).toBe(day)

  const reader = await world.as(tenant, tenant.users.compliance)
  expect((await change('stop', reader)).status).toBe(403)
  const underWay = await inTenant(world.ctx.db, tenant.id, (tx) => takeCompared(tx, world.ctx.now(), 1))
  expect((await change('stop')).json).toEqual({ action: 'stop' })
  // A comparison that was under way is not the last word. The week before is compared in any case.
  const [due] = underWay
  expect(due && (await inTenant(world.ctx.db, tenant.id, (tx) => isCompared(tx, due.tried)))).toBe(false)
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
  const { json } = await admin.call(
    'GET',
    '/audit/events?filter=eventType[in]:account_history_stopped|account_history_restarted',
  )
  expect(json.items.map(({ target }: { target: { name: string } }) => target.name)).toEqual(['Desk', 'Desk'])
})

test('what becomes of a message that was sent elsewhere is read from the list', async () => {
  const { number } = await connect()
  const at = ago(4 * minute)
  const sid = twilio.sendElsewhere({ from: number, to: client, body: 'On its way', at }, { status: 'sent' })
  await compare()
  const state = () =>
    inTenant(world.ctx.db, tenant.id, (tx) =>
      tx.selectFrom('message').where('message_key', '=', sid).select('delivery_state').executeTakeFirst(),
    )
  expect(await state()).toEqual({ delivery_state: 'sent' })
  twilio.messages.change(sid, { status: 'delivered', date_updated: world.ctx.now().toUTCString() })
  await pass(6 * minute)
  await compare()
  expect(await state()).toEqual({ delivery_state: 'delivered' })
  expect(await bodies()).toEqual(['On its way'])
})

test('what comes days late is found too, because the week before is compared again each day', async () => {
  await configure(
    {},
    {
      initialHistoryDate: ago(9 * day)
        .toISOString()
        .slice(0, 10),
    },
  )
  const { number } = await connect()
  await compare()
  await pass(day)
  await compare()
  twilio.message({ from: client, to: number, body: 'Days late', at: ago(5 * day) })
  await pass(hour)
  await compare()
  expect(await bodies()).toEqual([])
  await pass(day)
  await compare()
  expect(await bodies()).toEqual(['Days late'])
})

test('an hour whose last minutes were not listed yet is not whole', async () => {
  const account = await connect()
  const toNextHour = hour - (world.ctx.now().getTime() % hour)
  await pass(toNextHour + minute)
  await compare()
  const open = async () => {
    const { days } = await coverage(account)
    return days.flatMap(({ hoursMissing }: { hoursMissing: number[] }) => hoursMissing).length
  }
  expect(await open()).toBe(1)
  await pass(6 * minute)
  await compare()
  expect(await open()).toBe(0)
})

test('a comparison that is under way keeps nothing more once removal is asked for', async () => {
  const { id } = await connect()
  const [taken] = await inTenant(world.ctx.db, tenant.id, (tx) => takeCompared(tx, world.ctx.now(), 1))
  const goesOn = () => inTenant(world.ctx.db, tenant.id, (tx) => isCompared(tx, taken!.tried))
  expect(await goesOn()).toBe(true)
  await admin.call('POST', `${numbers}/${id}/request-delete`)
  expect(await goesOn()).toBe(false)
})

test('days before the history began are shown as not compared, and compared once it begins earlier', async () => {
  const account = await connect()
  await compare()
  await configure(
    {},
    {
      initialHistoryDate: ago(4 * day)
        .toISOString()
        .slice(0, 10),
    },
  )
  twilio.message({ from: client, to: account.number, body: 'From before', at: ago(3 * day) })
  const { days } = await coverage(account)
  expect(days.at(-1)).toMatchObject({ state: 'incomplete', reasons: ['hours'], hoursDue: 24 })
  await pass(10 * minute)
  await compare()
  expect(await bodies()).toEqual(['From before'])
  expect((await coverage(account)).days.at(-1)).toMatchObject({ state: 'complete', hoursDue: 24 })
})

test('two workers compare an account once', async () => {
  const { number } = await connect()
  twilio.message({ from: client, to: number, body: 'Missed', at: ago(4 * minute) })
  const taken = await Promise.all([reconcile(world.ctx, tenant.id), reconcile(world.ctx, tenant.id)])
  expect(taken.toSorted()).toEqual([0, 1])
  await compare()
  expect(await bodies()).toEqual(['Missed'])
})

test('an account is compared as often as the organization says', async () => {
  await configure({}, { integrationFrequency: 30 })
  await connect()
  await compare()
  await pass(29 * minute)
  expect(await reconcile(world.ctx, tenant.id)).toBe(0)
  await pass(2 * minute)
  expect(await reconcile(world.ctx, tenant.id)).toBe(1)
})

test('a provider that refuses the credentials ends the connection, says why, and begins again when mended', async () => {
  const account = await connect()
  await compare()
  const before = (await coverage(account)).comparedUntil
  await configure({ authToken: 'revoked' })
  await pass(6 * minute)
  await compare()
  const { json } = await admin.call('GET', `${numbers}/${account.id}`)
  expect([json.status, json.problem]).toEqual(['not-available', 'credentials-refused'])
  const { json: trail } = await admin.call('GET', `/audit/events?limit=1&filter=target[eq]:${account.id}`)
  expect(trail.items[0].type).toBe('account_disconnected')
  expect((await coverage(account)).comparedUntil).toBe(before)
  twilio.message({ from: client, to: account.number, body: 'Meanwhile', at: ago(3 * minute) })
  expect(await reconcile(world.ctx, tenant.id)).toBe(0)

  await configure({ authToken: twilio.authToken })
  await admin.call('POST', `${numbers}/${account.id}/request-reconnect`)
  while ((await settleRequests(world.ctx, tenant.id)) > 0);
  await compare()
  expect(await bodies()).toEqual(['Meanwhile'])
})

test('a provider that is away leaves the account connected, and its hours uncompared, which is a gap until they are', async () => {
  const account = await connect()
  await compare()
  const before = (await coverage(account)).comparedUntil
  const move = (address: string) =>
    inTenant(world.ctx.db, tenant.id, (tx) =>
      tx
        .updateTable('channel_account')
        .set({ address })
        .where('id', '=', account.id as never)
        .execute(),
    )
  await move('+14155560500')
  await pass(6 * minute)
  await compare()
  expect((await admin.call('GET', `${numbers}/${account.id}`)).json.status).toBe('active')
  expect((await coverage(account)).comparedUntil).toBe(before)
  const gaps = async () => (await admin.call('GET', `/bff/api/v1/accounts/${account.id}`)).json.gaps
  const beganAt = world.ctx.now().toISOString()
  expect(await gaps()).toMatchObject([{ problem: 'unreachable', beganAt }])
  await pass(2 * minute)
  await compare()
  expect(await gaps()).toMatchObject([{ beganAt }])
  await move(account.number)
  await pass(10 * minute)
  await compare()
  const endedAt = world.ctx.now().toISOString()
  expect(await gaps()).toMatchObject([{ beganAt, endedAt }])
  // That time is told once it was compared to its end.
  await pass(6 * minute)
  await compare()
  await notifyOfGaps(world.ctx, tenant.id)
  expect(await gaps()).toMatchObject([{ endedAt, outcome: 'compared' }])
})

test('a channel without a list says that no one can know', async () => {
  const { isListed, days } = await coverage({ id: tenant.accounts.proofpoint })
  expect(isListed).toBe(false)
  expect(days[0]).toMatchObject({ state: 'unknown', reasons: ['no-list'] })
})

test('the coverage of an account is not told to readers who may not see it', async () => {
  const path = `/bff/api/v1/accounts/${tenant.accounts.sms}/coverage`
  const southerner = await world.as(tenant, tenant.northerner)
  expect((await southerner.call('GET', path)).status).toBe(200) // its owner is in the north group
  const manager = await world.as(tenant, tenant.users.manager)
  expect((await manager.call('GET', path)).status).toBe(403)
})

test('whatever was delivered and whatever was not, everything is there once', async () => {
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
          const message = { body: `Message ${said}`, at: ago(minutesAgo * minute) }
          if (isOurs) twilio.sendElsewhere({ from: number, to: client, ...message })
          else if (isDelivered) await twilio.deliverTo(number, { from: client, ...message }, { origin })
          else twilio.message({ from: client, to: number, ...message })
        }
        await pass(6 * minute)
        await compare()
        const all = await bodies()
        expect(all).toHaveLength(before + messages.length)
        expect(new Set(all).size).toBe(all.length)
      },
    ),
    { numRuns: 8 },
  )
})
