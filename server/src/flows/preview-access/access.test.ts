import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#kernel/uuid.ts'
import { createContacts } from '#domains/contacts/commands.ts'
import { inTenant } from '#platform/db.ts'
import { insertMessages } from '#testing/messages.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'

const groupsUrl = '/messenger/api/v1/conversation-groups'
const profilesUrl = '/bff/api/v1/permission-profiles'

let world: World
let ours: WorldTenant
let admin: Caller
let count = 0
useTestWorld((opened) => {
  world = opened
})
beforeEach(async () => {
  ours = await world.makeTenant(`ours${(count += 1)}`)
  admin = await world.as(ours, ours.users.tenant_admin)
})

const tell = (groups: readonly string[][], channel = 'sms') =>
  inTenant(world.ctx.db, ours.id, (tx) =>
    insertMessages(
      tx,
      groups.map((group_ids) => ({ body: 'said', group_ids, channel })) as never,
      world.ctx.now(),
    ),
  )
const audited = (type: string) =>
  inTenant(world.ctx.db, ours.id, (tx) =>
    tx.selectFrom('audit_event').selectAll().where('type', '=', type).orderBy('id').execute(),
  )
const groupOf = async (id: string) => (await admin.call('GET', `${groupsUrl}/${id}`)).json
const profileOf = async (id: string) => (await admin.call('GET', `${profilesUrl}/${id}`)).json
const profileNamed = async (name: string) =>
  (await admin.call('GET', `${profilesUrl}?search=${encodeURIComponent(name)}`)).json.items[0]

