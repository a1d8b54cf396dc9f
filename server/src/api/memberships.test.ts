/** A membership is changed from two sides: of the person, and of the group or profile. Neither overwrites the other unseen. */
import { beforeEach, describe, expect, test } from 'vitest'
import { groupsUrl, profilesUrl, setUpAccess } from '#testing/access.ts'

const at = setUpAccess()
const platform = '/bff/api/v1/users'
const messenger = '/messenger/api/v1/users'
const contacts = '/messenger/api/v1/contacts'

const read = async (url: string) => (await at.admin.call('GET', url)).json
const save = async (url: string, body: object) => {
  const { status, json } = await at.admin.call('PUT', url, body)
  return status === 200 ? json : [status, json.code]
}
const idsOf = (named: readonly { readonly id: string }[]) => named.map(({ id }) => id).toSorted()

/** Two people, each in one group of two and one profile of two, so that both can leave. */
let groups: readonly [string, string]
beforeEach(() => {
  groups = [at.ours.groups.north, at.ours.groups.south]
})
const makeContact = async (groupIds: readonly string[], name = 'Cleo Marsh', number = '+15550101001') => {
  const fields = { name, phoneNumbers: [number], emails: [], shareLevel: 'global', groupIds }
  const { status, json } = await at.admin.call('POST', contacts, fields)
  expect(status, JSON.stringify(json)).toBe(200)
  return { ...json, fields }
}

describe('a save based on memberships from before is refused', () => {
  test('for a user whom a profile has lost', async () => {
    const { everything, north } = at.ours.profiles
    const url = `${platform}/${at.ours.users.analyst}`
    await save(url, { permissionProfileIds: [everything, north] })
    const seen = await read(url)
    const profile = await read(`${profilesUrl}/${everything}`)
    await save(`${profilesUrl}/${everything}/members`, {
      removed: [at.ours.users.analyst],
      expectedVersion: profile.version,
    })
    const stale = { firstName: 'Ana', permissionProfileIds: idsOf(seen.permissionProfiles) }
    expect(await save(url, { ...stale, expectedVersion: seen.version })).toEqual([409, 'user.changed'])
    const now = await read(url)
    expect(now).toMatchObject({ version: seen.version + 1, permissionProfiles: [{ id: north }] })
  })

  test('for a user who has joined a group, or moved on when theirs was deleted', async () => {
    const url = `${messenger}/${at.ours.representative}`
    const seen = await read(url)
    const { version } = await at.groupOf(groups[1])
    await save(`${groupsUrl}/${groups[1]}/members`, {
      addedMemberIds: [at.ours.representative],
      expectedVersion: version,
    })
    const stale = { groupIds: idsOf(seen.groups) }
    expect(await save(url, { ...stale, expectedVersion: seen.version })).toEqual([409, 'user.changed'])
    const joined = await read(url)
    expect(idsOf(joined.groups)).toEqual(groups.toSorted())

    const colleague = `${messenger}/${at.ours.colleague}`
    const before = await read(colleague)
    const south = await at.groupOf(groups[1])
    const query = `moveTo=${groups[0]}&expectedVersion=${south.version}`
    expect((await at.admin.call('DELETE', `${groupsUrl}/${groups[1]}?${query}`)).status).toBe(200)
    expect(await read(colleague)).toMatchObject({ version: before.version + 1, groups: [{ id: groups[0] }] })
    expect(await read(url)).toMatchObject({ version: joined.version + 1, groups: [{ id: groups[0] }] })
  })

  test('for a contact whom a group has lost', async () => {
    const { id, version, fields } = await makeContact(groups)
    const north = await at.groupOf(groups[0])
    await save(`${groupsUrl}/${groups[0]}/members`, {
      removedContactIds: [id],
      expectedVersion: north.version,
    })
    const stale = { ...fields, name: 'Cleo', expectedVersion: version }
    expect(await save(`${contacts}/${id}`, stale)).toEqual([409, 'contact.changed'])
    expect(await read(`${contacts}/${id}`)).toMatchObject({
      version: version + 1,
      groups: [{ id: groups[1] }],
    })
  })

  test('for a profile whose people changed on their own page', async () => {
    const { everything, north } = at.ours.profiles
    const seen = [await read(`${profilesUrl}/${everything}`), await read(`${profilesUrl}/${north}`)] as const
    await save(`${platform}/${at.ours.users.analyst}`, { permissionProfileIds: [north] })
    const members = (profile: string, version: number) =>
      save(`${profilesUrl}/${profile}/members`, { added: [at.ours.users.analyst], expectedVersion: version })
    expect(await members(everything, seen[0].version)).toEqual([409, 'permission-profile.changed'])
    expect(await members(north, seen[1].version)).toEqual([409, 'permission-profile.changed'])
    expect(await read(`${profilesUrl}/${north}`)).toMatchObject({ version: seen[1].version + 1 })
  })

  test.each([
    ['has joined it on their own page', (id: string) => save(`${messenger}/${id}`, { groupIds: groups })],
    [
      'was invited to it',
      () =>
        at.admin.call('POST', `${messenger}/invite`, {
          email: 'new@example.com',
          firstName: 'New',
          lastName: 'Stone',
          messengerRole: 'user',
          groupIds: [groups[1]],
        }),
    ],
    ['is a new contact in it', () => makeContact([groups[1]])],
  ])('for a group when a person %s', async (_, come) => {
    const seen = await at.groupOf(groups[1])
    await come(at.ours.representative)
    const whole = { memberIds: [at.ours.colleague], contactIds: [], expectedVersion: seen.version }
    expect(await save(`${groupsUrl}/${groups[1]}`, whole)).toEqual([409, 'group.changed'])
    expect(await at.groupOf(groups[1])).toMatchObject({
      version: seen.version + 1,
      memberCount: 1 + Number(_ !== 'is a new contact in it'),
    })
  })

  test('for a group that a person has left by removal, and for one that their successor has joined', async () => {
    const [north, south] = [await at.groupOf(groups[0]), await at.groupOf(groups[1])]
    const query = `successorId=${at.ours.colleague}&joinGroups=true`
    expect((await at.admin.call('DELETE', `${messenger}/${at.ours.representative}?${query}`)).status).toBe(
      200,
    )
    // The colleague came and the representative went.
    expect((await at.groupOf(groups[0])).version).toBeGreaterThan(north.version)
    expect(await at.groupOf(groups[1])).toMatchObject({ version: south.version })
  })

  test('for a group that a contact joins by a merge, and leaves by its undo', async () => {
    const into = await makeContact([groups[0]])
    const from = await makeContact([groups[1]], 'Cleo M', '+15550101002')
    const personal = { shareLevel: 'personal', ownerId: at.ours.representative }
    expect(await save(`${contacts}/${from.id}`, personal)).toMatchObject({ shareLevel: 'personal' })
    const { version } = await at.groupOf(groups[1])
    const merged = await save(`${contacts}/${from.id}`, { phoneNumbers: ['+15550101001'], ...personal })
    expect(merged).toMatchObject({ id: into.id })
    expect(await at.groupOf(groups[1])).toMatchObject({ version: version + 1 })
    const undo = `${contacts}/${into.id}/changes/${merged.change.id}/undo`
    expect((await at.admin.call('POST', undo)).status).toBe(200)
    expect(await at.groupOf(groups[1])).toMatchObject({ version: version + 2 })
  })
})

