import { channels } from '@verbatim/contract/channels.ts'
import { isWhole } from '@verbatim/reference/share.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createProfiles } from '#domains/permissions/create-profiles.ts'
import { reachedBy } from '#access/scope-sql.ts'
import { mayDo } from '#domains/permissions/holders.ts'
import { findActor } from '#domains/permissions/actors.ts'
import { isWithin } from '#access/scope.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import { captureHistory, messageOf } from '#testing/history.ts'
import { forbidOffTheRecord } from '#testing/policies.ts'
import { useTenants } from '#testing/test-world.ts'
import type { Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let reviewer: Caller
let admin: Caller
useTenants('reviewers', async (made, opened) => {
  world = opened
  tenant = made
  reviewer = await world.as(tenant, tenant.users.compliance)
  admin = await world.as(tenant, tenant.users.super_admin)
  await forbidOffTheRecord(world, reviewer)
})

const path = '/bff/api/v1/cognitive-events'
const profiles = '/bff/api/v1/permission-profiles'
/** An event of the group of this number. */
async function raise(value: string, conversationKey: string): Promise<string> {
  const author = { kind: 'phone', value } as const
  await captureHistory(world, tenant, [messageOf(world, { author, conversationKey, body: 'off the record' })])
  const { items } = (await reviewer.call('GET', `${path}?limit=1`)).json
  world.pass(1)
  return items[0].id
}
const northern = () => raise('+15550100001', 'north')
const southern = () => raise('+15550100009', 'south')
const offered = async (eventId?: string, caller = reviewer): Promise<string[]> =>
  (await caller.call('GET', `${path}/reviewers${eventId ? `?eventId=${eventId}` : ''}`)).json.items.map(
    ({ id }: { id: string }) => id,
  )
const assign = (event: string, assigneeId: string | null) =>
  reviewer.call('PUT', `${path}/${event}/assignee`, { assigneeId })

test('users who see an event are offered as reviewers, and each of them can be assigned', async () => {
  const [north, south] = [await northern(), await southern()]
  expect(await offered(north)).toContain(tenant.northerner)
  expect(await offered(south)).not.toContain(tenant.northerner)
  expect(await offered()).toContain(tenant.northerner)
  for (const id of [tenant.users.analyst, tenant.users.none, tenant.representative])
    expect(await offered(south)).not.toContain(id)
  for (const id of await offered(south)) expect((await assign(south, id)).status).toBe(200)
})

test('reviewers are searched by words of their names, a page at a time, with their number', async () => {
  const north = await northern()
  const ask = async (query: string) => (await reviewer.call('GET', `${path}/reviewers?${query}`)).json
  const name = `North ${tenant.label}`
  const { items, total } = await ask(`eventId=${north}`)
  const names: string[] = items.map((user: { name: string }) => user.name)
  expect(names).toEqual(names.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)))
  expect(total).toBe(items.length)
  expect(total).toBeGreaterThan(1)
  expect(await ask(`eventId=${north}&limit=1`)).toEqual({ items: items.slice(0, 1), total })
  const found = await ask(`eventId=${north}&search=${encodeURIComponent(`${tenant.label} NORT`)}`)
  expect(found).toEqual({ items: [{ id: tenant.northerner, name }], total: 1 })
  expect(await ask(`eventId=${north}&search=${encodeURIComponent('%')}`)).toEqual({ items: [], total: 0 })
  expect((await reviewer.call('GET', `${path}/reviewers?limit=201`)).status).toBe(400)
})

test('a search finds no user who does not see the event, may not review, or belongs to another tenant', async () => {
  const south = await southern()
  const found = async (search: string, event?: string, caller = reviewer) => {
    const query = new URLSearchParams({ search, ...(event && { eventId: event }) })
    return (await caller.call('GET', `${path}/reviewers?${query}`)).json.items.map(
      ({ id }: { id: string }) => id,
    )
  }
  expect(await found('north')).toEqual([tenant.northerner])
  expect(await found('north', south)).toEqual([])
  expect(await found('analyst')).toEqual([])
  const other = await world.makeTenant(`other-${tenant.label}`)
  expect(await found('north', undefined, await world.as(other, other.users.compliance))).toEqual([
    other.northerner,
  ])
})

test('a user is found by id as a reviewer, or as the assignee of an event that the requester sees', async () => {
  const south = await southern()
  const { tenant_admin: leaver } = tenant.users
  await assign(south, leaver)
  const named = async (id: string, caller = reviewer) =>
    (await caller.call('GET', `${path}/reviewers?id=${id}`)).json.items.length
  const northerner = await world.as(tenant, tenant.northerner)
  expect(await named(leaver, northerner)).toBe(1)
  expect(await named(tenant.users.analyst)).toBe(0)
  await inTenant(world.ctx.db, tenant.id, (tx) =>
    sql`update tenant_user set role = 'analyst' where id = ${leaver}`.execute(tx),
  )
  expect(await named(leaver)).toBe(1)
  expect(await named(leaver, northerner)).toBe(0)
})

