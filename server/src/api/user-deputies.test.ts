import { beforeEach, describe, expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { useTenants } from '#testing/test-world.ts'
import type { Answer, Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let admin: Caller
useTenants('people', async (made, opened) => {
  world = opened
  tenant = made
  admin = await world.as(tenant, tenant.users.super_admin)
})

const platform = '/bff/api/v1/users'
const messenger = '/messenger/api/v1/users'
const ana = () => ({
  email: 'Ana.Bell@example.com',
  firstName: 'Ana',
  lastName: 'Bell',
  role: 'analyst',
  permissionProfileIds: [tenant.profiles.north],
})
const codeOf = ({ status, json }: Answer) => [status, json.code]
const invite = (body: object, path = platform, caller = admin) => caller.call('POST', `${path}/invite`, body)

describe('a user who manages users by a profile', () => {
  const profilesUrl = '/bff/api/v1/permission-profiles'
  let analyst: Caller
  let strong: string

  beforeEach(async () => {
    const permissions = ['platform_users.manage', 'messenger_users.manage', 'permission_profiles.manage']
    const memberIds = [tenant.users.analyst]
    await admin.call('POST', profilesUrl, { name: 'Deputies', permissions, memberIds })
    strong = (await admin.call('POST', profilesUrl, { name: 'Strong', permissions: ['audit.export'] })).json
      .id
    analyst = await world.as(tenant, tenant.users.analyst)
  })

  test('can grant only roles and profiles within their own permissions, and none to themselves', async () => {
    expect((await invite(ana(), platform, analyst)).status).toBe(200)
    const risen = await invite({ ...ana(), email: 'b@example.com', role: 'tenant_admin' }, platform, analyst)
    expect(risen.json).toMatchObject({ code: 'user.beyond-own' })
    expect(risen.json.details.permissions).toContain('organization.manage')
    const given = { ...ana(), email: 'c@example.com', permissionProfileIds: [strong] }
    expect(codeOf(await invite(given, platform, analyst))).toEqual([403, 'permission-profile.beyond-own'])

    const own = `${platform}/${tenant.users.analyst}`
    const { version, permissionProfiles } = (await admin.call('GET', own)).json
    const profileIds = permissionProfiles.map(({ id }: { id: string }) => id)
    const change = (body: object) => analyst.call('PUT', own, { ...body, expectedVersion: version })
    expect(codeOf(await change({ role: 'compliance' }))).toEqual([403, 'user.beyond-own'])
    expect(codeOf(await change({ permissionProfileIds: [...profileIds, strong] }))).toEqual([
      403,
      'permission-profile.beyond-own',
    ])
    expect((await change({ firstName: 'Anna', permissionProfileIds: profileIds })).status).toBe(200)
  })

  test('cannot add members to a profile with more permissions, in any way', async () => {
    const added = [tenant.users.analyst]
    const joined = await analyst.call('PUT', `${profilesUrl}/${strong}/members`, {
      added,
      removed: [],
      expectedVersion: 1,
    })
    expect(codeOf(joined)).toEqual([403, 'permission-profile.beyond-own'])
    const only = await analyst.call('POST', profilesUrl, { name: 'Only', memberIds: [tenant.northerner] })
    await analyst.call('PUT', `${profilesUrl}/${tenant.profiles.north}/members`, {
      added: [],
      removed: [tenant.northerner],
      expectedVersion: 1,
    })
    const moved = `${profilesUrl}/${only.json.id}?expectedVersion=1&moveTo=${strong}`
    expect(codeOf(await analyst.call('DELETE', moved))).toEqual([403, 'permission-profile.beyond-own'])
  })

  test('cannot change a user with more permissions, in either application', async () => {
    const id = tenant.users.tenant_admin
    await inTenant(world.ctx.db, tenant.id, (tx) =>
      tx.updateTable('tenant_user').set({ messenger_role: 'user' }).where('id', '=', id).execute(),
    )
    for (const path of [platform, messenger]) {
      const { version: expectedVersion } = (await admin.call('GET', `${path}/${id}`)).json
      const disabled = await analyst.call('PUT', `${path}/${id}`, { enabled: false, expectedVersion })
      expect(codeOf(disabled)).toEqual([403, 'user.beyond-own'])
      const reset = await analyst.call('POST', `${path}/${id}/reset-second-step`)
      expect(codeOf(reset)).toEqual([403, 'user.beyond-own'])
    }
  })
})
