import { expect, test } from 'vitest'
import { createContacts } from '#domains/contacts/commands.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import { groupsUrl, setUpAccess } from '#testing/access.ts'

const at = setUpAccess()

test('a group is created with its people, listed with their number, and audited', async () => {
  const contactId = newId(at.world.ctx.now())
  await inTenant(at.world.ctx.db, at.ours.id, (tx) =>
    createContacts(
      tx,
      [{ id: contactId as never, name: 'Cleo', addresses: ['+15550177777'] }],
      at.world.ctx.now(),
    ),
  )
  const made = await at.admin.call('POST', groupsUrl, {
    name: ' East ',
    description: 'The east desk',
    sharedConversationHistory: true,
    memberIds: [at.ours.representative, at.ours.colleague],
    contactIds: [contactId],
  })
  expect(made).toMatchObject({
    status: 200,
    json: { name: 'East', memberCount: 2, contactCount: 1, version: 1 },
  })
  const { items } = (await at.admin.call('GET', `${groupsUrl}?sort=-memberCount&search=east`)).json
  expect(items).toEqual([made.json])
  const people = await at.admin.call(
    'GET',
    `/messenger/api/v1/group-members?filter=groupId[in]:${made.json.id}`,
  )
  expect(people.json.items.map(({ name }: { name: string }) => name)).toEqual(['Rita Lund', 'Sam Sund'])
  const others = await at.admin.call(
    'GET',
    `/messenger/api/v1/group-members?filter=groupId[nin]:${made.json.id}`,
  )
  expect(others.json.total).toBe(0)
  const [line] = await at.audited('messenger_conversation_group_created')
  expect(line).toMatchObject({
    actor_id: at.ours.users.tenant_admin,
    target_name: 'East',
    counts: { membersAdded: 2, contactsAdded: 1 },
  })
})

test('names that look the same count as the same', async () => {
  const taken = await at.admin.call('POST', groupsUrl, { name: 'NORTH ' })
  expect(taken).toMatchObject({ status: 409, json: { code: 'group.name-taken' } })
  const { version } = await at.groupOf(at.ours.groups.south)
  const renamed = await at.admin.call('PUT', `${groupsUrl}/${at.ours.groups.south}/info`, {
    name: 'north',
    expectedVersion: version,
  })
  expect(renamed.json.code).toBe('group.name-taken')
})

test('a change based on an older version is refused, and changes nothing', async () => {
  const change = (name: string) =>
    at.admin.call('PUT', `${groupsUrl}/${at.ours.groups.north}/info`, { name, expectedVersion: 1 })
  expect((await change('Arctic')).json).toMatchObject({ name: 'Arctic', version: 2 })
  expect((await change('Polar')).json).toMatchObject({ code: 'group.changed', details: { version: 2 } })
  expect((await at.groupOf(at.ours.groups.north)).name).toBe('Arctic')
})

test('no user is left without a group: those affected are named, and moved in the same step if a group is chosen', async () => {
  const removal = { removedMemberIds: [at.ours.representative], expectedVersion: 1 }
  const url = `${groupsUrl}/${at.ours.groups.north}/members`
  const refused = await at.admin.call('PUT', url, removal)
  expect(refused).toMatchObject({
    status: 409,
    json: { code: 'group.last-group', details: { count: 1, names: ['Rita Lund'] } },
  })
  expect((await at.groupOf(at.ours.groups.north)).memberCount).toBe(1)
  const moved = await at.admin.call('PUT', url, { ...removal, moveTo: at.ours.groups.south })
  expect(moved.json).toMatchObject({ memberCount: 0, version: 2 })
  expect((await at.groupOf(at.ours.groups.south)).memberCount).toBe(2)
  expect(
    (await at.audited('messenger_conversation_group_members_updated')).map(({ target_name, counts }) => [
      target_name,
      counts,
    ]),
  ).toEqual([
    ['South', { membersAdded: 1 }],
    ['North', { membersRemoved: 1 }],
  ])
})

test('a deletion previews its effect, and removes no user’s last group', async () => {
  await at.tell([[at.ours.groups.north]])
  const effect = await at.admin.call('GET', `${groupsUrl}/${at.ours.groups.north}/effect`)
  expect(effect.json).toEqual({
    members: 1,
    contacts: 0,
    conversations: expect.any(Number),
    profiles: ['North only'],
    policies: [],
    left: { count: 1, names: ['Rita Lund'] },
  })
  const url = `${groupsUrl}/${at.ours.groups.north}?expectedVersion=1`
  expect((await at.admin.call('DELETE', url)).json.code).toBe('group.last-group')
  expect((await at.admin.call('DELETE', `${url}&moveTo=${at.ours.groups.north}`)).json.code).toBe(
    'group.unknown-target',
  )
  expect((await at.admin.call('DELETE', `${url}&moveTo=${at.ours.groups.south}`)).status).toBe(200)
  expect((await at.admin.call('GET', `${groupsUrl}/${at.ours.groups.north}`)).status).toBe(404)
  expect((await at.groupOf(at.ours.groups.south)).memberCount).toBe(2)
  expect(await at.audited('messenger_conversation_group_deleted')).toMatchObject([{ target_name: 'North' }])
})

test('the database enforces that every user is in a group', async () => {
  const taken = inTenant(at.world.ctx.db, at.ours.id, (tx) =>
    tx.deleteFrom('conversation_group_member').where('user_id', '=', at.ours.representative).execute(),
  )
  await expect(taken).rejects.toMatchObject({ code: 'VB001' })
  const bereft = inTenant(at.world.ctx.db, at.ours.id, (tx) =>
    tx.deleteFrom('permission_profile_member').where('user_id', '=', at.ours.northerner).execute(),
  )
  await expect(bereft).rejects.toMatchObject({ code: 'VB002' })
})

test('an unknown user, or one who is not a messenger user, cannot be added', async () => {
  for (const id of [newId(at.world.ctx.now()), at.ours.users.analyst]) {
    const answer = await at.admin.call('PUT', `${groupsUrl}/${at.ours.groups.north}/members`, {
      addedMemberIds: [id],
      expectedVersion: 1,
    })
    expect(answer.json.code).toBe('group.unknown-person')
  }
})
