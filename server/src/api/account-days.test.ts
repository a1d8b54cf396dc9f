import type { CoveredDay } from '@verbatim/contract/account-coverage.ts'
import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import { AccountId } from '@verbatim/contract/ids.ts'
import type { Dashboard } from '@verbatim/contract/metrics.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { checkAlerts } from '#flows/check-alerts/check-alerts.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { insertCapturing, insertGap, insertHours, insertQuarantined } from '#testing/capture-days.ts'
import { insertMessages } from '#testing/messages.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let admin: Caller
let desks: { readonly north: AccountId; readonly south: AccountId }

const path = '/bff/dashboards/capture/account-days'
const dayBefore = (days: number) =>
  new Date(world.ctx.now().getTime() - days * dayMs).toISOString().slice(0, 10)
/** In the middle of a day. */
const noonBefore = (days: number) => new Date(`${dayBefore(days)}T12:00:00Z`)

useTestWorld(async (opened) => {
  world = opened
  // Late enough for yesterday's last hour to count.
  world.pass((dayMs + 12 * hourMs - (world.ctx.now().getTime() % dayMs)) % dayMs)
  tenant = await world.makeTenant('days')
  admin = await world.as(tenant, tenant.users.super_admin)
  const now = world.ctx.now()
  desks = { north: AccountId.parse(newId(now)), south: AccountId.parse(newId(now)) }
  const owners = { north: tenant.representative, south: tenant.colleague }
  await inTenant(world.ctx.db, tenant.id, async (tx) => {
    await sql`update organization set initial_history_date = ${dayBefore(60)}::date`.execute(tx)
    const accounts = (['north', 'south'] as const).map((side) => ({
      id: desks[side],
      channel: 'sms' as const,
      name: `Desk ${side}`,
      owner: owners[side],
      status: 'active' as const,
      connectedAt: noonBefore(10),
      createdAt: noonBefore(10),
      removedAt: null,
      isCompared: true,
    }))
    await insertCapturing(tx, accounts, now)
    const hours = {
      from: new Date(`${dayBefore(61)}T00:00:00Z`),
      before: new Date(`${dayBefore(0)}T00:00:00Z`),
    }
    await insertHours(tx, { id: desks.north, ...hours, holes: [noonBefore(2)] })
    await insertHours(tx, { id: desks.south, ...hours, holes: [] })
    await insertQuarantined(tx, desks.south, noonBefore(3))
  })
})

const figure = async (caller: Caller, period = 'days=7') => {
  const { status, json } = await caller.call('GET', `/bff/metrics?${period}`)
  expect(status).toBe(200)
  return (json as Dashboard).figures.find(({ id }) => id === 'capture-completeness')
}
const list = async (caller: Caller, question: string) => {
  const { status, json } = await caller.call('GET', `${path}?days=7&${question}`)
  expect([question, status]).toEqual([question, 200])
  return json.items.filter(({ name }: { name: string }) => name.startsWith('Desk'))
}

test('each incomplete day has its reasons, and a link to the day of its account', async () => {
  expect(await list(admin, 'state=incomplete')).toMatchObject([
    { name: 'Desk north', day: dayBefore(2), reasons: ['hours'], hoursDue: 24, hoursMissing: 1 },
    { name: 'Desk south', day: dayBefore(3), reasons: ['quarantined'], hoursMissing: 0 },
  ])
  expect(await list(admin, `account=${desks.north}&state=complete`)).toHaveLength(6)
  const coverage = async (until: string) =>
    (await admin.call('GET', `/bff/api/v1/accounts/${desks.north}/coverage?until=${until}`)).json
  const { days } = await coverage(dayBefore(2))
  expect(days[0]).toMatchObject({ day: dayBefore(2), state: 'incomplete', hoursMissing: [12] })
  expect((await coverage(dayBefore(40))).days).toHaveLength(21)
})

test('a reader of one group has the figure and the days of that group', async () => {
  const northerner = await world.as(tenant, tenant.northerner)
  const days = await list(northerner, 'state=incomplete')
  expect(days.map(({ name }: { name: string }) => name)).toEqual(['Desk north'])
  expect(await figure(northerner)).toMatchObject({ value: 85.7, drilldown: { rows: 1 } })
  expect(await figure(admin)).toMatchObject({ value: 85.7, drilldown: { rows: 2 } })
  expect(await list(northerner, `account=${desks.south}`)).toEqual([])
})

