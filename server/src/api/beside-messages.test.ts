/** Reads of data related to messages follow the reader's scope, and users cannot extend their own. Source: docs/decisions/0042. */
import type { AuditEvent } from '@verbatim/contract/audit.ts'
import { describe, expect, test } from 'vitest'
import type { UserId } from '@verbatim/contract/ids.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { addUser } from '#testing/users.ts'

let world: World
let tenant: WorldTenant
let admin: Caller
/** A compliance user of the north group. */
let northerner: Caller
/** An administrator of the north group. */
let northAdmin: Caller
let northAdminId: UserId
const contacts = { north: '', south: '', ownNorth: '', ownSouth: '', strayed: '' }
const base = '/messenger/api/v1/contacts'

useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('beside')
  const added = await addUser(world, tenant, {
    email: 'north-admin@beside.example',
    firstName: 'Nora',
    lastName: 'North',
    role: 'tenant_admin',
    profileIds: [tenant.profiles.north],
  })
  northAdminId = added.id
  northAdmin = added.caller
  admin = await world.as(tenant, tenant.users.super_admin)
  northerner = await world.as(tenant, tenant.northerner)
  const { north, south } = tenant.groups
  const made = async (name: string, groupId: string, ownerId?: string) => {
    const phone = `+1555012${String(Object.values(contacts).filter((id) => id !== '').length).padStart(4, '0')}`
    const { status, json, text } = await admin.call('POST', base, {
      name,
      phoneNumbers: [phone],
      groupIds: [groupId],
      ...(ownerId && { shareLevel: 'personal', ownerId }),
    })
    expect(status, text).toBe(200)
    return json.id as string
  }
  contacts.north = await made('Norman Global', north)
  contacts.south = await made('Sue Global', south)
  contacts.ownNorth = await made('Nils Personal', north, tenant.representative)
  contacts.ownSouth = await made('Sara Personal', south, tenant.colleague)
  // In a group of the reader, but personal to another group's representative.
  contacts.strayed = await made('Stray Personal', north, tenant.colleague)
})

const idsOf = (json: { items: { id: string }[] }) => json.items.map(({ id }) => id).toSorted()
const trail = async (caller: Caller, question = '') =>
  (await caller.call('GET', `/audit/events?limit=200${question}`)).json.items as AuditEvent[]

describe('contacts', () => {
  test('are listed within the reader’s groups; a personal one counts in groups that it shares with its owner', async () => {
    const { json } = await northerner.call('GET', base)
    expect(idsOf(json)).toEqual([contacts.north, contacts.ownNorth].toSorted())
    expect(json.total).toBe(2)
    expect(idsOf((await admin.call('GET', base)).json)).toEqual(Object.values(contacts).toSorted())
    const searched = await northerner.call('GET', `${base}?search=Personal`)
    expect(idsOf(searched.json)).toEqual([contacts.ownNorth])
    const chosen = await northerner.call('GET', '/messenger/api/v1/group-contacts')
    expect(idsOf(chosen.json)).toEqual([contacts.north, contacts.ownNorth].toSorted())
  })

  test.each(['south', 'ownSouth', 'strayed'] as const)(
    'another group’s (%s) is as if it were not there',
    async (which) => {
      const at = `${base}/${contacts[which]}`
      const nothing = await northerner.call('GET', `${base}/00000000-0000-7000-8000-000000000000`)
      for (const path of [at, `${at}/history`, `${at}/avatar`]) {
        const { status, json } = await northerner.call('GET', path)
        expect([path, status, json.code]).toEqual([path, 404, nothing.json.code])
      }
      const draft = { name: 'X', phoneNumbers: ['+15550129999'], groupIds: [tenant.groups.north] }
      for (const [method, path, body] of [
        ['PUT', at, { ...draft, expectedVersion: 1 }],
        ['POST', `${at}/effect`, draft],
        ['DELETE', `${at}?expectedVersion=1`, undefined],
        ['DELETE', `${at}/avatar`, undefined],
      ] as const) {
        const { status, json } = await northAdmin.call(method, path, body)
        expect([path, status, json.code]).toEqual([path, 404, 'contact.not-found'])
      }
    },
  )

  test('cannot be created or moved where the user cannot see them', async () => {
    const { south, north } = tenant.groups
    const draft = { name: 'Hidden', phoneNumbers: ['+15550127777'], groupIds: [south] }
    const made = await northAdmin.call('POST', base, draft)
    expect([made.status, made.json.code]).toEqual([403, 'contact.beyond-scope'])
    const own = { ...draft, groupIds: [north], shareLevel: 'personal', ownerId: tenant.colleague }
    expect((await northAdmin.call('POST', base, own)).json.code).toBe('contact.beyond-scope')
    const moved = await northAdmin.call('PUT', `${base}/${contacts.north}`, {
      name: 'Norman Global',
      phoneNumbers: ['+15550120000'],
      groupIds: [south],
      expectedVersion: 1,
    })
    expect([moved.status, moved.json.code]).toEqual([403, 'contact.beyond-scope'])
    expect(idsOf((await northAdmin.call('GET', base)).json)).toContain(contacts.north)
  })

  test('of others are not named when a number is already in use', async () => {
    const taken = { name: 'Twin', phoneNumbers: ['+15550120001'], groupIds: [tenant.groups.north] }
    const { status, text, json } = await northAdmin.call('POST', base, taken)
    expect([status, json.code]).toEqual([409, 'contact.duplicate-global'])
    expect(text).not.toContain('Sue')
    const seen = await admin.call('POST', base, taken)
    expect(seen.text).toContain('Sue')
  })
})

