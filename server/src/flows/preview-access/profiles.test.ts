import { expect, test } from 'vitest'
import { newId } from '#kernel/uuid.ts'
import { profilesUrl, setUpAccess } from '#testing/access.ts'

const at = setUpAccess()

test('a profile grants exactly what it lists, and removing it takes effect within five seconds', async () => {
  await at.tell([[at.ours.groups.north], [at.ours.groups.south], []])
  const analyst = await at.world.as(at.ours, at.ours.users.analyst)
  const seen = async () => (await analyst.call('GET', '/bff/api/v1/messages')).json.total
  expect(await seen()).toBe(3)
  const north = await at.admin.call('POST', profilesUrl, {
    name: 'Just north',
    channels: ['sms'],
    groups: [at.ours.groups.north],
    memberIds: [at.ours.users.analyst],
  })
  expect(north.json).toMatchObject({ memberCount: 1, groups: [{ name: 'North' }], allGroups: false })
  const everything = await at.profileNamed('Everything')
  const removed = await at.admin.call('PUT', `${profilesUrl}/${everything.id}/members`, {
    removed: [at.ours.users.analyst],
    expectedVersion: everything.version,
  })
  expect(removed.status).toBe(200)
  at.world.pass(5_000)
  expect(await seen()).toBe(1)
  const changed = await at.admin.call('PUT', `${profilesUrl}/${north.json.id}/permissions`, {
    channels: ['whatsapp'],
    groups: [at.ours.groups.north],
    expectedVersion: 1,
  })
  expect(changed.json).toMatchObject({ channels: ['whatsapp'], version: 2 })
  at.world.pass(5_000)
  expect(await seen()).toBe(0)
  const lines = await at.audited('permission_profile_permissions_updated')
  expect(lines).toMatchObject([
    {
      target_name: 'Just north',
      counts: { channelsAdded: 1, channelsRemoved: 1 },
      changes: [{ field: 'channels', old: ['sms'], new: ['whatsapp'] }],
    },
  ])
})

test('every platform user keeps a profile: users who would have none are named, or moved', async () => {
  const north = await at.profileNamed('North only')
  const url = `${profilesUrl}/${north.id}`
  const refused = await at.admin.call('DELETE', `${url}?expectedVersion=1`)
  expect(refused.json).toMatchObject({
    code: 'permission-profile.last-profile',
    details: { count: 1, names: [`North ${at.ours.label}`] },
  })
  const everything = await at.profileNamed('Everything')
  expect((await at.admin.call('DELETE', `${url}?expectedVersion=1&moveTo=${everything.id}`)).status).toBe(200)
  expect((await at.profileOf(everything.id)).memberCount).toBe(everything.memberCount + 1)
  expect(await at.audited('permission_profile_deleted')).toHaveLength(1)
  expect(await at.audited('permission_profile_members_updated')).toHaveLength(1)
})

test('names are unique, groups exist, and versions are checked', async () => {
  const taken = await at.admin.call('POST', profilesUrl, { name: 'everything' })
  expect(taken).toMatchObject({
    status: 409,
    json: {
      code: 'permission-profile.name-taken',
      message: 'A Permission Profile with this same name already exists.',
    },
  })
  const odd = await at.admin.call('POST', profilesUrl, { name: 'Odd', groups: [newId(at.world.ctx.now())] })
  expect(odd.json.code).toBe('permission-profile.unknown-group')
  const { id } = await at.profileNamed('Everything')
  const stale = await at.admin.call('PUT', `${profilesUrl}/${id}/info`, { name: 'All', expectedVersion: 9 })
  expect(stale.json).toMatchObject({ code: 'permission-profile.changed', details: { version: 1 } })
})

