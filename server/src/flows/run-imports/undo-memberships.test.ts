import { beforeEach, expect, test } from 'vitest'
import { groupsUrl, profilesUrl, setUpAccess } from '#testing/access.ts'
import type { Caller } from '#testing/caller.ts'
import { heading, row, userImportSteps } from '#testing/imports.ts'

const at = setUpAccess()
let admin: Caller
beforeEach(async () => {
  admin = await at.world.as(at.ours, at.ours.users.super_admin)
})
const { work, find, step, rowsOf, upload, users } = userImportSteps(() => ({
  world: at.world,
  tenant: at.ours,
  admin,
}))
const messenger = '/messenger/api/v1'
const read = async (url: string) => (await admin.call('GET', url)).json
const importFile = async (path: string, text: string): Promise<string> => {
  const csv = { 'content-type': 'text/csv' }
  const { status, json } = await admin.call('POST', `${path}/import`, Buffer.from(text), csv)
  expect(status, JSON.stringify(json)).toBe(200)
  await work()
  return json.id
}
const changeMembers = async (url: string, change: object) => {
  const { version } = await read(url)
  const { status, json } = await admin.call('PUT', `${url}/members`, { ...change, expectedVersion: version })
  expect(status, JSON.stringify(json)).toBe(200)
}
const undo = async (id: string) => {
  await step(id, 'undo')
  await work()
  return (await rowsOf(id)).map(({ undone, undoNote }: Record<string, unknown>) => undoNote ?? undone)
}
const namesOf = (named: readonly { readonly name: string }[]) => named.map(({ name }) => name)

test('an undo keeps a user whose groups were changed since on the page of a group', async () => {
  const { representative, colleague, groups } = at.ours
  const file = 'Email,First name,Last name,Role,Groups\n'
  const both = [`rep@${at.ours.label}.example,Rita,Lind`, `colleague@${at.ours.label}.example,Sam,Sand`]
  const id = await importFile(
    `${messenger}/users`,
    file + both.map((person) => `${person},User,North\n`).join(''),
  )
  await changeMembers(`${groupsUrl}/${groups.south}`, { addedMemberIds: [representative] })
  expect(await undo(id)).toEqual(['They have been changed since.', true])
  expect(namesOf((await read(`${messenger}/users/${representative}`)).groups)).toEqual(['North', 'South'])
  expect(namesOf((await read(`${messenger}/users/${colleague}`)).groups)).toEqual(['South'])
})

test(
  'an undo keeps a user whom it created and who was added to a profile since',
  { tags: ['whole'] },
  async () => {
    const { id } = (await upload(heading + row('ann') + row('ben'))).json
    await work()
    const [ann] = (await users('&search=ann')).items
    await changeMembers(`${profilesUrl}/${at.ours.profiles.north}`, { added: [ann.id] })
    expect(await undo(id)).toEqual(['They have been changed since.', true])
    expect(await find(id)).toMatchObject({ undo: { undone: 1, kept: 1 } })
    expect((await users('&search=doe')).items).toMatchObject([{ id: ann.id }])
  },
)

test('an undo keeps contacts whose groups were changed since', { tags: ['whole'] }, async () => {
  const file = 'Name,Mobile,Groups\n'
  const [cleo, ann] = ['Cleo Marsh,+15550101001', 'Ann Ash,+15550101002']
  await importFile(`${messenger}/contacts`, `${file}${cleo},North\n`)
  const id = await importFile(`${messenger}/contacts`, `${file}${cleo},South\n${ann},South\n`)
  const { items } = await read(`${messenger}/contacts?sort=name`)
  const ids = items.map((contact: { id: string }) => contact.id)
  await changeMembers(`${groupsUrl}/${at.ours.groups.north}`, { addedContactIds: ids })
  const changed = 'The contact has been changed since.'
  expect(await undo(id)).toEqual([changed, changed])
  for (const contact of ids)
    expect(namesOf((await read(`${messenger}/contacts/${contact}`)).groups)).toEqual(['North', 'South'])
})

test('an import and its undo raise the versions of the groups and profiles that people join and leave', async () => {
  const { profiles, groups } = at.ours
  const versions = async () => [
    (await read(`${profilesUrl}/${profiles.everything}`)).version,
    (await read(`${groupsUrl}/${groups.north}`)).version,
    (await read(`${groupsUrl}/${groups.south}`)).version,
  ]
  const [everything, north, south] = (await versions()) as [number, number, number]
  const of = await importFile('/bff/api/v1/users', heading + row('ann') + row('ben'))
  const contacts = await importFile(`${messenger}/contacts`, 'Name,Mobile,Groups\nAnn,+15550101001,North\n')
  // Once for a batch, however many people it has.
  expect(await versions()).toEqual([everything + 1, north + 1, south])
  expect([await undo(of), await undo(contacts)]).toEqual([[true, true], [true]])
  expect(await versions()).toEqual([everything + 2, north + 2, south])
})