describe('the audit trail', () => {
  test('shows messages, conversations and contacts within the reader’s groups, and the organization', async () => {
    const north = await trail(northerner)
    const names = north.map(({ target }) => target?.name)
    expect(names).toContain('Norman Global')
    expect(names).toContain('Nils Personal')
    expect(JSON.stringify(north)).not.toMatch(/Sue Global|Sara Personal|Stray Personal/)
    const all = (await trail(admin)).map(({ target }) => target?.name)
    expect(all).toEqual(expect.arrayContaining(['Sue Global', 'Sara Personal', 'Stray Personal']))
    const south = `/messenger/api/v1/conversation-groups/${tenant.groups.south}`
    await admin.call('PUT', `${south}/info`, {
      name: 'South',
      description: 'Sent to the south',
      sharedConversationHistory: false,
      expectedVersion: (await admin.call('GET', south)).json.version,
    })
    const groups = '&filter=eventType[eq]:messenger_conversation_group_info_updated'
    expect(await trail(northerner, groups)).toHaveLength(0)
    expect(await trail(admin, groups)).toHaveLength(1)
  })

  test('follows the same rules in its files and names of people', async () => {
    const { text } = await northerner.call('GET', '/audit/events/export')
    expect(text).toContain('Norman Global')
    expect(text).not.toMatch(/Sue Global|Sara Personal|Stray Personal/)
    const colleague = await world.as(tenant, tenant.users.analyst)
    await colleague.call('GET', `${base}?search=Sara`)
    const names = async (caller: Caller) =>
      ((await caller.call('GET', '/audit/actors')).json.items as { name: string }[]).map(({ name }) => name)
    expect(await names(admin)).toContain('analyst beside')
    expect(await names(northerner)).not.toContain('analyst beside')
  })

  test('details of a message are shown only to users who may see it', async () => {
    await world.deliver(tenant, { from: '+15550130001', body: 'hello' }) // the representative’s: north
    await world.deliver(tenant, { from: '+15550130002', body: 'hello', channel: 'whatsapp' }) // in no group
    await world.settle()
    const { json } = await admin.call('GET', '/bff/api/v1/messages')
    for (const { id } of json.items) await admin.call('GET', `/bff/api/v1/messages/${id}`)
    const viewed = '&filter=eventType[eq]:message_viewed'
    expect(await trail(admin, viewed)).toHaveLength(2)
    expect(await trail(northerner, viewed)).toHaveLength(1)
  })
})

describe('capture health', () => {
  test('shows the accounts of the reader’s channels and groups', async () => {
    const person = { email: 'south-sms@beside.example', firstName: 'Sol', lastName: 'South' }
    const { caller: southerner } = await addUser(
      world,
      tenant,
      { ...person, role: 'compliance' },
      { name: 'South SMS', channels: ['sms'], groupIds: [tenant.groups.south] },
    )
    const { json } = await southerner.call('GET', '/bff/api/v1/accounts')
    expect(json).toEqual({ items: [], total: 0 })
    const one = await southerner.call('GET', `/bff/api/v1/accounts/${tenant.accounts.sms}`)
    expect([one.status, one.json.code]).toEqual([404, 'account.not-found'])
    const north = await northerner.call('GET', '/bff/api/v1/accounts')
    expect(idsOf(north.json)).toEqual(Object.values(tenant.accounts).toSorted())
  })
})