test('users cannot grant permissions they lack', async () => {
  const helper = await at.admin.call('POST', profilesUrl, {
    name: 'Helper',
    permissions: ['permission_profiles.manage'],
    memberIds: [at.ours.users.analyst],
  })
  expect(helper.status).toBe(200)
  const analyst = await at.world.as(at.ours, at.ours.users.analyst)
  const grasping = await analyst.call('PUT', `${profilesUrl}/${helper.json.id}/permissions`, {
    channels: [],
    groups: [],
    permissions: ['permission_profiles.manage', 'audit.view'],
    expectedVersion: 1,
  })
  expect(grasping.json).toMatchObject({
    code: 'permission-profile.beyond-own',
    details: { permissions: ['audit.view'] },
  })
  // Not by moving users who would have no profile into one that grants it either.
  const auditors = await at.admin.call('POST', profilesUrl, { name: 'Auditors', permissions: ['audit.view'] })
  const { id, version } = await at.profileNamed('North only')
  const moving = `${profilesUrl}/${id}?expectedVersion=${version}&moveTo=${auditors.json.id}`
  expect((await analyst.call('DELETE', moving)).json.code).toBe('permission-profile.beyond-own')
  expect((await at.admin.call('DELETE', moving)).status).toBe(200)
})

test('before it is saved, a change shows how many messages users lose', async () => {
  await at.tell([
    [at.ours.groups.north],
    [at.ours.groups.north],
    [at.ours.groups.south],
    [at.ours.groups.north, at.ours.groups.south],
  ])
  await at.tell([[at.ours.groups.north]], 'whatsapp')
  const north = await at.profileNamed('North only')
  const effect = async (body: object) =>
    (await at.admin.call('POST', `${profilesUrl}/${north.id}/effect`, body)).json
  expect(await effect({ permissions: { channels: ['whatsapp'], groups: [at.ours.groups.north] } })).toEqual({
    lost: { users: 1, names: [`North ${at.ours.label}`], messages: 3, permissions: [] },
    gained: { users: 0, names: [], messages: 0, permissions: [] },
  })
  expect(
    await effect({
      permissions: {
        channels: ['sms'],
        groups: [at.ours.groups.south],
        permissions: ['organization.manage'],
      },
    }),
  ).toEqual({
    lost: { users: 1, names: [`North ${at.ours.label}`], messages: 3, permissions: [] },
    gained: {
      users: 1,
      names: [`North ${at.ours.label}`],
      messages: 1,
      permissions: ['organization.manage'],
    },
  })
  expect((await effect({ deleted: true })).lost.messages).toBe(4)
  expect((await effect({ deleted: true, moveTo: (await at.profileNamed('Everything')).id })).lost.users).toBe(
    0,
  )
  // A user with all access through another profile loses nothing.
  expect((await effect({ added: [at.ours.users.analyst] })).gained.users).toBe(0)
})

test('a new profile previews what it grants, and to whom; users who gain nothing are not listed', async () => {
  await at.tell([[at.ours.groups.north], [at.ours.groups.north], [at.ours.groups.south]])
  const permissions = { channels: ['sms'], groups: [at.ours.groups.north] }
  const effect = async (memberIds: readonly string[], given: object = permissions) =>
    (await at.admin.call('POST', `${profilesUrl}/effect`, { permissions: given, memberIds })).json
  const noEffect = { users: 0, names: [], messages: 0, permissions: [] }
  const { items } = (await at.admin.call('GET', `${profilesUrl}?limit=50`)).json
  expect(await effect([])).toEqual({ lost: noEffect, gained: noEffect })
  // The analyst already sees everything.
  expect(await effect([at.ours.users.analyst])).toEqual({ lost: noEffect, gained: noEffect })
  for (const { id, version } of items)
    await at.admin.call('PUT', `${profilesUrl}/${id}/permissions`, {
      channels: [],
      groups: [],
      expectedVersion: version,
    })
  expect(await effect([at.ours.users.analyst, at.ours.users.manager])).toEqual({
    lost: noEffect,
    gained: { ...noEffect, users: 2, names: expect.any(Array), messages: 2 },
  })
  const withExport = { ...permissions, permissions: ['messages.export'] }
  expect((await effect([at.ours.users.analyst], withExport)).gained.permissions).toEqual(['messages.export'])
  expect((await at.admin.call('GET', `${profilesUrl}?limit=50`)).json.total).toBe(items.length)
  const analyst = await at.world.as(at.ours, at.ours.users.analyst)
  expect((await analyst.call('POST', `${profilesUrl}/effect`, { permissions })).status).toBe(403)
})

