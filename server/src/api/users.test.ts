import { roundsOf } from '@verbatim/reference/share.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import { useUserCalls } from '#testing/user-calls.ts'

const bed = useUserCalls()
const { platform, messenger, ana, rita, codeOf, invite, list, audited } = bed

describe('an invitation', () => {
  test('that names a profile or a group twice gives it once', async () => {
    const { north } = bed.tenant.profiles
    const twice = await invite({ ...ana(), permissionProfileIds: [north, north.toUpperCase()] })
    expect(twice.json.permissionProfiles, twice.text).toHaveLength(1)
    const groupIds = [bed.tenant.groups.north, bed.tenant.groups.north]
    expect((await invite({ ...rita(), groupIds }, messenger)).json.groups).toHaveLength(1)
  })

  test('creates an invited user, mails them, and is audited', async () => {
    const { status, json } = await invite({ ...ana(), phoneNumber: '(415) 555-0132' })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      email: 'Ana.Bell@example.com',
      fullName: 'Ana Bell',
      initials: 'AB',
      phoneNumber: '+14155550132',
      role: 'analyst',
      messengerRole: 'none',
      status: 'invited',
      source: 'invitation',
      permissionProfiles: [{ id: bed.tenant.profiles.north, name: 'North only' }],
      groups: [],
      version: 1,
    })
    const mails = await inTenant(bed.world.ctx.db, bed.tenant.id, (tx) =>
      tx.selectFrom('mail').select(['recipient', 'reference_id']).execute(),
    )
    expect(mails).toEqual([{ recipient: 'Ana.Bell@example.com', reference_id: json.id }])
    expect((await audited()).at(-1)).toMatchObject({
      type: 'user_invited',
      target_name: 'Ana Bell',
      counts: { permissionProfilesAdded: 1 },
    })
    await bed.world.as(bed.tenant, json.id)
    expect((await bed.admin.call('GET', `${platform}/${json.id}`)).json).toMatchObject({ status: 'active' })
  })

  test('is refused if the address is taken in any case, or a reference does not exist', async () => {
    await invite(ana())
    expect(codeOf(await invite({ ...ana(), email: 'ana.bell@EXAMPLE.com' }))).toEqual([
      409,
      'user.email-taken',
    ])
    const other = { ...ana(), email: 'other@example.com' }
    expect(codeOf(await invite({ ...other, permissionProfileIds: [newId(bed.world.ctx.now())] }))).toEqual([
      400,
      'user.unknown-profile',
    ])
    expect(codeOf(await invite({ ...rita(), groupIds: [newId(bed.world.ctx.now())] }, messenger))).toEqual([
      400,
      'user.unknown-group',
    ])
    expect(codeOf(await invite({ ...other, phoneNumber: '12' }))).toEqual([400, 'user.bad-phone'])
    for (const wrong of [
      { email: 'nobody' },
      { email: 'a@b' },
      { firstName: ' ' },
      { role: 'none' },
      { permissionProfileIds: [] },
    ])
      expect(codeOf(await invite({ ...other, ...wrong }))).toEqual([400, 'request.invalid'])
    expect(await list('search=other')).toEqual([])
  })

  test('gives a user of one application access to the other, under one name', async () => {
    const first = await invite(rita(), messenger)
    const second = await invite({ ...ana(), email: 'RITA@example.com' })
    expect(second.json).toMatchObject({
      id: first.json.id,
      fullName: 'Rita Stone',
      role: 'analyst',
      messengerRole: 'user',
    })
    expect(codeOf(await invite(rita(), messenger))).toEqual([409, 'user.email-taken'])
  })

  test('of one address twice at once creates one user', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => invite(ana())))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await list('search=bell')).toEqual(['Ana Bell'])
  })

  test('is sent again only to a user who has not signed in', async () => {
    const { json } = await invite(ana())
    expect((await bed.admin.call('POST', `${platform}/${json.id}/resend-invitation`)).status).toBe(200)
    expect(
      (await bed.admin.call('POST', `${platform}/${bed.tenant.users.analyst}/resend-invitation`)).status,
    ).toBe(409)
    expect(codeOf(await bed.admin.call('POST', `${messenger}/${json.id}/resend-invitation`))).toEqual([
      404,
      'user.not-found',
    ])
  })
})

describe('the list', () => {
  test('is filtered, searched and sorted by the contract’s fields', async () => {
    await invite({ ...ana(), phoneNumber: '+351 912 000 111' })
    await invite(rita(), messenger)
    expect(await list('filter=role[eq]:analyst&sort=displayName')).toEqual([
      'Ana Bell',
      `analyst ${bed.tenant.label}`,
    ])
    expect(await list('search=displayNameEmailPhoneNumber:912000')).toEqual(['Ana Bell'])
    expect(await list('search=displayNameEmail:912000')).toEqual([])
    expect(await list('search=displayNameEmail:ANA bell@example')).toEqual(['Ana Bell'])
    expect(await list(`filter=permissionProfileId[eq]:${bed.tenant.profiles.north}`)).toEqual([
      'Ana Bell',
      `North ${bed.tenant.label}`,
    ])
    expect(
      await list(`filter=permissionProfileId[neq]:${bed.tenant.profiles.everything}&sort=-displayName`),
    ).toEqual([`North ${bed.tenant.label}`, `none ${bed.tenant.label}`, 'Ana Bell'])
    expect(await list('filter=status[eq]:active')).toEqual([
      `super_admin ${bed.tenant.label}`,
      `tenant_admin ${bed.tenant.label}`,
    ])
    expect(await list(`filter=groupId[in]:${bed.tenant.groups.north}`, messenger)).toEqual([
      'Rita Lund',
      'Rita Stone',
    ])
    expect(await list('filter=displayName[eq]:ANA BELL')).toEqual(['Ana Bell'])
    expect((await bed.admin.call('GET', `${platform}?filter=colour[eq]:red`)).status).toBe(400)
  })

  test('of platform users contains no messenger users, and vice versa', async () => {
    await invite(rita(), messenger)
    expect(await list('search=rita')).toEqual([])
    expect(await list('', messenger)).toEqual(['Rita Lund', 'Rita Stone', 'Sam Sund'])
    expect((await bed.admin.call('GET', `${platform}/${bed.tenant.colleague}`)).status).toBe(404)
  })
})