describe('groups', () => {
  test('a group is created with its people, listed with their number, and audited', async () => {
    const contactId = newId(world.ctx.now())
    await inTenant(world.ctx.db, ours.id, (tx) =>
      createContacts(
        tx,
        [{ id: contactId as never, name: 'Cleo', addresses: ['+15550177777'] }],
        world.ctx.now(),
      ),
    )
    const made = await admin.call('POST', groupsUrl, {
      name: ' East ',
      description: 'The east desk',
      sharedConversationHistory: true,
      memberIds: [ours.representative, ours.colleague],
      contactIds: [contactId],
    })
    expect(made).toMatchObject({
      status: 200,
      json: { name: 'East', memberCount: 2, contactCount: 1, version: 1 },
    })
    const { items } = (await admin.call('GET', `${groupsUrl}?sort=-memberCount&search=east`)).json
    expect(items).toEqual([made.json])
    const people = await admin.call(
      'GET',
      `/messenger/api/v1/group-members?filter=groupId[in]:${made.json.id}`,
    )
    expect(people.json.items.map(({ name }: { name: string }) => name)).toEqual(['Rita Lund', 'Sam Sund'])
    const others = await admin.call(
      'GET',
      `/messenger/api/v1/group-members?filter=groupId[nin]:${made.json.id}`,
    )
    expect(others.json.total).toBe(0)
    const [line] = await audited('messenger_conversation_group_created')
    expect(line).toMatchObject({
      actor_id: ours.users.tenant_admin,
      target_name: 'East',
      counts: { membersAdded: 2, contactsAdded: 1 },
    })
  })

  test('names that look the same count as the same', async () => {
    const taken = await admin.call('POST', groupsUrl, { name: 'NORTH ' })
    expect(taken).toMatchObject({ status: 409, json: { code: 'group.name-taken' } })
    const { version } = await groupOf(ours.groups.south)
    const renamed = await admin.call('PUT', `${groupsUrl}/${ours.groups.south}/info`, {
      name: 'north',
      expectedVersion: version,
    })
    expect(renamed.json.code).toBe('group.name-taken')
  })

  test('a change based on an older version is refused, and changes nothing', async () => {
    const change = (name: string) =>
      admin.call('PUT', `${groupsUrl}/${ours.groups.north}/info`, { name, expectedVersion: 1 })
    expect((await change('Arctic')).json).toMatchObject({ name: 'Arctic', version: 2 })
    expect((await change('Polar')).json).toMatchObject({ code: 'group.changed', details: { version: 2 } })
    expect((await groupOf(ours.groups.north)).name).toBe('Arctic')
  })

  test('no user is left without a group: those affected are named, and moved in the same step if a group is chosen', async () => {
    const removal = { removedMemberIds: [ours.representative], expectedVersion: 1 }
    const url = `${groupsUrl}/${ours.groups.north}/members`
    const refused = await admin.call('PUT', url, removal)
    expect(refused).toMatchObject({
      status: 409,
      json: { code: 'group.last-group', details: { count: 1, names: ['Rita Lund'] } },
    })
    expect((await groupOf(ours.groups.north)).memberCount).toBe(1)
    const moved = await admin.call('PUT', url, { ...removal, moveTo: ours.groups.south })
    expect(moved.json).toMatchObject({ memberCount: 0, version: 2 })
    expect((await groupOf(ours.groups.south)).memberCount).toBe(2)
    expect(
      (await audited('messenger_conversation_group_members_updated')).map(({ target_name, counts }) => [
        target_name,
        counts,
      ]),
    ).toEqual([
      ['South', { membersAdded: 1 }],
      ['North', { membersRemoved: 1 }],
    ])
  })

  test('a deletion previews its effect, and removes no user’s last group', async () => {
    await tell([[ours.groups.north]])
    const effect = await admin.call('GET', `${groupsUrl}/${ours.groups.north}/effect`)
    expect(effect.json).toEqual({
      members: 1,
      contacts: 0,
      conversations: expect.any(Number),
      profiles: ['North only'],
      policies: [],
      left: { count: 1, names: ['Rita Lund'] },
    })
    const url = `${groupsUrl}/${ours.groups.north}?expectedVersion=1`
    expect((await admin.call('DELETE', url)).json.code).toBe('group.last-group')
    expect((await admin.call('DELETE', `${url}&moveTo=${ours.groups.north}`)).json.code).toBe(
      'group.unknown-target',
    )
    expect((await admin.call('DELETE', `${url}&moveTo=${ours.groups.south}`)).status).toBe(200)
    expect((await admin.call('GET', `${groupsUrl}/${ours.groups.north}`)).status).toBe(404)
    expect((await groupOf(ours.groups.south)).memberCount).toBe(2)
    expect(await audited('messenger_conversation_group_deleted')).toMatchObject([{ target_name: 'North' }])
  })

  test('the database enforces that every user is in a group', async () => {
    const taken = inTenant(world.ctx.db, ours.id, (tx) =>
      tx.deleteFrom('conversation_group_member').where('user_id', '=', ours.representative).execute(),
    )
    await expect(taken).rejects.toMatchObject({ code: 'VB001' })
    const bereft = inTenant(world.ctx.db, ours.id, (tx) =>
      tx.deleteFrom('permission_profile_member').where('user_id', '=', ours.northerner).execute(),
    )
    await expect(bereft).rejects.toMatchObject({ code: 'VB002' })
  })

  test('an unknown user, or one who is not a messenger user, cannot be added', async () => {
    for (const id of [newId(world.ctx.now()), ours.users.analyst]) {
      const answer = await admin.call('PUT', `${groupsUrl}/${ours.groups.north}/members`, {
        addedMemberIds: [id],
        expectedVersion: 1,
      })
      expect(answer.json.code).toBe('group.unknown-person')
    }
  })
})

