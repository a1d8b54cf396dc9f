/** When an account was connected that was removed and came back. Source: docs/decisions/0151-spans-of-connection.md. */
import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import { AccountId, type UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { settleCheck } from '#domains/accounts/check-results.ts'
import { noteSilence } from '#domains/accounts/checks.ts'
import { createAccounts } from '#domains/accounts/commands.ts'
import { recordDisconnected } from '#domains/accounts/connection-changes.ts'
import { settleRequest, takeRequested } from '#domains/accounts/connection-requests.ts'
import { findGaps } from '#domains/accounts/gaps.ts'
import { noteMissing } from '#domains/accounts/missing-gaps.ts'
import { findCaptureOmissions } from '#domains/accounts/omission-queries.ts'
import { putMentions } from '#domains/messages/off-channel-commands.ts'
import { findAccountDays } from '#domains/metrics/completeness.ts'
import { findPeriods } from '#domains/metrics/period.ts'
import { findRepresentatives } from '#domains/metrics/representatives.ts'
import { dayOf } from '#kernel/days.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import type { FakeTwilio } from '#testing/fakes/twilio.ts'
import { insertMessages } from '#testing/messages.ts'
import { useProviderWorld } from '#testing/provider-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { settleRequests } from './settle-requests.ts'

let world: World
let twilio: FakeTwilio
let origin: string
let tenant: WorldTenant
let admin: Caller
useProviderWorld((opened) => ({ world, twilio, origin } = opened))

const numbers = '/external-accounts/api/v1/sms/accounts'
const scope: AccessScope = [{ channels: ['sms'], groupIds: 'all' }]
let turn = 0
let address: string
/** Connected at noon of the first day, removed at that of the fifth, added again at that of the tenth, and connected again two days later. */
let id: AccountId
let firstDay: number

beforeEach(async () => {
  turn += 1
  address = `+14155550${900 + turn}`
  world.passToNoon()
  firstDay = world.ctx.now().getTime()
  tenant = await world.makeTenant(`returned-${turn}`)
  await signIn()
  await admin.call('PUT', '/bff/organizations', {
    messagingProviderAccountSid: twilio.accountSid,
    secrets: { authToken: twilio.authToken },
  })
  twilio.rest.addNumber(address)
  id = await enter()
  await settle()
  await passDays(5)
  await admin.call('POST', `${numbers}/${id}/request-delete`)
  await settle()
  await passDays(5)
  expect(await enter()).toBe(id)
  await passDays(2)
  await settle()
  await passDays(5)
})

const inOurs = <T>(act: (tx: TenantTx) => Promise<T>) => inTenant(world.ctx.db, tenant.id, act)
const signIn = async () => {
  admin = await world.as(tenant, tenant.users.tenant_admin)
}
const enter = async () =>
  AccountId.parse(
    (await admin.call('POST', numbers, { name: 'Desk', address, ownerId: tenant.colleague })).json.id,
  )
const settle = async () => {
  while ((await settleRequests(world.ctx, tenant.id)) > 0);
}
async function passDays(days: number) {
  world.pass(days * dayMs)
  await signIn()
}
/** Noon of a day; the first is day 0. */
const noonOf = (day: number) => new Date(firstDay + day * dayMs)
const dateOf = (day: number) => dayOf(noonOf(day))

async function countedDays(until: number) {
  const { items } = await inOurs(async (tx) => {
    const dates = { 'date-from': dateOf(-1), 'date-to': dateOf(until) }
    const periods = await findPeriods(tx, dates, world.ctx.now())
    const query = { limit: 200, skip: 0, account: id, sort: 'day' as const }
    return findAccountDays(tx, scope, periods, { query, listedChannels: ['sms'] })
  })
  return items.map(({ day }) => day)
}
const counted = [0, 1, 2, 3, 4, 12, 13, 14, 15, 16]

test('the days between its removal and its return are none of a connected account', async () => {
  expect(await countedDays(16)).toEqual(counted.map(dateOf))
})

test(
  'one that is let go again, because its provider answered after its removal, was removed before',
  { tags: ['whole'] },
  async () => {
    await admin.call('POST', `${numbers}/${id}/request-reconnect`)
    const late = await inOurs((tx) => takeRequested(tx, world.ctx.now(), 1))
    await admin.call('POST', `${numbers}/${id}/request-delete`)
    world.pass(hourMs)
    await settle()
    await passDays(1)
    await inOurs((tx) => settleRequest(tx, late[0]!, { outcome: 'retry' }, world.ctx.now()))
    await passDays(1)
    await settle()
    await passDays(1)
    expect(await countedDays(19)).toEqual(counted.map(dateOf))
  },
)

test('one that its provider refused at first is connected from when it delivers', async () => {
  await admin.call('POST', `${numbers}/${id}/request-delete`)
  await settle()
  await enter()
  const problem = 'credentials-refused'
  await inOurs((tx) =>
    sql`update channel_account set status = 'not-available', problem = ${problem}, request = null where id = ${id}`.execute(
      tx,
    ),
  )
  await passDays(2)
  await inOurs((tx) => settleCheck(tx, { id, problem }, undefined, world.ctx.now()))
  await passDays(2)
  expect(await countedDays(20)).toEqual([...counted, 19, 20].map(dateOf))
})

test('its owner is a representative while it is connected, and not in the time between', async () => {
  const isOne = async (from: number, to: number) => {
    const { items } = await inOurs(async (tx) => {
      const dates = { 'date-from': dateOf(from), 'date-to': dateOf(to) }
      const periods = await findPeriods(tx, dates, world.ctx.now())
      return findRepresentatives(tx, scope, periods, { kind: 'all', limit: 50, skip: 0 })
    })
    return items.some(({ id: one }) => one === tenant.colleague)
  }
  expect(await isOne(3, 5)).toBe(true)
  expect(await isOne(6, 11)).toBe(false)
  expect(await isOne(6, 12)).toBe(true)
})

test('text messages are another place for its owner in the time between', async () => {
  const days = [-1, 2, 7, 11, 14]
  const ways = await inOurs(async (tx) => {
    const other = await otherAccountOf(tx, tenant.colleague)
    const given = days.map((day) => ({ account_id: other, body: 'Text me.', posted_at: noonOf(day) }))
    const ids = await insertMessages(tx, given, world.ctx.now())
    const mentions = [{ way: 'app', channels: ['sms'] }] as const
    await putMentions(
      tx,
      ids.map((messageId) => ({ messageId, revision: 1, mentions })),
    )
    const { rows } = await sql<{
      at: Date
    }>`select posted_at as at from off_channel_mention order by at`.execute(tx)
    return rows.map(({ at }) => at)
  })
  expect(ways).toEqual([-1, 7, 11].map(noonOf))
})

test('a message of the time between is not missing, nor one that may be of it', async () => {
  const note = (days: readonly number[], isUndated: boolean) =>
    inOurs(async (tx) => {
      await sql`delete from account_gap`.execute(tx)
      const lost = days.map((day) => ({ accountId: id, at: noonOf(day), isUndated }))
      await noteMissing(tx, lost, world.ctx.now())
      const found = tx.selectFrom('account_gap').where('kind', '=', 'missing').select('began_at')
      return (await found.orderBy('began_at').execute()).map(({ began_at: at }) => at)
    })
  expect(await note([-1, 1, 7, 11, 14], false)).toEqual([1, 14].map(noonOf))
  // It is connected for 31 days first, and then for 33 again.
  await inOurs((tx) =>
    sql`update channel_account set connected_before = connected_before + tstzmultirange(tstzrange(${noonOf(-27)}, ${noonOf(0)}))`.execute(
      tx,
    ),
  )
  world.pass(30 * dayMs)
  expect(await note([1, 4, 41, 44], true)).toEqual([4, 44].map(noonOf))
})

test('hours of the time between are not missing in what was exported', async () => {
  const hours = async (from: number, before: number) => {
    const part = { from: noonOf(from), before: noonOf(before) }
    return (await inOurs((tx) => findCaptureOmissions(tx, scope, part, world.ctx.now()))).notCompared?.reasons
  }
  const desk = (count: number) => [expect.objectContaining({ account: 'Desk', count })]
  expect(await hours(1, 3)).toEqual(desk(48))
  expect(await hours(6, 11)).toEqual([])
  expect(await hours(4, 13)).toEqual(desk(48))
})

test('its address stays fixed, whether or not it is connected again', { tags: ['whole'] }, async () => {
  const isFixed = async () => {
    const { json } = await admin.call('GET', `${numbers}/${id}`)
    const { status } = await admin.call('PUT', `${numbers}/${id}`, { address: `+14155550${950 + turn}` })
    return [json.isAddressFixed, status]
  }
  expect(await isFixed()).toEqual([true, 409])
  await admin.call('POST', `${numbers}/${id}/request-delete`)
  await settle()
  expect(await enter()).toBe(id)
  expect(await isFixed()).toEqual([true, 409])
})

test('while it was removed it was not silent, and nothing is learnt of that time', async () => {
  const note = () => inOurs((tx) => noteSilence(tx, [id], world.ctx.now()))
  await inOurs(async (tx) => {
    await sql`update channel_account set expected_hours = 144 where id = ${id}`.execute(tx)
    await sql`update account_counters set last_event_at = ${noonOf(3)} where account_id = ${id}`.execute(tx)
  })
  const isSilent = async () => (await admin.call('GET', `/bff/api/v1/accounts/${id}`)).json.isSilent
  expect(await isSilent()).toBe(false)
  await note()
  await passDays(2)
  expect(await isSilent()).toBe(true)
  await note()
  const gaps = await inOurs((tx) => findGaps(tx, id))
  expect(gaps.filter(({ kind }) => kind === 'silent')).toMatchObject([{ beganAt: noonOf(12).toISOString() }])

  await twilio.deliverTo(address, { from: '+15550109900', body: 'Hello' }, { origin })
  await note()
  const learnt = await inOurs((tx) =>
    tx.selectFrom('account_counters').where('account_id', '=', id).selectAll().executeTakeFirstOrThrow(),
  )
  expect(learnt).toMatchObject({
    last_event_at: noonOf(19),
    learnt_from: noonOf(19),
    quiet_now: 0,
    quiet_before: 0,
  })
})

test('it has no gap before it is connected again', async () => {
  const disconnected = async () => {
    const account = { id, name: 'Desk' }
    await inOurs((tx) => recordDisconnected(tx, account, 'credentials-refused', world.ctx.now()))
    const gaps = await inOurs((tx) => findGaps(tx, id))
    return gaps.map(({ outcome = 'none' }) => outcome)
  }
  await inOurs((tx) =>
    sql`update account_counters set last_event_at = ${noonOf(3)} where account_id = ${id}`.execute(tx),
  )
  expect(await disconnected()).toEqual(['none'])
  await admin.call('POST', `${numbers}/${id}/request-delete`)
  await settle()
  await enter()
  expect(await disconnected()).toEqual(['removed'])
})

async function otherAccountOf(tx: TenantTx, ownerId: UserId): Promise<AccountId> {
  const other = AccountId.parse(newId(world.ctx.now()))
  const name = 'Other'
  await createAccounts(tx, [{ id: other, channel: 'telegram', name, address: name, ownerId }])
  return other
}
