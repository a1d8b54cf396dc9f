/** Administrators cannot let themselves read more conversations in the messenger. Source: docs/decisions/0042. */
import type { ContactId, UserId } from '@verbatim/contract/ids.ts'
import type { ImportRow } from '@verbatim/contract/import-rows.ts'
import { describe, expect, test } from 'vitest'
import { createContacts } from '#domains/contacts/commands.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import type { Answer, Caller } from '#testing/caller.ts'
import { importSteps } from '#testing/imports.ts'
import { useTenants } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
/** The administrator who tries, and another one. */
let admin: Caller
let adminId: UserId
let second: Caller
/** Of the south group. She wrote to Rita, whose account it is, and so did a stranger. */
let ann: ContactId
const annsNumber = '+15550130001'
const strangersNumber = '+15550130002'

const messenger = '/messenger/api/v1/users'
const groups = '/messenger/api/v1/conversation-groups'
const contacts = '/messenger/api/v1/contacts'
const accounts = (type: string) => `/external-accounts/api/v1/${type}/accounts`
const refused = [403, 'messenger.own-reach']

useTenants('own-reach', async (made, opened) => {
  world = opened
  tenant = made
  adminId = tenant.users.tenant_admin
  admin = await world.as(tenant, adminId)
  second = await world.as(tenant, tenant.users.super_admin)
  const now = world.ctx.now()
  ann = newId<ContactId>(now)
  await inTenant(world.ctx.db, tenant.id, (tx) =>
    createContacts(
      tx,
      [{ id: ann, name: 'Ann Ash', addresses: [annsNumber], groupIds: [tenant.groups.south] }],
      now,
    ),
  )
  for (const from of [annsNumber, strangersNumber]) await world.deliver(tenant, { from, body: 'Hello Rita' })
  await world.settle()
})

const codeOf = ({ status, json }: Answer) => (status === 200 ? status : [status, json.code])

const draft = (messengerRole: 'manager' | 'user', ...groupIds: string[]) => ({
  email: `tenant_admin@${tenant.label}.example`,
  firstName: 'Tess',
  lastName: 'Admin',
  messengerRole,
  groupIds,
})
/** Gives the administrator the messenger too. */
const admit = async (by: Caller, ...given: Parameters<typeof draft>) =>
  codeOf(await by.call('POST', `${messenger}/invite`, draft(...given)))

/** A change of what there is at an address, on its version. */
async function change(by: Caller, url: string, body: object, part = '') {
  const { version: expectedVersion } = (await by.call('GET', url)).json
  return codeOf(await by.call('PUT', `${url}${part}`, { ...body, expectedVersion }))
}
const self = () => `${messenger}/${adminId}`
const listed = async () => {
  const reader = await world.as(tenant, adminId)
  return (await reader.call('GET', '/messenger/api/v1/conversations')).json.total
}

describe('the own user', () => {
  test('does not become a Manager by itself; another administrator makes it one', async () => {
    expect(await admit(admin, 'manager', tenant.groups.south)).toEqual(refused)
    expect((await admin.call('GET', self())).status).toBe(404)
    expect(await admit(second, 'manager', tenant.groups.south)).toBe(200)
    expect(await listed()).toBe(1)
  })

  test(
    'may use the messenger where that opens nothing, and does not get more by itself',
    { tags: ['whole'] },
    async () => {
      expect(await admit(admin, 'user', tenant.groups.south)).toBe(200)
      expect(await listed()).toBe(0)
      expect(await change(admin, self(), { messengerRole: 'manager' })).toEqual(refused)
      expect(await change(second, self(), { messengerRole: 'manager' })).toBe(200)
      expect(await change(admin, self(), { messengerRole: 'user' })).toBe(200)
    },
  )

  test('does not take a phone number of its own that occurs in conversations of others', async () => {
    const taking = (phoneNumber: string) => change(admin, `/bff/api/v1/users/${adminId}`, { phoneNumber })
    expect(await taking(strangersNumber)).toEqual([409, 'user.phone-of-client'])
    await inTenant(world.ctx.db, tenant.id, (tx) =>
      tx
        .updateTable('channel_account')
        .set({ address: strangersNumber })
        .where('id', '=', tenant.accounts.whatsapp)
        .execute(),
    )
    expect(await taking(strangersNumber)).toEqual(refused)
    expect(await taking('+15550139999')).toBe(200)
    expect(await change(second, `/bff/api/v1/users/${adminId}`, { phoneNumber: strangersNumber })).toBe(200)
  })

  test('does not become the successor of a user with conversations, or join their groups', async () => {
    await admit(second, 'manager', tenant.groups.north)
    const rita = `${messenger}/${tenant.representative}`
    expect(codeOf(await admin.call('DELETE', `${rita}?successorId=${adminId}`))).toEqual(refused)
    expect((await admin.call('GET', rita)).status).toBe(200)
    expect(codeOf(await second.call('DELETE', `${rita}?successorId=${adminId}`))).toBe(200)
  })
})