describe('permission profiles', () => {
  test('a profile grants exactly what it lists, and removing it takes effect within five seconds', async () => {
    await tell([[ours.groups.north], [ours.groups.south], []])
    const analyst = await world.as(ours, ours.users.analyst)
    const seen = async () => (await analyst.call('GET', '/bff/api/v1/messages')).json.total
    expect(await seen()).toBe(3)
    const north = await admin.call('POST', profilesUrl, {
      name: 'Just north',
      channels: ['sms'],
      groups: [ours.groups.north],
      memberIds: [ours.users.analyst],
    })
    expect(north.json).toMatchObject({ memberCount: 1, groups: [{ name: 'North' }], allGroups: false })
    const everything = await profileNamed('Everything')
    const removed = await admin.call('PUT', `${profilesUrl}/${everything.id}/members`, {
      removed: [ours.users.analyst],
      expectedVersion: everything.version,
    })
    expect(removed.status).toBe(200)
    world.pass(5_000)
    expect(await seen()).toBe(1)
    const changed = await admin.call('PUT', `${profilesUrl}/${north.json.id}/permissions`, {
      channels: ['whatsapp'],
      groups: [ours.groups.north],
      expectedVersion: 1,
    })
    expect(changed.json).toMatchObject({ channels: ['whatsapp'], version: 2 })
    world.pass(5_000)
    expect(await seen()).toBe(0)
    const lines = await audited('permission_profile_permissions_updated')
    expect(lines).toMatchObject([
      {
        target_name: 'Just north',
        counts: { channelsAdded: 1, channelsRemoved: 1 },
        changes: [{ field: 'channels', old: ['sms'], new: ['whatsapp'] }],
      },
    ])
  })

  test('every platform user keeps a profile: users who would have none are named, or moved', async () => {
    const north = await profileNamed('North only')
    const url = `${profilesUrl}/${north.id}`
    const refused = await admin.call('DELETE', `${url}?expectedVersion=1`)
    expect(refused.json).toMatchObject({
      code: 'permission-profile.last-profile',
      details: { count: 1, names: [`North ${ours.label}`] },
    })
    const everything = await profileNamed('Everything')
    expect((await admin.call('DELETE', `${url}?expectedVersion=1&moveTo=${everything.id}`)).status).toBe(200)
    expect((await profileOf(everything.id)).memberCount).toBe(everything.memberCount + 1)
    expect(await audited('permission_profile_deleted')).toHaveLength(1)
    expect(await audited('permission_profile_members_updated')).toHaveLength(1)
  })

  test('names are unique, groups exist, and versions are checked', async () => {
    const taken = await admin.call('POST', profilesUrl, { name: 'everything' })
    expect(taken).toMatchObject({
      status: 409,
      json: {
        code: 'permission-profile.name-taken',
        message: 'A Permission Profile with this same name already exists.',
      },
    })
    const odd = await admin.call('POST', profilesUrl, { name: 'Odd', groups: [newId(world.ctx.now())] })
    expect(odd.json.code).toBe('permission-profile.unknown-group')
    const { id } = await profileNamed('Everything')
    const stale = await admin.call('PUT', `${profilesUrl}/${id}/info`, { name: 'All', expectedVersion: 9 })
    expect(stale.json).toMatchObject({ code: 'permission-profile.changed', details: { version: 1 } })
  })

  test('users cannot grant permissions they lack', async () => {
    const helper = await admin.call('POST', profilesUrl, {
      name: 'Helper',
      permissions: ['permission_profiles.manage'],
      memberIds: [ours.users.analyst],
    })
    expect(helper.status).toBe(200)
    const analyst = await world.as(ours, ours.users.analyst)
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
    const auditors = await admin.call('POST', profilesUrl, { name: 'Auditors', permissions: ['audit.view'] })
    const { id, version } = await profileNamed('North only')
    const moving = `${profilesUrl}/${id}?expectedVersion=${version}&moveTo=${auditors.json.id}`
    expect((await analyst.call('DELETE', moving)).json.code).toBe('permission-profile.beyond-own')
    expect((await admin.call('DELETE', moving)).status).toBe(200)
  })

  test('before it is saved, a change shows how many messages users lose', async () => {
    await tell([
      [ours.groups.north],
      [ours.groups.north],
      [ours.groups.south],
      [ours.groups.north, ours.groups.south],
    ])
    await tell([[ours.groups.north]], 'whatsapp')
    const north = await profileNamed('North only')
    const effect = async (body: object) =>
      (await admin.call('POST', `${profilesUrl}/${north.id}/effect`, body)).json
    expect(await effect({ permissions: { channels: ['whatsapp'], groups: [ours.groups.north] } })).toEqual({
      lost: { users: 1, names: [`North ${ours.label}`], messages: 3, permissions: [] },
      gained: { users: 0, names: [], messages: 0, permissions: [] },
    })
    expect(
      await effect({
        permissions: { channels: ['sms'], groups: [ours.groups.south], permissions: ['organization.manage'] },
      }),
    ).toEqual({
      lost: { users: 1, names: [`North ${ours.label}`], messages: 3, permissions: [] },
      gained: { users: 1, names: [`North ${ours.label}`], messages: 1, permissions: ['organization.manage'] },
    })
    expect((await effect({ deleted: true })).lost.messages).toBe(4)
    expect((await effect({ deleted: true, moveTo: (await profileNamed('Everything')).id })).lost.users).toBe(
      0,
    )
    // A user with all access through another profile loses nothing.
    expect((await effect({ added: [ours.users.analyst] })).gained.users).toBe(0)
  })

  test('a new profile previews what it grants, and to whom; users who gain nothing are not listed', async () => {
    await tell([[ours.groups.north], [ours.groups.north], [ours.groups.south]])
    const permissions = { channels: ['sms'], groups: [ours.groups.north] }
    const effect = async (memberIds: readonly string[], given: object = permissions) =>
      (await admin.call('POST', `${profilesUrl}/effect`, { permissions: given, memberIds })).json
    const noEffect = { users: 0, names: [], messages: 0, permissions: [] }
    const { items } = (await admin.call('GET', `${profilesUrl}?limit=50`)).json
    expect(await effect([])).toEqual({ lost: noEffect, gained: noEffect })
    // The analyst already sees everything.
    expect(await effect([ours.users.analyst])).toEqual({ lost: noEffect, gained: noEffect })
    for (const { id, version } of items)
      await admin.call('PUT', `${profilesUrl}/${id}/permissions`, {
        channels: [],
        groups: [],
        expectedVersion: version,
      })
    expect(await effect([ours.users.analyst, ours.users.manager])).toEqual({
      lost: noEffect,
      gained: { ...noEffect, users: 2, names: expect.any(Array), messages: 2 },
    })
    const withExport = { ...permissions, permissions: ['messages.export'] }
    expect((await effect([ours.users.analyst], withExport)).gained.permissions).toEqual(['messages.export'])
    expect((await admin.call('GET', `${profilesUrl}?limit=50`)).json.total).toBe(items.length)
    const analyst = await world.as(ours, ours.users.analyst)
    expect((await analyst.call('POST', `${profilesUrl}/effect`, { permissions })).status).toBe(403)
  })

  test('a change of one user’s role and profiles previews its effect, and lost messages are no longer listed', async () => {
    const { north, south } = ours.groups
    await tell([[north], [north], [south]])
    const users = '/bff/api/v1/users'
    const effect = async (id: string, body: object) =>
      (await admin.call('POST', `${users}/${id}/effect`, body)).json
    const noEffect = { users: 0, names: [], messages: 0, permissions: [] }
    const profile = await profileNamed('North only')
    const { analyst } = ours.users
    const narrowed = { role: 'analyst', permissionProfileIds: [profile.id] }
    expect(await effect(analyst, { role: 'analyst' })).toEqual({ lost: noEffect, gained: noEffect })
    const { lost, gained } = await effect(analyst, narrowed)
    expect(gained).toEqual(noEffect)
    expect(lost).toMatchObject({ users: 1, permissions: [] })
    const reader = await world.as(ours, analyst)
    const seen = async () => (await reader.call('GET', '/bff/api/v1/messages')).json.total
    const before = await seen()
    expect((await admin.call('PUT', `${users}/${analyst}`, narrowed)).status).toBe(200)
    world.pass(5_000)
    expect(await seen()).toBe(before - lost.messages)
    expect(lost.messages).toBe(1)

    // Grants of a role are shown like grants of profiles.
    const raised = await effect(analyst, { role: 'compliance' })
    expect(raised.lost).toMatchObject({ messages: 0, permissions: ['insights.manage'] })
    expect(raised.gained.messages).toBe(0)
    expect(raised.gained.permissions).toContain('messages.export')
    const { none } = ours.users
    const everything = (await profileNamed('Everything')).id
    const given = { role: 'manager', permissionProfileIds: [everything] }
    expect((await effect(none, given)).gained.messages).toBe(3)
  })

  test('the effect on a user is shown to users who may change them, within their own organization', async () => {
    const url = `/bff/api/v1/users/${ours.users.analyst}/effect`
    const unknown = { permissionProfileIds: ['00000000-0000-7000-8000-000000000000'] }
    expect(await admin.call('POST', url, unknown)).toMatchObject({
      json: { code: 'user.unknown-profile' },
    })
    const manager = await world.as(ours, ours.users.manager)
    expect(await manager.call('POST', url, { role: 'analyst' })).toMatchObject({
      status: 403,
      json: { details: { permission: 'platform_users.manage' } },
    })
  })

  test('effects are counted like lists: lost messages are those no longer listed', async () => {
    const { north, south } = ours.groups
    await tell([[north], [south], [], [north, south]], 'sms')
    await tell([[north], [south], [], [north, south]], 'signal')
    const profile = await profileNamed('North only')
    const northerner = await world.as(ours, ours.northerner)
    const seen = async () => (await northerner.call('GET', '/bff/api/v1/messages')).json.total
    let version = 1
    for (const permissions of [
      { channels: ['sms', 'signal'], groups: 'all' },
      { channels: ['signal'], groups: [south] },
      { channels: [], groups: 'all' },
      { channels: ['sms'], groups: [north, south] },
    ]) {
      world.pass(5_000)
      const before = await seen()
      const { lost, gained } = (
        await admin.call('POST', `${profilesUrl}/${profile.id}/effect`, { permissions })
      ).json
      const saved = await admin.call('PUT', `${profilesUrl}/${profile.id}/permissions`, {
        ...permissions,
        expectedVersion: version,
      })
      version = saved.json.version
      world.pass(5_000)
      expect(await seen()).toBe(before - lost.messages + gained.messages)
    }
  })
})

