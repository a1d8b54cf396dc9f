/** The trail of imports is the trail of the forms. Source: docs/decisions/0155. */
import { expect, test } from 'vitest'
import type { Caller } from '#testing/caller.ts'
import { importSteps } from '#testing/imports.ts'
import { useTenants } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

const platform = '/bff/api/v1/users'
const messenger = '/messenger/api/v1/users'
const contacts = '/messenger/api/v1/contacts'

let world: World
let tenant: WorldTenant
let admin: Caller
useTenants('trails', async (made, opened) => {
  world = opened
  tenant = made
  admin = await world.as(tenant, tenant.users.super_admin)
})
const { work, step } = importSteps(() => ({ world, tenant, admin }))

interface Entry {
  readonly type: string
  readonly changes: readonly { readonly field: string }[]
  readonly counts: Readonly<Record<string, number>>
}
/** The audit entries of a target, newest first, with `known` for the names of the person they are about. */
const trailOf = async (target: string, ...known: readonly string[]): Promise<Entry[]> => {
  const { json } = await admin.call('GET', `/audit/events?filter=target[eq]:${target}`)
  const entries = json.items.map(({ type, changes, counts }: Entry) => ({ type, changes, counts }))
  const text = known.reduce((all, name) => all.replaceAll(name, 'known'), JSON.stringify(entries))
  return JSON.parse(text) as Entry[]
}
const call = async (method: 'PUT' | 'POST', url: string, body: object) => {
  const { status, json } = await admin.call(method, url, body)
  expect(status, JSON.stringify(json)).toBe(200)
  return json
}
const importFile = async (path: string, text: string): Promise<string> => {
  const csv = { 'content-type': 'text/csv' }
  const { status, json } = await admin.call('POST', `${path}/import`, Buffer.from(text), csv)
  expect(status, JSON.stringify(json)).toBe(200)
  await work()
  return json.id
}
const undo = async (id: string) => {
  await step(id, 'undo')
  await work()
}
const inNorth = () => trailOf(tenant.profiles.north)
const members = 'permission_profile_members_updated'
const changesOf = (entries: readonly Entry[]) => entries.map(({ type, changes }) => [type, changes])

test('a user who is changed by a file has the entries of the form, and so have the profiles and groups', async () => {
  const { analyst, compliance } = tenant.users
  const { everything, north } = tenant.profiles
  const names = (role: string) => [`${role} ${tenant.label}`, `${role}@${tenant.label}.example`] as const
  const heading = 'Email,First name,Last name,Role,Permission profiles\n'
  await call('PUT', `${platform}/${analyst}`, {
    firstName: 'New',
    role: 'manager',
    permissionProfileIds: [north],
  })
  const id = await importFile(
    platform,
    `${heading}${names('compliance')[1]},New,${tenant.label},Manager,North only\n`,
  )
  const was = { analyst: /"old":"analyst"/g, compliance: /"old":"compliance"/g }
  const plain = (entries: Entry[], from: RegExp) => JSON.stringify(entries).replaceAll(from, '"old":"known"')
  expect(plain(await trailOf(compliance, ...names('compliance')), was.compliance)).toEqual(
    plain(await trailOf(analyst, ...names('analyst')), was.analyst),
  )
  expect(changesOf(await trailOf(compliance))).toMatchObject([
    ['user_updated', [{ field: 'firstName' }, { field: 'permissionProfiles' }]],
    ['user_role_changed', [{ field: 'role', old: 'compliance', new: 'manager' }]],
  ])
  const came = (name: string) => ({ type: members, changes: [{ field: 'members', old: null, new: [name] }] })
  expect(await inNorth()).toMatchObject([came(names('compliance')[0]), came(names('analyst')[0])])
  const went = (name: string) => ({ type: members, changes: [{ field: 'members', old: [name], new: null }] })
  expect(await trailOf(everything)).toMatchObject([went(names('compliance')[0]), went(names('analyst')[0])])

  await undo(id)
  expect(changesOf((await trailOf(compliance)).slice(0, 2))).toMatchObject([
    ['user_updated', [{ field: 'firstName' }, { field: 'permissionProfiles' }]],
    ['user_role_changed', [{ field: 'role', old: 'manager', new: 'compliance' }]],
  ])
  expect((await inNorth())[0]).toMatchObject(went(`New ${tenant.label}`))
})