test('a change of one user’s role and profiles previews its effect, and lost messages are no longer listed', async () => {
  const { north, south } = at.ours.groups
  await at.tell([[north], [north], [south]])
  const users = '/bff/api/v1/users'
  const effect = async (id: string, body: object) =>
    (await at.admin.call('POST', `${users}/${id}/effect`, body)).json
  const noEffect = { users: 0, names: [], messages: 0, permissions: [] }
  const profile = await at.profileNamed('North only')
  const { analyst } = at.ours.users
  const narrowed = { role: 'analyst', permissionProfileIds: [profile.id] }
  expect(await effect(analyst, { role: 'analyst' })).toEqual({ lost: noEffect, gained: noEffect })
  const { lost, gained } = await effect(analyst, narrowed)
  expect(gained).toEqual(noEffect)
  expect(lost).toMatchObject({ users: 1, permissions: [] })
  const reader = await at.world.as(at.ours, analyst)
  const seen = async () => (await reader.call('GET', '/bff/api/v1/messages')).json.total
  const before = await seen()
  expect((await at.admin.call('PUT', `${users}/${analyst}`, narrowed)).status).toBe(200)
  at.world.pass(5_000)
  expect(await seen()).toBe(before - lost.messages)
  expect(lost.messages).toBe(1)

  // Grants of a role are shown like grants of profiles.
  const raised = await effect(analyst, { role: 'compliance' })
  expect(raised.lost).toMatchObject({ messages: 0, permissions: ['insights.manage'] })
  expect(raised.gained.messages).toBe(0)
  expect(raised.gained.permissions).toContain('messages.export')
  const { none } = at.ours.users
  const everything = (await at.profileNamed('Everything')).id
  const given = { role: 'manager', permissionProfileIds: [everything] }
  expect((await effect(none, given)).gained.messages).toBe(3)
})

test('the effect on a user is shown to users who may change them, within their own organization', async () => {
  const url = `/bff/api/v1/users/${at.ours.users.analyst}/effect`
  const unknown = { permissionProfileIds: ['00000000-0000-7000-8000-000000000000'] }
  expect(await at.admin.call('POST', url, unknown)).toMatchObject({
    json: { code: 'user.unknown-profile' },
  })
  const manager = await at.world.as(at.ours, at.ours.users.manager)
  expect(await manager.call('POST', url, { role: 'analyst' })).toMatchObject({
    status: 403,
    json: { details: { permission: 'platform_users.manage' } },
  })
})

test('effects are counted like lists: lost messages are those no longer listed', async () => {
  const { north, south } = at.ours.groups
  await at.tell([[north], [south], [], [north, south]], 'sms')
  await at.tell([[north], [south], [], [north, south]], 'signal')
  const profile = await at.profileNamed('North only')
  const northerner = await at.world.as(at.ours, at.ours.northerner)
  const seen = async () => (await northerner.call('GET', '/bff/api/v1/messages')).json.total
  let version = 1
  for (const permissions of [
    { channels: ['sms', 'signal'], groups: 'all' },
    { channels: ['signal'], groups: [south] },
    { channels: [], groups: 'all' },
    { channels: ['sms'], groups: [north, south] },
  ]) {
    at.world.pass(5_000)
    const before = await seen()
    const { lost, gained } = (
      await at.admin.call('POST', `${profilesUrl}/${profile.id}/effect`, { permissions })
    ).json
    const saved = await at.admin.call('PUT', `${profilesUrl}/${profile.id}/permissions`, {
      ...permissions,
      expectedVersion: version,
    })
    version = saved.json.version
    at.world.pass(5_000)
    expect(await seen()).toBe(before - lost.messages + gained.messages)
  }
})