describe('groups', () => {
  const south = () => `${groups}/${tenant.groups.south}`
  const members = (...addedMemberIds: string[]) => ({ addedMemberIds })

  test('are not joined by oneself as a Manager, by any change', async () => {
    await admit(second, 'manager', tenant.groups.north)
    expect(await change(admin, south(), members(adminId), '/members')).toEqual(refused)
    expect(await change(admin, south(), { memberIds: [tenant.colleague, adminId] })).toEqual(refused)
    expect(await change(admin, south(), members(adminId))).toEqual(refused)
    expect(await change(admin, self(), { groupIds: [tenant.groups.north, tenant.groups.south] })).toEqual(
      refused,
    )
    const own = { name: 'Own', memberIds: [adminId], contactIds: [ann] }
    expect(codeOf(await admin.call('POST', groups, own))).toEqual(refused)
    const north = `${groups}/${tenant.groups.north}?moveTo=${tenant.groups.south}`
    expect(codeOf(await admin.call('DELETE', north))).toEqual(refused)
    expect(await listed()).toBe(0)
    expect(await change(second, south(), members(adminId), '/members')).toBe(200)
    expect(await listed()).toBe(1)
    expect(
      await change(admin, south(), { addedMemberIds: [], removedMemberIds: [adminId] }, '/members'),
    ).toBe(200)
  })

  test('of one’s own as a user do not share their history by one’s own change', async () => {
    await admit(second, 'user', tenant.groups.south)
    const sharing = { sharedConversationHistory: true }
    expect(await change(admin, south(), sharing, '/info')).toEqual(refused)
    expect(await change(admin, south(), sharing)).toEqual(refused)
    expect(await change(admin, `${groups}/${tenant.groups.north}`, sharing, '/info')).toBe(200)
    expect(await admit(admin, 'user', tenant.groups.north)).toEqual([409, 'user.email-taken'])
    expect(await change(admin, self(), { groupIds: [tenant.groups.north] })).toEqual(refused)
    expect(await change(second, south(), sharing, '/info')).toBe(200)
  })

  test('of others are changed as before', async () => {
    expect(await change(admin, south(), members(tenant.representative), '/members')).toBe(200)
    expect(await change(admin, south(), { sharedConversationHistory: true }, '/info')).toBe(200)
  })
})

describe('contacts', () => {
  const created = (number: string) =>
    admin.call('POST', contacts, { name: 'New', phoneNumbers: [number], groupIds: [tenant.groups.north] })

  test('with conversations do not come into one’s own group by one’s own change', async () => {
    await admit(second, 'manager', tenant.groups.north)
    const groupIds = [tenant.groups.north, tenant.groups.south]
    expect(await change(admin, `${contacts}/${ann}`, { groupIds })).toEqual(refused)
    const north = `${groups}/${tenant.groups.north}`
    expect(await change(admin, north, { addedContactIds: [ann] }, '/members')).toEqual(refused)
    expect(await listed()).toBe(0)
    expect(await change(second, `${contacts}/${ann}`, { groupIds })).toBe(200)
    expect(await listed()).toBe(1)
    expect(await change(admin, `${contacts}/${ann}`, { name: 'Ann Oak' })).toBe(200)
  })

  test('of colleagues do not merge into one of one’s own group by one’s own change', async () => {
    await admit(second, 'manager', tenant.groups.north)
    const number = '+15550130006'
    const personal = { shareLevel: 'personal', ownerId: tenant.representative }
    const { json: of } = await second.call('POST', contacts, {
      name: 'Of Rita',
      phoneNumbers: [number],
      groupIds: [tenant.groups.south],
      ...personal,
    })
    await world.deliver(tenant, { from: number, body: 'Hello Rita' })
    await world.settle()
    expect((await created(number)).status).toBe(200)
    expect(await change(admin, `${contacts}/${of.id}`, { shareLevel: 'global' })).toEqual(refused)
    expect(await listed()).toBe(0)
    expect(await change(second, `${contacts}/${of.id}`, { shareLevel: 'global' })).toBe(200)
    expect(await listed()).toBe(1)
  })

  test('are added to one’s own group while they have no conversations, or one’s own', async () => {
    await admit(second, 'manager', tenant.groups.north)
    expect((await created('+15550130008')).status).toBe(200)
    await change(second, `${accounts('sms')}/${tenant.accounts.sms}`, { ownerId: adminId })
    const groupIds = [tenant.groups.north]
    expect(await change(admin, `${contacts}/${ann}`, { groupIds })).toBe(200)
  })
})

