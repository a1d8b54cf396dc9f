/** Before something is removed, its question says in numbers what goes with it: to those who may remove it, and to no one else. */
import type { AccountGapId } from '@verbatim/contract/ids.ts'
import type { Role } from '@verbatim/contract/permissions.ts'
import { expect, test } from 'vitest'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { inAnHour, schedulesPath } from '#testing/reports.ts'
import { useTenants } from '#testing/test-world.ts'
import { addUser } from '#testing/users.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let admin: Caller
useTenants('removals', async (made, opened) => {
  world = opened
  tenant = made
  admin = await world.as(tenant, tenant.users.super_admin)
})

const made = async (path: string, draft: object, caller = admin) => {
  const { status, json } = await caller.call('POST', path, draft)
  expect({ status, json }).toMatchObject({ status: 200 })
  return json
}

const insights = '/bff/insights'
const messages = {
  tiles: [{ id: 'one', kind: 'figure', metric: 'messages', filter: {}, place: { x: 0, y: 0, w: 3, h: 2 } }],
}
const removalOf = async (url: string, caller = admin) => (await caller.call('GET', `${url}/removal`)).json

/** How many of the organization's users, without the first administrator, are answered at this address. */
async function othersWho(url: string): Promise<number> {
  const roles: Role[] = ['tenant_admin', 'compliance', 'analyst', 'manager']
  const ids = [...roles.map((role) => tenant.users[role]), tenant.northerner]
  const answers = await Promise.all(
    ids.map(async (id) => (await (await world.as(tenant, id)).call('GET', url)).status),
  )
  return answers.filter((status) => status === 200).length
}

test('of an insight: the people who can see it, and the scheduled reports with their recipients', async () => {
  const open = await made(insights, { name: 'Open', definition: messages })
  const profileIds = [tenant.profiles.north]
  const narrow = await made(insights, {
    name: 'Northern',
    definition: messages,
    audience: 'profiles',
    profileIds,
  })
  const [all, some] = [await othersWho(`${insights}/${open.id}`), await othersWho(`${insights}/${narrow.id}`)]
  expect(some).toBeLessThan(all)
  expect(await removalOf(`${insights}/${open.id}`)).toEqual({ readers: all, schedules: 0, recipients: 0 })
  expect(await removalOf(`${insights}/${narrow.id}`)).toMatchObject({ readers: some })

  const { tenant_admin, analyst, compliance } = tenant.users
  const schedule = (over: object) =>
    made(schedulesPath, {
      name: 'Morning',
      subject: { kind: 'insight', insightId: open.id },
      period: '7',
      recurrence: { every: 'day', at: inAnHour(world) },
      recipientIds: [tenant_admin, analyst],
      format: 'pdf',
      ...over,
    })
  await schedule({})
  await schedule({ name: 'Evening', recipientIds: [tenant_admin, compliance] })
  await schedule({ name: 'Never', enabled: false })
  await schedule({ name: 'Other', subject: { kind: 'insight', insightId: narrow.id } })
  expect(await removalOf(`${insights}/${open.id}`)).toMatchObject({ schedules: 2, recipients: 3 })
})

test('of an insight, the effect is shown only to those who may delete it, and a ready-made one is never deleted', async () => {
  const { id } = await made(insights, { name: 'Desk', definition: messages })
  const reader = await world.as(tenant, tenant.users.compliance)
  expect((await reader.call('GET', `${insights}/${id}`)).status).toBe(200)
  expect((await reader.call('GET', `${insights}/${id}/removal`)).status).toBe(403)
  const { groups } = (await admin.call('GET', `${insights}/menu`)).json
  const ready = groups.flatMap(({ items }: { items: { id: string; isReadyMade: boolean }[] }) => items)
  const [first] = ready.filter(({ isReadyMade }: { isReadyMade: boolean }) => isReadyMade)
  expect((await removalOf(`${insights}/${first.id}`)).code).toBe('insight.ready-made')
  const other = await world.makeTenant(`other-${tenant.label}`)
  const stranger = await world.as(other, other.users.super_admin)
  expect((await removalOf(`${insights}/${id}`, stranger)).code).toBe('insight.not-found')
})

test('of a saved view: the people who can open its list, if it is shared', async () => {
  const views = '/bff/api/v1/saved-views'
  const reviewer = await world.as(tenant, tenant.users.compliance)
  const view = (over: object) =>
    made(views, { list: 'audit', name: 'Sign-ins', question: {}, ...over }, reviewer)
  const shared = await view({ isShared: true })
  const own = await view({ name: 'Mine' })
  // The owner is one of the others of the first administrator, who can open it, too.
  const readers = await othersWho('/audit/events')
  expect(await removalOf(`${views}/${shared.id}`, reviewer)).toEqual({ readers })
  expect(await removalOf(`${views}/${shared.id}`)).toEqual({ readers })
  expect(await removalOf(`${views}/${own.id}`, reviewer)).toEqual({ readers: 0 })
  expect((await removalOf(`${views}/${own.id}`)).code).toBe('view.not-found')

  const analyst = await world.as(tenant, tenant.users.analyst)
  expect((await removalOf(`${views}/${shared.id}`, analyst)).code).toBe('view.list-closed')
  const open = await view({ list: 'messages', name: 'Late', isShared: true })
  expect((await analyst.call('GET', `${views}/${open.id}/removal`)).status).toBe(403)
})

test('of an account: what stays on record within the reader’s access, and the interruptions that end', async () => {
  const { whatsapp } = tenant.accounts
  const url = `/external-accounts/api/v1/whatsapp/accounts/${whatsapp}`
  for (const [from, body] of [
    ['+15550141001', 'One'],
    ['+15550141001', 'Two'],
    ['+15550141002', 'Three'],
  ] as const)
    expect(await world.deliver(tenant, { from, body, channel: 'whatsapp' })).toBe(200)
  await world.settle()
  const gap = (ended_at: Date | null) => ({
    id: newId<AccountGapId>(world.ctx.now()),
    account_id: whatsapp,
    kind: 'disconnected' as const,
    problem: null,
    began_at: new Date(world.ctx.now().getTime() - 3_600_000),
    ended_at,
    notify_at: null,
  })
  await inTenant(world.ctx.db, tenant.id, (tx) =>
    tx
      .insertInto('account_gap')
      .values([gap(null), gap(world.ctx.now())])
      .execute(),
  )
  expect(await removalOf(url)).toEqual({ messages: 3, conversations: 2, openGaps: 1 })

  const { caller: narrow } = await addUser(
    world,
    tenant,
    { email: 'narrow@removals.example', firstName: 'Nora', lastName: 'Rowe', role: 'tenant_admin' },
    { name: 'WhatsApp of the south', channels: ['whatsapp'], groupIds: [tenant.groups.south] },
  )
  expect(await removalOf(url, narrow)).toMatchObject({ messages: 0, conversations: 0 })
  const { sms } = tenant.accounts
  const ofSms = `/external-accounts/api/v1/sms/accounts/${sms}`
  expect((await removalOf(ofSms, narrow)).code).toBe('account.not-found')
  const compliance = await world.as(tenant, tenant.users.compliance)
  expect((await compliance.call('GET', `${url}/removal`)).status).toBe(403)
})
