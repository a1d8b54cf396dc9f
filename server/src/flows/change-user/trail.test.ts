import { expect, test } from 'vitest'
import { forbidOffTheRecord } from '#testing/policies.ts'
import { useTenants } from '#testing/test-world.ts'
import type { Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'

const platform = '/bff/api/v1/users'
const messenger = '/messenger/api/v1/users'
const contacts = '/messenger/api/v1/contacts'

let world: World
let tenant: WorldTenant
let admin: Caller
useTenants('trail', async (made, opened) => {
  world = opened
  tenant = made
  admin = await world.as(tenant, tenant.users.super_admin)
})

/** The audit entries of a target, newest first. */
const trailOf = async (target: string) => {
  const { json } = await admin.call('GET', `/audit/events?filter=target[eq]:${target}`)
  return json.items.map(({ type, changes, counts }: Record<string, unknown>) => ({ type, changes, counts }))
}
const change = async (path: string, id: string, body: object) => {
  const { status, json } = await admin.call('PUT', `${path}/${id}`, body)
  expect(status, JSON.stringify(json)).toBe(200)
  return json
}
const inviteRita = async () => {
  const rita = { email: 'rita@example.com', firstName: 'Rita', lastName: 'Stone', messengerRole: 'user' }
  const { json } = await admin.call('POST', `${messenger}/invite`, {
    ...rita,
    groupIds: [tenant.groups.south, tenant.groups.north],
  })
  return json.id as string
}

test('profiles that a user gains and loses are audited by name, and in an entry of each profile', async () => {
  const { everything, north } = tenant.profiles
  const id = tenant.users.analyst
  const name = `analyst ${tenant.label}`
  await change(platform, id, { permissionProfileIds: [everything, north] })
  expect(await trailOf(id)).toEqual([
    {
      type: 'user_updated',
      changes: [{ field: 'permissionProfiles', old: ['Everything'], new: ['Everything', 'North only'] }],
      counts: { permissionProfilesAdded: 1 },
    },
  ])
  const came = { field: 'members', old: null, new: [name] }
  const type = 'permission_profile_members_updated'
  expect(await trailOf(north)).toEqual([{ type, changes: [came], counts: { membersAdded: 1 } }])
  expect(await trailOf(everything)).toEqual([])

  await change(platform, id.toUpperCase(), { permissionProfileIds: [north.toUpperCase()] })
  const went = { field: 'members', old: [name], new: null }
  expect(await trailOf(everything)).toEqual([{ type, changes: [went], counts: { membersRemoved: 1 } }])
  expect(await trailOf(north)).toHaveLength(1)
})

test('what is named in upper case is found in its own trail', async () => {
  const id = await forbidOffTheRecord(world, admin)
  await change('/bff/api/v1/topics', id.toUpperCase(), { enabled: false })
  const [line] = await trailOf(id)
  expect(line).toMatchObject({ type: 'policy_updated', changes: [{ field: 'enabled', new: false }] })
})

test('unchanged memberships are not audited', async () => {
  const { everything } = tenant.profiles
  await change(platform, tenant.users.analyst, { permissionProfileIds: [everything], lastName: 'Ford' })
  const [first] = await trailOf(tenant.users.analyst)
  expect(first.changes.map(({ field }: { field: string }) => field)).toEqual(['lastName'])
  expect(first.counts).toEqual({})
  await change(platform, tenant.users.analyst, { permissionProfileIds: [everything], lastName: 'Ford' })
  expect(await trailOf(tenant.users.analyst)).toHaveLength(1)
  expect(await trailOf(everything)).toEqual([])
})

test('an invitation names its groups', async () => {
  const id = await inviteRita()
  const [line] = await trailOf(id)
  expect(line).toMatchObject({ type: 'user_invited', counts: { groupsAdded: 2 } })
  expect(line.changes).toContainEqual({ field: 'groups', old: null, new: ['North', 'South'] })
  for (const group of [tenant.groups.north, tenant.groups.south])
    expect(await trailOf(group)).toEqual([
      {
        type: 'messenger_conversation_group_members_updated',
        changes: [{ field: 'members', old: null, new: ['Rita Stone'] }],
        counts: { membersAdded: 1 },
      },
    ])
})

test('a removal names what was handed over, and the groups that the successor joined', async () => {
  const { representative, colleague, groups } = tenant
  const query = `successorId=${colleague}&joinGroups=true`
  expect((await admin.call('DELETE', `${messenger}/${representative}?${query}`)).status).toBe(200)
  const [removed] = await trailOf(representative)
  expect(removed).toMatchObject({ type: 'user_removed', counts: { groupsRemoved: 1 } })
  expect(removed.changes).toContainEqual({ field: 'groups', old: ['North'], new: null })
  expect(await trailOf(colleague)).toEqual([
    {
      type: 'user_updated',
      changes: [{ field: 'groups', old: ['South'], new: ['North', 'South'] }],
      counts: { groupsAdded: 1 },
    },
  ])
  expect((await trailOf(groups.north)).map((line: { changes: unknown }) => line.changes)).toEqual(
    expect.arrayContaining([
      [{ field: 'members', old: ['Rita Lund'], new: null }],
      [{ field: 'members', old: null, new: ['Sam Sund'] }],
    ]),
  )
  expect(await trailOf(groups.south)).toEqual([])
})

test('the groups of a contact are audited by name, in its entry and in theirs', async () => {
  const { north, south } = tenant.groups
  const draft = {
    name: 'Cleo Marsh',
    phoneNumbers: ['+15550101001'],
    emails: [],
    shareLevel: 'global',
    groupIds: [north],
  }
  const { json } = await admin.call('POST', contacts, draft)
  await change(contacts, json.id, { ...draft, groupIds: [south], expectedVersion: 1 })
  await change(contacts, json.id, { ...draft, name: 'Cleo', groupIds: [south], expectedVersion: 2 })
  const [renamed, moved, made] = await trailOf(json.id)
  expect(made).toMatchObject({ type: 'contact_created', counts: { groupsAdded: 1 } })
  expect(made.changes).toContainEqual({ field: 'groups', old: null, new: ['North'] })
  expect(moved).toEqual({
    type: 'contact_updated',
    changes: [{ field: 'groups', old: ['North'], new: ['South'] }],
    counts: { groupsAdded: 1, groupsRemoved: 1 },
  })
  expect(renamed.changes.map(({ field }: { field: string }) => field)).toEqual(['name'])
  const type = 'messenger_conversation_group_members_updated'
  expect(await trailOf(south)).toEqual([
    { type, changes: [{ field: 'contacts', old: null, new: ['Cleo Marsh'] }], counts: { contactsAdded: 1 } },
  ])
  expect(await trailOf(north)).toHaveLength(2)
})
