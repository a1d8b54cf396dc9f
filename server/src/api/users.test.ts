import type { UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import { useTenants } from '#testing/test-world.ts'
import type { Answer, Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let admin: Caller
let lesser: Caller

useTenants('people', async (made, opened) => {
  world = opened
  tenant = made
  admin = await world.as(tenant, tenant.users.super_admin)
  lesser = await world.as(tenant, tenant.users.tenant_admin)
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
const rita = () => ({
  email: 'rita@example.com',
  firstName: 'Rita',
  lastName: 'Stone',
  messengerRole: 'user',
  groupIds: [tenant.groups.north],
})
const codeOf = ({ status, json }: Answer) => [status, json.code]
const invite = (body: object, path = platform, caller = admin) => caller.call('POST', `${path}/invite`, body)
const list = async (query: string, path = platform) =>
  (await admin.call('GET', `${path}?${query}`)).json.items.map((user: { fullName: string }) => user.fullName)
const audited = () =>
  inTenant(world.ctx.db, tenant.id, (tx) =>
    tx.selectFrom('audit_event').select(['type', 'target_name', 'changes', 'counts']).orderBy('id').execute(),
  )

describe('an invitation', () => {
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
      permissionProfiles: [{ id: tenant.profiles.north, name: 'North only' }],
      groups: [],
      version: 1,
    })
    const mails = await inTenant(world.ctx.db, tenant.id, (tx) =>
      tx.selectFrom('mail').select(['recipient', 'reference_id']).execute(),
    )
    expect(mails).toEqual([{ recipient: 'Ana.Bell@example.com', reference_id: json.id }])
    expect((await audited()).at(-1)).toMatchObject({
      type: 'user_invited',
      target_name: 'Ana Bell',
      counts: { permissionProfilesAdded: 1 },
    })
    await world.as(tenant, json.id)
    expect((await admin.call('GET', `${platform}/${json.id}`)).json).toMatchObject({ status: 'active' })
  })

  test('is refused if the address is taken in any case, or a reference does not exist', async () => {
    await invite(ana())
    expect(codeOf(await invite({ ...ana(), email: 'ana.bell@EXAMPLE.com' }))).toEqual([
      409,
      'user.email-taken',
    ])
    const other = { ...ana(), email: 'other@example.com' }
    expect(codeOf(await invite({ ...other, permissionProfileIds: [newId(world.ctx.now())] }))).toEqual([
      400,
      'user.unknown-profile',
    ])
    expect(codeOf(await invite({ ...rita(), groupIds: [newId(world.ctx.now())] }, messenger))).toEqual([
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
    expect((await admin.call('POST', `${platform}/${json.id}/resend-invitation`)).status).toBe(200)
    expect((await admin.call('POST', `${platform}/${tenant.users.analyst}/resend-invitation`)).status).toBe(
      409,
    )
    expect(codeOf(await admin.call('POST', `${messenger}/${json.id}/resend-invitation`))).toEqual([
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
      `analyst ${tenant.label}`,
    ])
    expect(await list('search=displayNameEmailPhoneNumber:912000')).toEqual(['Ana Bell'])
    expect(await list('search=displayNameEmail:912000')).toEqual([])
    expect(await list('search=displayNameEmail:ANA bell@example')).toEqual(['Ana Bell'])
    expect(await list(`filter=permissionProfileId[eq]:${tenant.profiles.north}`)).toEqual([
      'Ana Bell',
      `North ${tenant.label}`,
    ])
    expect(
      await list(`filter=permissionProfileId[neq]:${tenant.profiles.everything}&sort=-displayName`),
    ).toEqual([`North ${tenant.label}`, `none ${tenant.label}`, 'Ana Bell'])
    expect(await list('filter=status[eq]:active')).toEqual([
      `super_admin ${tenant.label}`,
      `tenant_admin ${tenant.label}`,
    ])
    expect(await list(`filter=groupId[in]:${tenant.groups.north}`, messenger)).toEqual([
      'Rita Lund',
      'Rita Stone',
    ])
    expect(await list('filter=displayName[eq]:ANA BELL')).toEqual(['Ana Bell'])
    expect((await admin.call('GET', `${platform}?filter=colour[eq]:red`)).status).toBe(400)
  })

  test('of platform users contains no messenger users, and vice versa', async () => {
    await invite(rita(), messenger)
    expect(await list('search=rita')).toEqual([])
    expect(await list('', messenger)).toEqual(['Rita Lund', 'Rita Stone', 'Sam Sund'])
    expect((await admin.call('GET', `${platform}/${tenant.colleague}`)).status).toBe(404)
  })
})

describe('a change', () => {
  test('is made only on the version it is based on, and its fields are audited', async () => {
    const { json } = await invite(ana())
    const change = {
      lastName: 'Ford',
      role: 'compliance',
      permissionProfileIds: [tenant.profiles.everything],
      expectedVersion: 1,
    }
    const changed = await admin.call('PUT', `${platform}/${json.id}`, change)
    expect(changed.json).toMatchObject({ fullName: 'Ana Ford', role: 'compliance', version: 2 })
    expect(changed.json.permissionProfiles).toEqual([{ id: tenant.profiles.everything, name: 'Everything' }])
    expect(codeOf(await admin.call('PUT', `${platform}/${json.id}`, change))).toEqual([409, 'user.changed'])
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
        admin.call('PUT', `${platform}/${json.id}`, { lastName, expectedVersion: 1 }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('of a role to or from Super Admin can be made only by a Super Admin', async () => {
    expect(codeOf(await invite({ ...ana(), role: 'super_admin' }, platform, lesser))).toEqual([
      403,
      'user.only-super-admin',
    ])
    const { analyst, super_admin } = tenant.users
    for (const [id, role] of [
      [analyst, 'super_admin'],
      [super_admin, 'analyst'],
    ])
      expect(codeOf(await lesser.call('PUT', `${platform}/${id}`, { role }))).toEqual([
        403,
        'user.only-super-admin',
      ])
    expect((await lesser.call('PUT', `${platform}/${super_admin}`, { enabled: false })).status).toBe(403)
    expect((await lesser.call('DELETE', `${platform}/${super_admin}`)).status).toBe(403)
    expect((await lesser.call('POST', `${platform}/${super_admin}/reset-second-step`)).status).toBe(403)
    expect((await admin.call('PUT', `${platform}/${analyst}`, { role: 'super_admin' })).status).toBe(200)
  })

  test('never leaves the organization without a Super Admin, even if two demote each other', async () => {
    const { super_admin: first, analyst: second } = tenant.users
    expect(codeOf(await admin.call('PUT', `${platform}/${first}`, { role: 'analyst' }))).toEqual([
      409,
      'user.last-super-admin',
    ])
    for (let round = 0; round < 10; round++) {
      await inTenant(world.ctx.db, tenant.id, (tx) =>
        sql`update tenant_user set role = 'super_admin' where id in (${first}, ${second})`.execute(tx),
      )
      world.pass(4_000)
      const [one, other] = [await world.as(tenant, first), await world.as(tenant, second)]
      const answers = await Promise.all([
        one.call('PUT', `${platform}/${second}`, { role: 'analyst' }),
        other.call('PUT', `${platform}/${first}`, { role: 'analyst' }),
      ])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    }
  })

  test('that disables a user ends their sessions; users cannot disable themselves', async () => {
    const analyst = await world.as(tenant, tenant.users.analyst)
    expect((await analyst.call('GET', platform)).status).toBe(200)
    expect(
      (await admin.call('PUT', `${platform}/${tenant.users.analyst}`, { enabled: false })).json.status,
    ).toBe('disabled')
    world.pass(5_000)
    expect((await analyst.call('GET', platform)).status).toBe(401)
    const self = tenant.users.tenant_admin
    lesser = await world.as(tenant, self)
    expect(codeOf(await lesser.call('PUT', `${platform}/${self}`, { enabled: false }))).toEqual([
      409,
      'user.self-removal',
    ])
  })
})

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

describe('a removal', () => {
  const removal = async (id: UserId, path = messenger) =>
    (await admin.call('GET', `${path}/${id}/removal`)).json
  const remove = (id: UserId, query = '', path = messenger) => admin.call('DELETE', `${path}/${id}${query}`)

  test('of a user with accounts needs a successor, who gets the accounts; records stay', async () => {
    await world.deliver(tenant, { from: '+15550109991', body: 'Shall we meet?' })
    await world.settle()
    const before = await inTenant(world.ctx.db, tenant.id, (tx) =>
      tx.selectFrom('participant').selectAll().execute(),
    )
    await inTenant(world.ctx.db, tenant.id, async (tx) => {
      const id = newId(world.ctx.now())
      await sql`insert into contact (id, name, share_level, owner_id) values (${id}, 'Private', 'personal', ${tenant.representative})`.execute(
        tx,
      )
    })
    expect(await removal(tenant.representative)).toMatchObject({
      name: 'Rita Lund',
      accounts: [{ name: 'Desk SMS', channel: 'sms' }],
      conversations: 1,
      personalContacts: 1,
      groups: [{ name: 'North' }],
    })
    expect(codeOf(await remove(tenant.representative))).toEqual([409, 'user.needs-successor'])
    for (const unfit of [tenant.representative, tenant.users.analyst, newId(world.ctx.now())])
      expect(codeOf(await remove(tenant.representative, `?successorId=${unfit}`))).toEqual([
        400,
        'user.unfit-successor',
      ])
    expect((await remove(tenant.representative, `?successorId=${tenant.colleague}`)).status).toBe(200)
    const after = await inTenant(world.ctx.db, tenant.id, async (tx) => ({
      participants: await tx.selectFrom('participant').selectAll().execute(),
      owners: await tx
        .selectFrom('channel_account')
        .select('owner_id')
        .where('id', '=', tenant.accounts.sms)
        .execute(),
      contacts: await tx.selectFrom('contact').select('owner_id').where('name', '=', 'Private').execute(),
    }))
    expect(after.participants).toEqual(before)
    expect(after.owners).toEqual([{ owner_id: tenant.colleague }])
    expect(after.contacts).toEqual([{ owner_id: tenant.colleague }])
    expect((await audited()).at(-1)).toMatchObject({
      type: 'user_removed',
      target_name: 'Rita Lund',
      counts: { accountsMoved: 1, contactsMoved: 1, conversationsMoved: 1, groupsRemoved: 1 },
    })
    // Later messages on the account belong to the successor.
    await world.deliver(tenant, { from: '+15550109992', body: 'Hello?' })
    await world.settle()
    const owners = await inTenant(world.ctx.db, tenant.id, (tx) =>
      tx
        .selectFrom('participant')
        .select('user_id')
        .where('user_id', 'is not', null)
        .orderBy('first_at')
        .execute(),
    )
    expect(owners.map(({ user_id }) => user_id)).toEqual([tenant.representative, tenant.colleague])
    expect(await list('filter=status[eq]:removed', messenger)).toEqual(['Rita Lund'])
    expect(await list('', messenger)).toEqual(['Sam Sund'])
  })

  test('signs them out, and frees their mail address for a new user', async () => {
    const analyst = await world.as(tenant, tenant.users.analyst)
    expect((await remove(tenant.users.analyst, '', platform)).status).toBe(200)
    world.pass(5_000)
    expect((await analyst.call('GET', platform)).status).toBe(401)
    admin = await world.as(tenant, tenant.users.super_admin)
    const again = await invite({ ...ana(), email: `analyst@${tenant.label}.example` })
    expect(again.json.id).not.toBe(tenant.users.analyst)
    const owner = await inTenant(world.ctx.db, tenant.id, (tx) =>
      tx.selectFrom('address').select('user_id').where('value', '=', again.json.email).execute(),
    )
    expect(owner).toEqual([{ user_id: again.json.id }])
  })

  test('from one application does not affect the other', async () => {
    const { json } = await invite(rita(), messenger)
    await invite({ ...ana(), email: 'rita@example.com' })
    expect(await removal(json.id)).toMatchObject({ remains: 'platform', permissionProfiles: [] })
    await remove(json.id)
    expect((await admin.call('GET', `${messenger}/${json.id}`)).status).toBe(404)
    expect((await admin.call('GET', `${platform}/${json.id}`)).json).toMatchObject({
      role: 'analyst',
      groups: [],
      status: 'invited',
    })
    expect(await list('filter=status[eq]:removed', messenger)).toEqual([])
  })

  test('of oneself or of the last Super Admin is refused in the preview and in the request', async () => {
    const self = await removal(tenant.users.super_admin, platform)
    expect(self.refusal).toBe('You can’t remove or disable yourself.')
    expect(codeOf(await remove(tenant.users.super_admin, '', platform))).toEqual([409, 'user.self-removal'])
    const theirs = await lesser.call('GET', `${platform}/${tenant.users.super_admin}/removal`)
    expect(theirs.json.refusal).toBe('Only a Super Admin can add, change or remove a Super Admin.')
  })

  test('on an older version is refused', async () => {
    await admin.call('PUT', `${messenger}/${tenant.colleague}`, { firstName: 'Samuel' })
    expect(codeOf(await remove(tenant.colleague, '?expectedVersion=1'))).toEqual([409, 'user.changed'])
  })
})
