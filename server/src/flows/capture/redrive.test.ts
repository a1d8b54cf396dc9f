import type { AccountId, RecordId } from '@verbatim/contract/ids.ts'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { runExports } from '#flows/make-exports/run-exports.ts'
import { inTenant } from '#platform/db.ts'
import { arrivalOf, messageOf } from '#testing/history.ts'
import type { Caller } from '#testing/caller.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { keepArrivals } from './keep.ts'
import { putOff } from './quarantine.ts'

let world: World
let tenant: WorldTenant
let admin: Caller
useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('redrive')
  admin = await world.as(tenant, tenant.users.tenant_admin)
})

const api = '/bff/api/v1'

/** Keeps records that can be read, and quarantines them as if they could not. */
async function quarantine(accountId: AccountId, count: number): Promise<RecordId[]> {
  const arrivals = Array.from({ length: count }, () =>
    arrivalOf(world, tenant, [messageOf(world)], { accountId }),
  )
  const kept = await keepArrivals(world.ctx.db, tenant.id, arrivals, world.ctx.now())
  for (const { recordId: id } of kept)
    for (let attempt = 1; attempt <= 5; attempt++)
      await putOff(world.ctx, tenant.id, { id, accountId }, new Error('out of order'))
  return kept.map(({ recordId }) => recordId)
}

const detailOf = async (id: AccountId) => (await admin.call('GET', `${api}/accounts/${id}`)).json
const todayOf = async (id: AccountId) =>
  (await admin.call('GET', `${api}/accounts/${id}/coverage`)).json.days[0]
const redriveOf = (id: AccountId, body: object = {}) =>
  admin.call('POST', `${api}/accounts/${id}/redrive`, body)

test('a selection of quarantined records is retried, and the account shows the result', async () => {
  const { whatsapp, sms } = tenant.accounts
  const [first, second] = await quarantine(whatsapp, 3)
  const [foreign] = await quarantine(sms, 1)
  expect(await todayOf(whatsapp)).toMatchObject({
    received: 3,
    accepted: 0,
    quarantined: 3,
    state: 'incomplete',
  })
  expect((await redriveOf(whatsapp, { recordIds: [first, second, foreign] })).json).toEqual({ redriven: 2 })
  const waiting = await detailOf(whatsapp)
  expect(waiting.quarantinedRecords).toHaveLength(1)
  expect(waiting.redrives).toMatchObject([{ records: 2, accepted: 0, waiting: 2, failed: 0 }])
  expect((await detailOf(sms)).quarantined).toBe(1)
  for (let attempt = 1; attempt <= 5; attempt++)
    await putOff(world.ctx, tenant.id, { id: second!, accountId: whatsapp }, new Error('still'))
  await world.settle()
  expect((await detailOf(whatsapp)).redrives).toMatchObject([{ accepted: 1, waiting: 0, failed: 1 }])

  expect((await redriveOf(whatsapp)).json).toEqual({ redriven: 2 })
  await world.settle()
  expect(
    (await detailOf(whatsapp)).redrives.map(({ accepted, failed }: Record<string, number>) => [
      accepted,
      failed,
    ]),
  ).toEqual([
    [2, 0],
    [1, 1],
  ])
  const { json: trail } = await admin.call('GET', `/audit/events?limit=1&filter=target[eq]:${whatsapp}`)
  expect(trail.items[0]).toMatchObject({
    type: 'records_redriven',
    actor: { id: tenant.users.tenant_admin },
    target: { id: whatsapp, name: 'Desk WhatsApp' },
    changes: [{ field: 'quarantined', old: 2, new: 0 }],
  })
  expect(await todayOf(whatsapp)).toMatchObject({
    received: 3,
    accepted: 3,
    quarantined: 0,
    state: 'unknown',
  })
})

test('the quarantined records of many accounts are retried at once, within the requester’s access', async () => {
  const { sms, whatsapp, proofpoint } = tenant.accounts
  await quarantine(whatsapp, 2)
  const both = { ids: [whatsapp, sms] }
  const manager = await world.as(tenant, tenant.users.manager)
  expect((await manager.call('POST', `${api}/accounts/redrive`, both)).status).toBe(403)
  const other = await world.makeTenant('redrive-other')
  const stranger = await world.as(other, other.users.tenant_admin)
  expect((await stranger.call('POST', `${api}/accounts/redrive`, both)).json).toMatchObject({
    code: 'account.not-found',
  })
  expect((await detailOf(whatsapp)).quarantined).toBe(2)
  const all = { all: true, except: [whatsapp.toUpperCase()] }
  const narrowed = await admin.call('POST', `${api}/accounts/redrive?filter=quarantined[gte]:1`, all)
  expect(narrowed.json).toEqual({ accounts: 1, redriven: 1 })
  const ignored = `${api}/accounts/redrive?filter=quarantined[gte]:5`
  expect((await admin.call('POST', ignored, { ids: [whatsapp] })).status).toBe(400)
  const named = await admin.call('POST', `${api}/accounts/redrive`, { ids: [whatsapp, proofpoint] })
  expect(named.json).toEqual({ accounts: 1, redriven: 2 })
  await world.settle()
})

test('a repetition is counted on its day', async () => {
  const { sms } = tenant.accounts
  const arrival = arrivalOf(world, tenant, [messageOf(world)], { accountId: sms })
  const before = await todayOf(sms)
  await keepArrivals(world.ctx.db, tenant.id, [arrival, arrival], world.ctx.now())
  const { received, accepted, duplicate } = await todayOf(sms)
  expect([received - before.received, accepted - before.accepted, duplicate - before.duplicate]).toEqual([
    2, 1, 1,
  ])
})

test('the report has every day, and each missing thing by its ID, within the requester’s access', async () => {
  const { whatsapp, sms } = tenant.accounts
  const [lost] = await quarantine(whatsapp, 1)
  const rowsOf = async (caller: Caller, query: string) => {
    const started = await caller.call('POST', `${api}/coverage/export?${query}`, { format: 'csv' })
    expect(started.status).toBe(202)
    await runExports(world.ctx, tenant.id)
    const { text } = await caller.call('GET', `${api}/exports/${started.json.exportId}/file`)
    return parse(text, { bom: true, columns: true }) as Record<string, string>[]
  }
  const rows = await rowsOf(admin, `accountId=${whatsapp}`)
  const today = world.ctx.now().toISOString().slice(0, 10)
  expect(rows.filter(({ What }) => What !== 'Record in quarantine').at(-1)).toMatchObject({
    'Day (UTC)': today,
    What: 'Incomplete',
    Quarantined: '1',
    'Account ID': whatsapp,
  })
  expect(rows.at(-1)).toMatchObject({ What: 'Record in quarantine', ID: lost, Why: 'out of order' })
  const everything = await rowsOf(admin, `from=${today}`)
  expect(new Set(everything.map((row) => row['Account ID']))).toEqual(new Set(Object.values(tenant.accounts)))

  const manager = await world.as(tenant, tenant.users.manager)
  expect((await manager.call('POST', `${api}/coverage/export`)).status).toBe(403)
  const other = await world.makeTenant('report-other')
  const stranger = await world.as(other, other.users.tenant_admin)
  expect((await stranger.call('POST', `${api}/coverage/export?accountId=${sms}`)).status).toBe(404)
  const trail = await inTenant(world.ctx.db, tenant.id, (tx) =>
    tx.selectFrom('audit_event').where('type', '=', 'export_created').select('target_kind').execute(),
  )
  expect(trail).toContainEqual({ target_kind: 'coverage' })
})