describe('accounts', () => {
  test('with messages do not become one’s own by one’s own change', async () => {
    const desk = `${accounts('sms')}/${tenant.accounts.sms}`
    expect(await change(admin, desk, { ownerId: adminId })).toEqual(refused)
    expect(await change(admin, desk, { ownerId: tenant.colleague })).toBe(200)
    expect(await change(second, desk, { ownerId: adminId })).toBe(200)
    expect(await change(admin, desk, { ownerId: null })).toBe(200)
    expect(await change(admin, desk, { ownerId: adminId })).toEqual(refused)
  })

  test('are one’s own if they are new and only their owner can link them', async () => {
    const own = { name: 'My phone', address: '+14155550001', ownerId: adminId }
    const linked = await admin.call('POST', accounts('whatsappnative'), own)
    expect(codeOf(linked)).toBe(200)
    const bot = { name: 'Bot', address: '@own_bot', details: { token: '99:AAF-a_token' }, ownerId: adminId }
    expect(codeOf(await admin.call('POST', accounts('telegram'), bot))).toEqual(refused)
    expect(codeOf(await admin.call('POST', accounts('telegram'), { ...bot, ownerId: null }))).toBe(200)
    expect(
      codeOf(
        await admin.call('POST', accounts('telegram'), {
          ...bot,
          address: '@other_bot',
          ownerId: tenant.colleague,
        }),
      ),
    ).toBe(200)
  })
})

describe('an import', () => {
  const { work, rowsOf, step } = importSteps(() => ({ world, tenant, admin }))
  const csv = { 'content-type': 'text/csv' }

  /** What becomes of the rows of a file that updates what there is. */
  async function imported(url: string, text: string, by = admin) {
    const { json } = await by.call('POST', `${url}?hold=true`, Buffer.from(text), csv)
    const { mapping, settings } = json
    const updating = { mapping, settings: { ...settings, existing: 'update' } }
    expect(codeOf(await by.call('PUT', `/bff/api/v1/imports/${json.id}`, updating))).toBe(200)
    expect(codeOf(await by.call('POST', `/bff/api/v1/imports/${json.id}/start`))).toBe(200)
    await work()
    const rows: ImportRow[] = await rowsOf(json.id)
    return { id: json.id as string, outcomes: rows.map(({ outcome, reason = '' }) => [outcome, reason]) }
  }
  const refusal = (of: string) => [
    'failed',
    `You can’t give yourself access to more conversations in the messenger. This change would add those ${of}. Nothing was saved. Ask another administrator to make this change.`,
  ]

  const users = (role: string, group: string) => `Email,First name,Last name,Role,Groups
tenant_admin@${tenant.label}.example,Tess,Admin,${role},${group}
new@example.com,New,Person,${role},${group}
`

  test('of messenger users does not change oneself, and brings the others', async () => {
    const { outcomes } = await imported(`${messenger}/import`, users('Manager', 'South'))
    expect(outcomes).toEqual([refusal('with the contacts of a group'), ['created', '']])
    expect((await admin.call('GET', self())).status).toBe(404)
  })

  test('is not undone where that would give oneself more', async () => {
    await admit(second, 'manager', tenant.groups.south)
    const { id, outcomes } = await imported(`${messenger}/import`, users('User', 'South'))
    expect(outcomes).toEqual([
      ['updated', ''],
      ['created', ''],
    ])
    expect((await step(id, 'undo')).status).toBe(200)
    await work()
    const [own, other]: ImportRow[] = await rowsOf(id)
    expect([own?.undone, own?.undoNote, other?.undone]).toEqual([
      false,
      refusal('with the contacts of a group')[1],
      true,
    ])
    expect((await admin.call('GET', self())).json.messengerRole).toBe('user')
  })

  test(
    'of contacts does not bring those with conversations into one’s own group',
    { tags: ['whole'] },
    async () => {
      await admit(second, 'manager', tenant.groups.north)
      const file = `Name,Phone,Share level,Groups
Ann Ash,${annsNumber},Global,North
New,+15550130007,Global,North
`
      const { outcomes } = await imported(`${contacts}/import`, file)
      expect(outcomes).toEqual([refusal('of colleagues with a contact'), ['created', '']])
    },
  )

  test('of accounts brings new ones to oneself that one links', { tags: ['whole'] }, async () => {
    const email = `tenant_admin@${tenant.label}.example`
    const file = `Name,Number,Owner email\nMy phone,+14155550641,${email}\n`
    const { outcomes } = await imported(`${accounts('whatsappnative')}/import`, file)
    expect(outcomes).toEqual([['created', '']])
  })
})