test('a user of the other application is invited by a file as by the form', async () => {
  const { analyst, compliance } = tenant.users
  const { north } = tenant.groups
  const names = (role: string) => [`${role} ${tenant.label}`, `${role}@${tenant.label}.example`] as const
  const person = { firstName: 'analyst', lastName: tenant.label, email: names('analyst')[1] }
  await call('POST', `${messenger}/invite`, { ...person, messengerRole: 'user', groupIds: [north] })
  const heading = 'Email,First name,Last name,Role,Groups\n'
  await importFile(messenger, `${heading}${names('compliance')[1]},compliance,${tenant.label},User,North\n`)
  const [invited] = await trailOf(compliance, ...names('compliance'))
  expect(invited?.type).toBe('user_invited')
  expect(await trailOf(compliance, ...names('compliance'))).toEqual(
    await trailOf(analyst, ...names('analyst')),
  )
})

test(
  'a user who is invited by a file, and removed by its undo, is named in the entries of the groups',
  { tags: ['whole'] },
  async () => {
    const { north, south } = tenant.groups
    const rita = { email: 'rita@example.com', firstName: 'Rita', lastName: 'Stone', messengerRole: 'user' }
    const invited = await call('POST', `${messenger}/invite`, { ...rita, groupIds: [south, north] })
    const heading = 'Email,First name,Last name,Role,Groups\n'
    const id = await importFile(messenger, `${heading}zoe@example.com,Zoe,Stone,User,North;South\n`)
    const [zoe] = (await admin.call('GET', `${messenger}?search=zoe`)).json.items
    expect(await trailOf(zoe.id, 'zoe@example.com')).toEqual(await trailOf(invited.id, 'rita@example.com'))
    for (const group of [north, south])
      expect(await trailOf(group, 'Zoe Stone', 'Rita Stone')).toEqual(
        Array(2).fill({
          type: 'messenger_conversation_group_members_updated',
          changes: [{ field: 'members', old: null, new: ['known'] }],
          counts: { membersAdded: 1 },
        }),
      )
    await undo(id)
    expect((await trailOf(zoe.id))[0]).toMatchObject({ type: 'user_removed', counts: { groupsRemoved: 2 } })
    expect((await trailOf(south))[0]).toMatchObject({
      changes: [{ field: 'members', old: ['Zoe Stone'], new: null }],
      counts: { membersRemoved: 1 },
    })
  },
)

test('contacts of a file, and of its undo, are in the entries of the groups as those of the form', async () => {
  const { north, south } = tenant.groups
  const fields = { phoneNumbers: ['+15550101001'], emails: [], shareLevel: 'global' }
  const cleo = await call('POST', contacts, { ...fields, name: 'Cleo Marsh', groupIds: [north] })
  await call('PUT', `${contacts}/${cleo.id}`, { groupIds: [south] })
  const heading = 'Name,Mobile,Share level,Owner email,Groups\n'
  const ann = (group: string) => `${heading}Ann Ash,+15550101002,Global,,${group}\n`
  await importFile(contacts, ann('North'))
  const moved = await importFile(contacts, ann('South'))
  const [{ id }] = (await admin.call('GET', `${contacts}?search=Ash`)).json.items
  expect(changesOf(await trailOf(id, 'Ann Ash', '+15550101002'))).toEqual(
    changesOf(await trailOf(cleo.id, 'Cleo Marsh', '+15550101001')),
  )
  const fromNorth = await trailOf(north)
  expect(fromNorth).toHaveLength(4)
  expect(fromNorth.map(({ counts }) => counts)).toEqual(
    [1, 2].flatMap(() => [{ contactsRemoved: 1 }, { contactsAdded: 1 }]),
  )
  await undo(moved)
  expect((await trailOf(north))[0]).toMatchObject({ counts: { contactsAdded: 1 } })
  expect((await trailOf(south))[0]).toMatchObject({ counts: { contactsRemoved: 1 } })

  const own = `${heading}Ben Bay,+15550101003,Personal,rep@${tenant.label}.example,North\n`
  const ben = await importFile(contacts, own)
  const came = [{ field: 'contacts', old: null, new: ['a personal contact'] }]
  expect((await trailOf(north))[0]).toMatchObject({ changes: came })
  await undo(ben)
  const went = [{ field: 'contacts', old: ['a personal contact'], new: null }]
  expect((await trailOf(north))[0]).toMatchObject({ changes: went })
})