describe('a change', () => {
  test('is made only on the version it is based on, and its fields are audited', async () => {
    const { json } = await invite(ana())
    const change = {
      lastName: 'Ford',
      role: 'compliance',
      permissionProfileIds: [bed.tenant.profiles.everything],
      expectedVersion: 1,
    }
    const changed = await bed.admin.call('PUT', `${platform}/${json.id}`, change)
    expect(changed.json).toMatchObject({ fullName: 'Ana Ford', role: 'compliance', version: 2 })
    expect(changed.json.permissionProfiles).toEqual([
      { id: bed.tenant.profiles.everything, name: 'Everything' },
    ])
    expect(codeOf(await bed.admin.call('PUT', `${platform}/${json.id}`, change))).toEqual([
      409,
      'user.changed',
    ])
    expect((await audited()).slice(-2)).toMatchObject([
      { type: 'user_role_changed', changes: [{ field: 'role', old: 'analyst', new: 'compliance' }] },
      {
        type: 'user_updated',
        changes: [
          { field: 'lastName', old: 'Bell', new: 'Ford' },
          { field: 'permissionProfiles', old: ['North only'], new: ['Everything'] },
        ],
        counts: { permissionProfilesAdded: 1, permissionProfilesRemoved: 1 },
      },
    ])
  })

  test('wins over another one at the same time, which is refused', async () => {
    const { json } = await invite(ana())
    const answers = await Promise.all(
      ['Ford', 'Gray'].map((lastName) =>
        bed.admin.call('PUT', `${platform}/${json.id}`, { lastName, expectedVersion: 1 }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('of a role to or from Super Admin can be made only by a Super Admin', async () => {
    expect(codeOf(await invite({ ...ana(), role: 'super_admin' }, platform, bed.lesser))).toEqual([
      403,
      'user.only-super-admin',
    ])
    const { analyst, super_admin } = bed.tenant.users
    for (const [id, role] of [
      [analyst, 'super_admin'],
      [super_admin, 'analyst'],
    ])
      expect(codeOf(await bed.lesser.call('PUT', `${platform}/${id}`, { role }))).toEqual([
        403,
        'user.only-super-admin',
      ])
    expect((await bed.lesser.call('PUT', `${platform}/${super_admin}`, { enabled: false })).status).toBe(403)
    expect((await bed.lesser.call('DELETE', `${platform}/${super_admin}`)).status).toBe(403)
    expect((await bed.lesser.call('POST', `${platform}/${super_admin}/reset-second-step`)).status).toBe(403)
    expect((await bed.admin.call('PUT', `${platform}/${analyst}`, { role: 'super_admin' })).status).toBe(200)
  })

  test('never leaves the organization without a Super Admin, even if two demote each other', async () => {
    const { super_admin: first, analyst: second } = bed.tenant.users
    for (const id of [first, first.toUpperCase()])
      expect(codeOf(await bed.admin.call('PUT', `${platform}/${id}`, { role: 'analyst' }))).toEqual([
        409,
        'user.last-super-admin',
      ])
    for (let round = 0; round < roundsOf(10); round++) {
      await inTenant(bed.world.ctx.db, bed.tenant.id, (tx) =>
        sql`update tenant_user set role = 'super_admin' where id in (${first}, ${second})`.execute(tx),
      )
      bed.world.pass(4_000)
      const [one, other] = [await bed.world.as(bed.tenant, first), await bed.world.as(bed.tenant, second)]
      const answers = await Promise.all([
        one.call('PUT', `${platform}/${second}`, { role: 'analyst' }),
        other.call('PUT', `${platform}/${first}`, { role: 'analyst' }),
      ])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    }
  })

  test('that disables a user ends their sessions; users cannot disable themselves', async () => {
    const analyst = await bed.world.as(bed.tenant, bed.tenant.users.analyst)
    expect((await analyst.call('GET', platform)).status).toBe(200)
    expect(
      (await bed.admin.call('PUT', `${platform}/${bed.tenant.users.analyst}`, { enabled: false })).json
        .status,
    ).toBe('disabled')
    bed.world.pass(5_000)
    expect((await analyst.call('GET', platform)).status).toBe(401)
    const self = bed.tenant.users.tenant_admin
    bed.lesser = await bed.world.as(bed.tenant, self)
    expect(codeOf(await bed.lesser.call('PUT', `${platform}/${self}`, { enabled: false }))).toEqual([
      409,
      'user.self-removal',
    ])
  })
})