describe('effective access', () => {
  const why = async (userId: string, messageId?: string) =>
    (
      await admin.call(
        'GET',
        `/bff/api/v1/effective-access?userId=${userId}${messageId ? `&messageId=${messageId}` : ''}`,
      )
    ).json
  const someMessage = async (groups: string[], channel = 'sms') => {
    await tell([groups], channel)
    return inTenant(world.ctx.db, ours.id, async (tx) => {
      const { rows } = await sql<{ id: string }>`select id from message order by id desc limit 1`.execute(tx)
      return rows[0]!.id
    })
  }

  test('names the profile by which a user sees a message, or the missing condition', async () => {
    const southern = await someMessage([ours.groups.south])
    expect(await why(ours.users.analyst, southern)).toMatchObject({
      sees: true,
      sentence: `analyst ${ours.label} can see this message. The profile “Everything” covers SMS/MMS in all groups.`,
    })
    expect(await why(ours.northerner, southern)).toMatchObject({
      sees: false,
      sentence: `North ${ours.label} can’t see this message. The message is in the group “South”, which no permission profile covers on SMS/MMS.`,
      profiles: [{ name: 'North only', reaches: false }],
    })
    expect(await why(ours.users.none, southern)).toMatchObject({
      sees: false,
      sentence: `none ${ours.label} can’t see this message. The role Not assigned can’t read messages, and no permission profile adds this permission (messages.view).`,
    })
  })

  test('agrees with the answers that each user really gets', async () => {
    const ids = [
      await someMessage([]),
      await someMessage([ours.groups.north]),
      await someMessage([ours.groups.south]),
    ]
    for (const userId of [...Object.values(ours.users), ours.northerner, ours.representative]) {
      const caller = await world.as(ours, userId)
      for (const id of ids) {
        const { status } = await caller.call('GET', `/bff/api/v1/messages/${id}`)
        expect([userId, id, (await why(userId, id)).sees]).toEqual([userId, id, status === 200])
      }
    }
  })

  test('is for administrators, and shows them no message outside their scope', async () => {
    const southern = await someMessage([ours.groups.south])
    const compliance = await world.as(ours, ours.users.compliance)
    const url = `/bff/api/v1/effective-access?userId=${ours.northerner}`
    expect((await compliance.call('GET', url)).json.details).toEqual({
      permission: 'permission_profiles.manage',
    })
    const everything = await profileNamed('Everything')
    const north = await profileNamed('North only')
    await admin.call('PUT', `${profilesUrl}/${everything.id}/members`, {
      removed: [ours.users.tenant_admin],
      moveTo: north.id,
      expectedVersion: everything.version,
    })
    world.pass(5_000)
    expect((await admin.call('GET', `${url}&messageId=${southern}`)).json.code).toBe('message.not-found')
  })

  test('without a message, lists all that a user can see, and the source of each permission', async () => {
    const answer = await why(ours.northerner)
    expect(answer.sentence).toBe(`North ${ours.label} can see messages on 8 channels, in 1 group.`)
    expect(answer.permissions).toContainEqual({ permission: 'audit.view', from: ['Role Compliance'] })
  })
})
