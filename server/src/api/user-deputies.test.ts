import { beforeEach, describe, expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { useUserCalls } from '#testing/user-calls.ts'

const bed = useUserCalls()
const { platform, messenger, ana, codeOf, invite } = bed

describe('a user who manages users by a profile', () => {
  const profilesUrl = '/bff/api/v1/permission-profiles'
  let analyst: Caller
  let strong: string

  beforeEach(async () => {
    const permissions = ['platform_users.manage', 'messenger_users.manage', 'permission_profiles.manage']
    const memberIds = [bed.tenant.users.analyst]
    await bed.admin.call('POST', profilesUrl, { name: 'Deputies', permissions, memberIds })
    strong = (await bed.admin.call('POST', profilesUrl, { name: 'Strong', permissions: ['audit.export'] }))
      .json.id
    analyst = await bed.world.as(bed.tenant, bed.tenant.users.analyst)
  })

  test('can grant only roles and profiles within their own permissions, and none to themselves', async () => {
    expect((await invite(ana(), platform, analyst)).status).toBe(200)
    const risen = await invite({ ...ana(), email: 'b@example.com', role: 'tenant_admin' }, platform, analyst)
    expect(risen.json).toMatchObject({ code: 'user.beyond-own' })
    expect(risen.json.details.permissions).toContain('organization.manage')
    const given = { ...ana(), email: 'c@example.com', permissionProfileIds: [strong] }
    expect(codeOf(await invite(given, platform, analyst))).toEqual([403, 'permission-profile.beyond-own'])

    const own = `${platform}/${bed.tenant.users.analyst}`
    const { version, permissionProfiles } = (await bed.admin.call('GET', own)).json
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
    const added = [bed.tenant.users.analyst]
    const joined = await analyst.call('PUT', `${profilesUrl}/${strong}/members`, {
      added,
      removed: [],
      expectedVersion: 1,
    })
    expect(codeOf(joined)).toEqual([403, 'permission-profile.beyond-own'])
    const only = await analyst.call('POST', profilesUrl, { name: 'Only', memberIds: [bed.tenant.northerner] })
    await analyst.call('PUT', `${profilesUrl}/${bed.tenant.profiles.north}/members`, {
      added: [],
      removed: [bed.tenant.northerner],
      expectedVersion: 1,
    })
    const moved = `${profilesUrl}/${only.json.id}?expectedVersion=1&moveTo=${strong}`
    expect(codeOf(await analyst.call('DELETE', moved))).toEqual([403, 'permission-profile.beyond-own'])
  })

  test('cannot change a user with more permissions, in either application', async () => {
    const id = bed.tenant.users.tenant_admin
    await inTenant(bed.world.ctx.db, bed.tenant.id, (tx) =>
      tx.updateTable('tenant_user').set({ messenger_role: 'user' }).where('id', '=', id).execute(),
    )
    for (const path of [platform, messenger]) {
      const { version: expectedVersion } = (await bed.admin.call('GET', `${path}/${id}`)).json
      const disabled = await analyst.call('PUT', `${path}/${id}`, { enabled: false, expectedVersion })
      expect(codeOf(disabled)).toEqual([403, 'user.beyond-own'])
      const reset = await analyst.call('POST', `${path}/${id}/reset-second-step`)
      expect(codeOf(reset)).toEqual([403, 'user.beyond-own'])
    }
  })
})