test('a day counts the messages that the provider is still to be asked about until it has answered, for readers of the account', async () => {
  const at = (desk: AccountId, days: number) => ({ account_id: desk, posted_at: noonBefore(days) })
  const { north, south } = desks
  await inTenant(world.ctx.db, tenant.id, async (tx) => {
    const place = { list_place: 'AC1', list_place_since: noonBefore(30) }
    await tx.updateTable('channel_account').set(place).where('id', 'in', [north, south]).execute()
    const given = [at(north, 4), at(north, 4), at(north, 5), at(south, 4)]
    const ids = await insertMessages(tx, given, world.ctx.now())
    const noted = ids.map((message_id, i) => ({
      message_id,
      account_id: i < 3 ? north : south,
      found_at: noonBefore(1),
    }))
    await tx.insertInto('unlisted_message').values(noted).execute()
  })
  const northerner = await world.as(tenant, tenant.northerner)
  const unasked = async (caller: Caller, desk: AccountId) => {
    const { status, json } = await caller.call('GET', `/bff/api/v1/accounts/${desk}/coverage`)
    if (status !== 200) return [status, json.code]
    const days: CoveredDay[] = json.days
    return days.flatMap(({ day, unasked: n }) => (n > 0 ? [[day, n]] : []))
  }
  const ofNorth = [
    [dayBefore(4), 2],
    [dayBefore(5), 1],
  ]
  expect(await unasked(northerner, north)).toEqual(ofNorth)
  expect(await unasked(admin, south)).toEqual([[dayBefore(4), 1]])
  expect(await unasked(northerner, south)).toEqual([404, 'account.not-found'])
  await inTenant(world.ctx.db, tenant.id, (tx) =>
    tx
      .updateTable('unlisted_message')
      .set({ asked_at: world.ctx.now(), is_gone: false })
      .where('account_id', '=', north)
      .execute(),
  )
  expect(await unasked(northerner, north)).toEqual([])
  expect(await unasked(admin, south)).toEqual([[dayBefore(4), 1]])
})

test('only users who may see accounts get the days; others get the figure', async () => {
  const analyst = await world.as(tenant, tenant.users.analyst)
  expect(await figure(analyst)).toMatchObject({ value: 85.7 })
  const { status, json } = await analyst.call('GET', path)
  expect([status, json.details]).toMatchObject([403, { permission: 'integrations.view' }])
  const other = await world.makeTenant('elsewhere')
  const stranger = await world.as(other, other.users.super_admin)
  expect(await list(stranger, `account=${desks.north}`)).toEqual([])
  expect((await figure(stranger))?.value).toBeNull()
})

test.each([
  ['state=lost', 'state'],
  ['channel=fax', 'channel'],
  ['channel=', 'channel'],
  ['channel=sms|', 'channel'],
  ['account=7', 'account'],
  ['sort=owner', 'sort'],
])('%s is refused', async (question, field) => {
  const { status, text } = await admin.call('GET', `${path}?${question}`)
  expect([status, text.includes(`"${field}`)]).toEqual([400, true])
})

test('an alert on it is crossed while days are incomplete', async () => {
  const { status } = await admin.call('POST', '/bff/api/v1/metric-alerts', {
    name: 'Gaps of capture',
    metric: 'capture-completeness',
    filter: { channel: ['sms'] },
    days: 7,
    condition: { kind: 'below', value: 100 },
    recipientIds: [tenant.users.compliance],
  })
  expect(status).toBe(200)
  while ((await checkAlerts(world.ctx, tenant.id)) > 0);
  const { json } = await admin.call('GET', '/bff/api/v1/metric-alerts')
  expect(json.items).toMatchObject([{ name: 'Gaps of capture', crossedFor: 1 }])
})

test('lists of accounts say what is known of the last day that is over, and how many of the last ones are complete', async () => {
  const known = async (caller: Caller, path: string) => {
    const { status, json } = await caller.call('GET', `${path}?limit=50&search=Desk`)
    expect(status).toBe(200)
    return json.items
      .map(({ name, coverage }: { name: string; coverage?: object }) => [name, coverage])
      .filter(([name]: [string]) => name === 'Desk north' || name === 'Desk south')
  }
  const last = { day: dayBefore(1), state: 'complete' }
  const both = [
    ['Desk north', { ...last, complete: 9, days: 10 }],
    ['Desk south', { ...last, complete: 9, days: 10 }],
  ]
  const northerner = await world.as(tenant, tenant.northerner)
  for (const path of ['/external-accounts/api/v1/sms/accounts', '/bff/api/v1/accounts']) {
    expect(await known(admin, path)).toEqual(both)
    expect(await known(northerner, path)).toEqual(both.slice(0, 1))
  }
})