describe('what changes no membership raises no other version', () => {
  test('of the groups and profiles of a person who gets another name or number', async () => {
    const versions = async () => [
      (await at.groupOf(groups[0])).version,
      (await at.profileOf(at.ours.profiles.everything)).version,
    ]
    const before = await versions()
    const contact = await makeContact([groups[1]])
    const { representative, users, profiles } = at.ours
    const number = { phoneNumber: '+15550107777', groupIds: [groups[0]] }
    expect(await save(`${messenger}/${representative}`, number)).toMatchObject({ version: 2 })
    await save(`${platform}/${users.analyst}`, {
      lastName: 'Ford',
      permissionProfileIds: [profiles.everything],
    })
    const south = await at.groupOf(groups[1])
    await save(`${contacts}/${contact.id}`, { ...contact.fields, name: 'Cleo', expectedVersion: 1 })
    expect(await versions()).toEqual(before)
    expect((await at.groupOf(groups[1])).version).toBe(south.version)
  })

  test('of the people of a group or profile that gets another name, or is given a member it has', async () => {
    const url = `${messenger}/${at.ours.representative}`
    const before = await read(url)
    const north = await at.groupOf(groups[0])
    const named = await save(`${groupsUrl}/${groups[0]}/info`, {
      name: 'Arctic',
      expectedVersion: north.version,
    })
    await save(`${groupsUrl}/${groups[0]}/members`, {
      addedMemberIds: [at.ours.representative],
      expectedVersion: named.version,
    })
    expect((await read(url)).version).toBe(before.version)
  })
})
