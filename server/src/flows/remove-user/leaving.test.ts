import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { forbidOffTheRecord } from '#testing/policies.ts'
import { useTenants } from '#testing/test-world.ts'
import type { Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'

const platform = '/bff/api/v1/users'
const messenger = '/messenger/api/v1/users'
const alerts = '/bff/notifications/alerts'
const events = '/bff/api/v1/cognitive-events'

let world: World
let tenant: WorldTenant
let admin: Caller
useTenants('leaving', async (made, opened) => {
  world = opened
  tenant = made
  admin = await world.as(tenant, tenant.users.super_admin)
})

const get = async (url: string) => (await admin.call('GET', url)).json
const groupsOf = async (id: string) =>
  (await get(`${messenger}/${id}`)).groups.map(({ name }: { name: string }) => name)
const audited = (type: string) =>
  inTenant(world.ctx.db, tenant.id, (tx) =>
    tx
      .selectFrom('audit_event')
      .select(['target_name', 'counts'])
      .where('type', '=', type as never)
      .execute(),
  )

test('a successor joins the groups of the leaver only if requested', async () => {
  const { representative, colleague } = tenant
  expect(await groupsOf(colleague)).toEqual(['South'])
  const joined = await admin.call(
    'DELETE',
    `${messenger}/${representative}?successorId=${colleague}&joinGroups=true`,
  )
  expect(joined.status).toBe(200)
  expect(await groupsOf(colleague)).toEqual(['North', 'South'])
  expect(await audited('user_updated')).toEqual([{ target_name: 'Sam Sund', counts: { groupsAdded: 1 } }])

  const draft = { firstName: 'Tom', lastName: 'Reed', messengerRole: 'user', email: 'tom@example.com' }
  const tom = await admin.call('POST', `${messenger}/invite`, { ...draft, groupIds: [tenant.groups.north] })
  expect((await admin.call('DELETE', `${messenger}/${colleague}?successorId=${tom.json.id}`)).status).toBe(
    200,
  )
  expect(await groupsOf(tom.json.id)).toEqual(['North'])
})

test('a leaver’s events in review become unassigned, with a history entry; decided ones stay', async () => {
  await forbidOffTheRecord(world, admin)
  for (const from of ['+15550109001', '+15550109002']) {
    await world.deliver(tenant, { from, body: 'Keep this off the record, please.' })
    await world.settle()
  }
  admin = await world.as(tenant, tenant.users.super_admin)
  const reviewer = await world.as(tenant, tenant.users.compliance)
  const [open, decided] = (await get(events)).items
  for (const { id } of [open, decided])
    await reviewer.call('PUT', `${events}/${id}/status`, { status: 'in_review' })
  await reviewer.call('PUT', `${events}/${decided.id}/status`, {
    status: 'resolved',
    disposition: 'compliant',
  })
  const assigneeOf = async (id: string) => (await get(`${events}/${id}`)).assignee?.id
  expect(await assigneeOf(open.id)).toBe(tenant.users.compliance)
  const url = `${platform}/${tenant.users.compliance}`
  expect(await get(`${url}/removal`)).toMatchObject({ openEvents: 1 })
  expect((await admin.call('DELETE', url)).status).toBe(200)
  const { assignee, status, history } = await get(`${events}/${open.id}`)
  expect([assignee, status, history.at(-1).kind]).toEqual([null, 'in_review', 'assigned'])
  expect(await assigneeOf(decided.id)).toBe(tenant.users.compliance)
  expect((await audited('user_removed'))[0]?.counts).toMatchObject({ eventsReleased: 1 })
})

test('a leaver gets no more mail; a notification without other recipients is disabled', async () => {
  await forbidOffTheRecord(world, admin)
  admin = await world.as(tenant, tenant.users.super_admin)
  const policyId = (await get('/bff/api/v1/topics')).items[0].id
  const leaver = `compliance@${tenant.label}.example`
  const notify = async (recipients: readonly string[]) => {
    const draft = {
      policyId,
      recipients,
      emailSubject: 'Raised',
      emailMessage: 'Look at it.',
      delivery: 'hourly',
      minSeverity: 'low',
      enabled: true,
    }
    const { status, json } = await admin.call('POST', alerts, draft)
    expect(status, JSON.stringify(json)).toBe(200)
    return json.id as string
  }
  const shared = await notify(['ann@client.example', leaver])
  const own = await notify([leaver])
  const other = await notify(['ben@client.example'])
  const url = `${platform}/${tenant.users.compliance}`
  expect((await get(`${url}/removal`)).notifications).toEqual(
    expect.arrayContaining([
      { policy: 'Off the record', ceases: false },
      { policy: 'Off the record', ceases: true },
    ]),
  )
  expect((await admin.call('DELETE', url)).status).toBe(200)
  const all = (await get(alerts)).items
  const stateOf = (id: string) => {
    const { recipients, enabled, version } = all.find((one: { id: string }) => one.id === id)
    return { recipients, enabled, version }
  }
  expect(stateOf(shared)).toEqual({ recipients: ['ann@client.example'], enabled: true, version: 2 })
  expect(stateOf(own)).toEqual({ recipients: [leaver], enabled: false, version: 2 })
  expect(stateOf(other)).toEqual({ recipients: ['ben@client.example'], enabled: true, version: 1 })
})