test('an event that the requester does not see offers no reviewers', async () => {
  const south = await southern()
  const northerner = await world.as(tenant, tenant.northerner)
  const answer = await northerner.call('GET', `${path}/reviewers?eventId=${south}`)
  expect(answer.json.code).toBe('event.not-found')
})

test('a user who may review by a profile, not by a role, is offered and assigned events', async () => {
  const north = await northern()
  expect(await offered(north)).not.toContain(tenant.users.analyst)
  expect((await assign(north, tenant.users.analyst)).json.code).toBe('event.not-a-reviewer')
  await admin.call('POST', profiles, {
    name: 'Reviewers',
    permissions: ['events.change_status'],
    memberIds: [tenant.users.analyst],
  })
  world.pass(4_000)
  expect(await offered(north)).toContain(tenant.users.analyst)
  expect((await assign(north, tenant.users.analyst)).status).toBe(200)
})

test('an undo returns no event to a user who no longer sees it; the rest is restored', async () => {
  const [north, south] = [await northern(), await southern()]
  const { tenant_admin: leaver } = tenant.users
  await assign(north, leaver)
  await assign(south, leaver)
  const taken = await reviewer.call('POST', `${path}/status`, {
    ids: [north, south],
    change: { status: 'in_review', assigneeId: tenant.users.compliance },
  })
  expect(taken.json.changed).toBe(2)
  // From everything to the north only.
  const everything = (await admin.call('GET', `${profiles}/${tenant.profiles.everything}`)).json
  const moved = await admin.call('PUT', `${profiles}/${everything.id}/members`, {
    removed: [leaver],
    moveTo: tenant.profiles.north,
    expectedVersion: everything.version,
  })
  expect(moved.status).toBe(200)
  world.pass(4_000)
  const undone = await reviewer.call('POST', `${path}/status/undo`, { changeId: taken.json.changeId })
  expect(undone.json).toEqual({
    changed: 1,
    skipped: 1,
    withheld: [{ name: `tenant_admin ${tenant.label}`, events: 1 }],
  })
  const now = async (id: string) => (await reviewer.call('GET', `${path}/${id}`)).json
  expect(await now(north)).toMatchObject({ status: 'new', assignee: { id: leaver } })
  expect(await now(south)).toMatchObject({ status: 'in_review', assignee: { id: tenant.users.compliance } })
})

test('the query for all reviewers applies the same rule as the check of each one', async () => {
  const { north, south } = tenant.groups
  const made = [
    { channels: ['sms' as const], groupIds: [north] },
    { channels: ['whatsapp' as const], groupIds: [south], permissions: ['events.change_status' as const] },
    { channels: [], groupIds: 'all' as const },
    { channels: ['signal' as const], groupIds: [] },
  ].map((given, index) => ({ id: newId(world.ctx.now()) as never, name: `Profile ${index}`, ...given }))
  const allUsers = [...Object.values(tenant.users), tenant.northerner, tenant.representative]
  await inTenant(world.ctx.db, tenant.id, async (tx) => {
    await createProfiles(tx, made)
    const links = made.flatMap(({ id }, index) =>
      allUsers.filter((_, at) => (at + index) % 3 === 0).map((user_id) => ({ profile_id: id, user_id })),
    )
    await tx.insertInto('permission_profile_member').values(links).execute()
    await sql`delete from permission_profile_member where profile_id = ${tenant.profiles.everything}
      and user_id <> ${tenant.users.super_admin}
      and user_id in (select user_id from permission_profile_member where profile_id <> ${tenant.profiles.everything})`.execute(
      tx,
    )
    // Those that a profile names, and one that none does.
    for (const channel of channels.filter((one) => isWhole || /^(?:imessage|signal|sms|whatsapp)$/.test(one)))
      for (const groupIds of [[], [north], [south], [north, south]]) {
        const { rows } = await sql<{ id: never; may: boolean; sees: boolean }>`
          select person.id, ${mayDo('events.change_status')} as may, ${reachedBy('row')} as sees
          from tenant_user person, (select ${channel}::text as channel, ${groupIds}::uuid[] as group_ids) row
          where person.id = any(${allUsers}::uuid[])`.execute(tx)
        expect(rows).toHaveLength(allUsers.length)
        for (const { id, may, sees } of rows) {
          const actor = await findActor(tx, id)
          expect([id, may]).toEqual([id, actor?.permissions.has('events.change_status') ?? false])
          expect([id, sees]).toEqual([id, isWithin(actor?.scope ?? [], { channel, groupIds })])
        }
      }
  })
})