describe('one’s own reach', () => {
  const profiles = '/bff/api/v1/permission-profiles'
  const users = '/bff/api/v1/users'

  test('cannot be extended by oneself: not through a profile, a membership, a new profile or one’s own user', async () => {
    const { json: own } = await northAdmin.call('GET', `${profiles}/${tenant.profiles.north}`)
    const wide = { channels: own.channels, groups: 'all', permissions: [], expectedVersion: own.version }
    const { json: all } = await northAdmin.call('GET', `${profiles}/${tenant.profiles.everything}`)
    const { json: self } = await northAdmin.call('GET', `${users}/${northAdminId}`)
    for (const [method, path, body] of [
      ['PUT', `${profiles}/${own.id}/permissions`, wide],
      [
        'PUT',
        `${profiles}/${all.id}/members`,
        { added: [northAdminId], removed: [], expectedVersion: all.version },
      ],
      [
        'POST',
        profiles,
        {
          name: 'Mine',
          description: '',
          channels: ['sms'],
          groups: 'all',
          permissions: [],
          memberIds: [northAdminId],
        },
      ],
      [
        'PUT',
        `${users}/${northAdminId}`,
        {
          firstName: self.firstName,
          lastName: self.lastName,
          role: self.role,
          enabled: true,
          permissionProfileIds: [own.id, all.id],
          expectedVersion: self.version,
        },
      ],
    ] as const) {
      const { status, json } = await northAdmin.call(method, path, body)
      expect([path, status, json.code]).toEqual([path, 403, 'permission-profile.own-reach'])
    }
    expect((await northAdmin.call('GET', `${profiles}/${own.id}`)).json.version).toBe(own.version)
  })

  test('can be extended by a second person, and reduced by oneself', async () => {
    const { json: own } = await admin.call('GET', `${profiles}/${tenant.profiles.north}`)
    const given = { channels: own.channels, groups: Object.values(tenant.groups), permissions: [] }
    const at = `${profiles}/${own.id}/permissions`
    const widened = await admin.call('PUT', at, { ...given, expectedVersion: own.version })
    expect(widened.status, widened.text).toBe(200)
    const narrowed = await northAdmin.call('PUT', at, {
      ...given,
      groups: [tenant.groups.north],
      expectedVersion: own.version + 1,
    })
    expect(narrowed.status, narrowed.text).toBe(200)
  })
})

describe('lists and claims', () => {
  test('a list is recorded once per question, with its filters, its scope and the number of results', async () => {
    const reader = await world.as(tenant, tenant.users.compliance)
    const ask = (question: string) => reader.call('GET', `/bff/api/v1/messages?${question}`)
    for (const question of [
      'search=hello',
      'search=hello&limit=1',
      'search=hello&limit=1&skip=1',
      'search=goodbye',
    ])
      expect((await ask(question)).status).toBe(200)
    const by = `&filter=user[eq]:${tenant.users.compliance}`
    const listed = await trail(admin, `&filter=eventType[eq]:messages_listed${by}`)
    const found = listed.map(({ changes, counts }) => [
      changes.find(({ field }) => field === 'search')?.new,
      changes.find(({ field }) => field === 'accessScope')?.new,
      counts['found'],
    ])
    expect(found.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))).toEqual([
      ['goodbye', 'all channels in all groups', 0],
      ['hello', 'all channels in all groups', 2],
    ])
    expect(await trail(northerner, `&filter=eventType[eq]:messages_listed${by}`)).toHaveLength(0)
  })

  test('a request that claims another identity is refused and recorded once', async () => {
    for (const headers of [{ 'x-user-id': tenant.users.analyst }, { 'x-tenant-id': tenant.groups.north }])
      for (let times = 0; times < 2; times++) {
        const { status, json } = await northerner.call('GET', base, undefined, headers)
        expect([status, json.code]).toEqual([403, 'session.mismatch'])
      }
    const refusals = await trail(admin, '&filter=eventType[eq]:claim_refused')
    expect(refusals.map(({ actor, changes }) => [actor.id, changes[0]])).toEqual(
      expect.arrayContaining([
        [tenant.northerner, { field: 'x-user-id', old: tenant.northerner, new: tenant.users.analyst }],
        [tenant.northerner, { field: 'x-tenant-id', old: tenant.id, new: tenant.groups.north }],
      ]),
    )
    expect(refusals).toHaveLength(2)
  })
})