test('whether everything of a person’s account arrived can’t be known where its owner may exclude chats', async () => {
  const [source, own] = [AccountId.parse(newId(world.ctx.now())), AccountId.parse(newId(world.ctx.now()))]
  const account = {
    channel: 'telegram' as const,
    owner: tenant.representative,
    status: 'active' as const,
    connectedAt: noonBefore(4),
    createdAt: noonBefore(4),
    removedAt: null,
    isCompared: false,
  }
  await inTenant(world.ctx.db, tenant.id, async (tx) => {
    const both = [
      { ...account, id: source, name: 'Desk bot' },
      { ...account, id: own, name: 'Desk Rita' },
    ]
    await insertCapturing(tx, both, world.ctx.now())
    await tx.updateTable('channel_account').set({ source_id: source }).where('id', '=', own).execute()
  })
  const reasons = async (id: AccountId) => {
    const { json } = await admin.call('GET', `/bff/api/v1/accounts/${id}/coverage`)
    return [json.mayExclude, json.days[1].state, json.days[1].reasons]
  }
  expect(await reasons(own)).toEqual([true, 'unknown', ['owner-excludes']])
  expect(await reasons(source)).toEqual([undefined, 'unknown', ['no-list']])
  const days = await list(admin, `account=${own}&state=unknown`)
  expect(days[0]).toMatchObject({ name: 'Desk Rita', reasons: ['owner-excludes'] })
})

test('a person’s day lacks what the account through which they receive missed while theirs was connected', async () => {
  const idOf = () => AccountId.parse(newId(world.ctx.now()))
  const [source, own] = [idOf(), idOf()]
  const account = { channel: 'wecom', status: 'active', removedAt: null } as const
  const after = (from: Date, hours: number) => new Date(from.getTime() + hours * hourMs)
  await inTenant(world.ctx.db, tenant.id, async (tx) => {
    const connected = (at: Date) => ({ ...account, connectedAt: at, createdAt: at })
    const both = [
      { ...connected(noonBefore(6)), id: source, name: 'Desk Acme', owner: null, isCompared: true },
      { ...connected(noonBefore(4)), id: own, name: 'Desk Li', owner: tenant.colleague, isCompared: false },
    ]
    await insertCapturing(tx, both, world.ctx.now())
    await tx.updateTable('channel_account').set({ source_id: source }).where('id', '=', own).execute()
    const span = {
      from: new Date(`${dayBefore(61)}T00:00:00Z`),
      before: new Date(`${dayBefore(0)}T00:00:00Z`),
    }
    await insertHours(tx, { id: source, ...span, holes: [] })
    const gap = (from: Date) => ({ id: source, from, until: after(from, 2) })
    await insertGap(tx, { ...gap(after(noonBefore(4), -9)), outcome: 'lost' })
    // Of the second day after, nothing is lost.
    await insertGap(tx, {
      id: source,
      from: noonBefore(3),
      until: noonBefore(2),
      lostBefore: after(noonBefore(3), 2),
      outcome: 'lost',
    })
    await insertGap(tx, { ...gap(noonBefore(2)), outcome: 'unknown' })
    await insertGap(tx, { ...gap(after(noonBefore(1), -9)), outcome: 'kept' })
    await insertGap(tx, { ...gap(noonBefore(1)), kind: 'missing', outcome: 'lost' })
    await insertQuarantined(tx, source, after(noonBefore(1), 1))
    // Before theirs was connected.
    await insertQuarantined(tx, source, after(noonBefore(4), -2))
  })
  const known = [
    [dayBefore(1), 'incomplete', ['source-quarantined']],
    [dayBefore(2), 'unknown', ['source-disconnected']],
    [dayBefore(3), 'incomplete', ['source-lost']],
    [dayBefore(4), 'complete', []],
  ]
  const daysOf = (items: { day: string; state: string; reasons: string[] }[]) =>
    items.map(({ day, state, reasons }) => [day, state, reasons])
  const covered = async (id: AccountId) =>
    (await admin.call('GET', `/bff/api/v1/accounts/${id}/coverage?until=${dayBefore(1)}`)).json.days
  expect(daysOf((await covered(own)).slice(0, 4))).toEqual(known)
  expect(daysOf(await list(admin, `account=${own}`))).toEqual(known)
  expect(daysOf((await covered(source)).slice(0, 4))).toEqual([
    [dayBefore(1), 'incomplete', ['quarantined', 'lost']],
    [dayBefore(2), 'unknown', ['disconnected']],
    [dayBefore(3), 'incomplete', ['lost']],
    [dayBefore(4), 'incomplete', ['quarantined', 'lost']],
  ])
  const northerner = await world.as(tenant, tenant.northerner)
  expect(await list(northerner, `account=${own}`)).toEqual([])
})
