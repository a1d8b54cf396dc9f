/** Users without a role, whom single sign-on admitted (domains/identity/federation). */
import { expect, test } from 'vitest'
import { useTenants } from '#testing/test-world.ts'
import type { Answer, Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'

const platform = '/bff/api/v1/users'
const messenger = '/messenger/api/v1/users'

let world: World
let tenant: WorldTenant
let admin: Caller
let path: string
useTenants('unassigned', async (made, opened) => {
  world = opened
  tenant = made
  admin = await world.as(tenant, tenant.users.super_admin)
  path = `${platform}/${tenant.users.none}`
})

const codeOf = ({ status, json }: Answer) => [status, json.code]
const namesOn = async (list: string, filter = '') =>
  (await admin.call('GET', `${list}?limit=50${filter}`)).json.items.map((one: { email: string }) => one.email)

test('they are listed among platform users, and found by their role; not among messenger users', async () => {
  const email = `none@${tenant.label}.example`
  expect(await namesOn(platform)).toContain(email)
  expect(await namesOn(platform, '&filter=role[eq]:none')).toEqual([email])
  expect((await admin.call('GET', path)).json).toMatchObject({ role: 'none', messengerRole: 'none' })
  expect(await namesOn(messenger)).not.toContain(email)
  const there = await admin.call('GET', `${messenger}/${tenant.users.none}`)
  expect(codeOf(there)).toEqual([404, 'user.not-found'])
  // Representatives have no role in the console either, but are not listed there.
  expect(await namesOn(platform)).not.toContain(`rep@${tenant.label}.example`)
})

test('they get a role and a profile together, and not one without the other', async () => {
  const permissionProfileIds = [tenant.profiles.north]
  expect(codeOf(await admin.call('PUT', path, { role: 'analyst' }))).toEqual([
    409,
    'permission-profile.last-profile',
  ])
  expect(codeOf(await admin.call('PUT', path, { permissionProfileIds }))).toEqual([400, 'user.needs-role'])
  const given = await admin.call('PUT', path, { role: 'analyst', permissionProfileIds })
  expect(given.json).toMatchObject({ role: 'analyst', permissionProfiles: [{ name: 'North only' }] })
  const analyst = await world.as(tenant, tenant.users.none)
  expect((await analyst.call('GET', '/bff/api/v1/messages')).status).toBe(200)
})

test('they are disabled and removed like other users, and then listed among the removed ones', async () => {
  expect((await admin.call('PUT', path, { enabled: false })).json.status).toBe('disabled')
  expect((await admin.call('DELETE', path)).status).toBe(200)
  const email = `none@${tenant.label}.example`
  expect(await namesOn(platform)).not.toContain(email)
  expect(await namesOn(platform, '&filter=status[eq]:removed')).toEqual([email])
  expect(codeOf(await admin.call('PUT', path, { enabled: true }))).toEqual([404, 'user.not-found'])
})

test('a user invited to the messenger is a messenger user from then on', async () => {
  const email = `none@${tenant.label}.example`
  const draft = { email, firstName: 'Nora', lastName: 'None', messengerRole: 'user' }
  const invited = await admin.call('POST', `${messenger}/invite`, {
    ...draft,
    groupIds: [tenant.groups.north],
  })
  expect(invited.json).toMatchObject({ id: tenant.users.none, messengerRole: 'user' })
  expect(await namesOn(messenger)).toContain(email)
  expect(await namesOn(platform)).not.toContain(email)
})

test('a user without the permission to manage users finds them, but changes nothing', async () => {
  const analyst = await world.as(tenant, tenant.users.analyst)
  const body = { role: 'analyst', permissionProfileIds: [tenant.profiles.north] }
  expect(codeOf(await analyst.call('PUT', path, body))).toEqual([403, 'access.denied'])
})
