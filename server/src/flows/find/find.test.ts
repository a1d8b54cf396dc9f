import { auditWordsOf } from '@verbatim/contract/audit-types.ts'
import { type Found, FoundKind } from '@verbatim/contract/find.ts'
import { MessageId } from '@verbatim/contract/ids.ts'
import { rolePermissions } from '@verbatim/contract/permissions.ts'
import { describe, expect, test } from 'vitest'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { furnish } from '#testing/furnish.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import type { Things } from '#testing/crawl/things.ts'
import { insertThemes } from '#testing/themes.ts'
import { addUser } from '#testing/users.ts'

let world: World
let tenant: WorldTenant
let things: Things
let admin: Caller
/** A compliance user of the north group. */
let northerner: Caller
let stranger: Caller
/** A thing of each kind. */
let idOf: Readonly<Record<FoundKind, string>>
let northMessageId: string
let southMessageId: string

useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('finding')
  things = await furnish(world, tenant)
  const usual = (noun: string) => things.usual[`/bff/api/v1/${noun}`]?.id ?? ''
  admin = await world.as(tenant, tenant.users.super_admin)
  northerner = await world.as(tenant, tenant.northerner)
  const other = await world.makeTenant('elsewhere')
  stranger = await world.as(other, other.users.super_admin)
  await contact('Wendy North', '+15550170001', tenant.groups.north)
  await contact('Wendy South', '+15550170002', tenant.groups.south)
  // The SMS account belongs to a member of the north group; that of WhatsApp has no owner.
  await world.deliver(tenant, { from: '+15550170001', body: 'The wombat report is due.' })
  await world.deliver(tenant, { from: '+15550170002', body: 'A wombat for the south.', channel: 'whatsapp' })
  await world.settle()
  const { json } = await admin.call('GET', '/bff/api/v1/messages?search=wombat&sort=channelType')
  ;[northMessageId, southMessageId] = json.items.map(({ id }: { id: string }) => id)
  const insight = await admin.call('POST', '/bff/insights', { name: 'Found', definition: { tiles: [] } })
  const [entry] = (await admin.call('GET', '/audit/events?limit=1')).json.items
  idOf = {
    'platform-user': tenant.users.analyst,
    'messenger-user': tenant.representative,
    contact: things.contactId,
    group: things.groupId,
    policy: things.policyId,
    'permission-profile': things.profileId,
    theme: things.themeId,
    insight: insight.json.id,
    message: things.messageId,
    conversation: things.conversationId,
    event: things.eventId,
    notification: things.notificationId,
    account: tenant.accounts.sms,
    attachment: things.attachmentId,
    'audit-event': entry.id,
    request: entry.requestId,
    export: things.exportId,
    'metric-alert': usual('metric-alerts'),
    'scheduled-report': usual('report-schedules'),
    'insight-provider': usual('insight-providers'),
    import: things.importId,
    'change-request': things.changeRequestId,
  }
})

const contact = (name: string, phone: string, groupId: string) =>
  admin.call('POST', '/messenger/api/v1/contacts', { name, phoneNumbers: [phone], groupIds: [groupId] })

async function find(caller: Caller, text: string): Promise<readonly Found[]> {
  const {
    status,
    json,
    text: body,
  } = await caller.call('GET', `/bff/api/v1/find?text=${encodeURIComponent(text)}`)
  expect(status, body).toBe(200)
  return json.items
}
const namesOf = (found: readonly Found[], kind: Found['kind']) =>
  found.filter((one) => one.kind === kind).map(({ name }) => name)

describe('a text', () => {
  test('finds people, contacts, groups, policies and profiles by parts of their names', async () => {
    const found = await find(admin, 'canary')
    const kinds = new Set(found.map(({ kind }) => kind))
    expect([...kinds].toSorted()).toEqual(
      expect.arrayContaining(['contact', 'group', 'message', 'permission-profile', 'policy']),
    )
    expect(namesOf(await find(admin, 'wendy so'), 'contact')).toEqual(['Wendy South'])
    expect(namesOf(await find(admin, 'NORTH'), 'group')).not.toEqual([])
  })

  test('finds names that begin with it first, and at most five of a kind', async () => {
    for (const name of ['Ann Quill', 'Quill Ann', 'Quill Bo', 'B Quill', 'C Quill', 'D Quill', 'E Quill'])
      await contact(
        name,
        `+1555018${name.length}${name.charCodeAt(0)}${name.charCodeAt(6)}`.slice(0, 12),
        tenant.groups.north,
      )
    const names = namesOf(await find(admin, 'quill'), 'contact')
    expect(names).toHaveLength(5)
    expect(names.slice(0, 2)).toEqual(['Quill Ann', 'Quill Bo'])
  })

  test('finds messages by unfinished words, and people in conversations by their addresses', async () => {
    const found = await find(admin, 'womba')
    expect(found.filter(({ kind }) => kind === 'message').map(({ detail }) => detail)).toEqual(
      expect.arrayContaining([expect.stringContaining('wombat report')]),
    )
    expect((await find(admin, '5550170001')).map(({ kind }) => kind)).toContain('conversation')
  })

  test('of fewer than three characters does not search texts and conversations', async () => {
    const kinds = (await find(admin, 'wo')).map(({ kind }) => kind)
    expect(kinds).not.toContain('message')
    expect(kinds).not.toContain('conversation')
  })

  test('of only punctuation is handled like any other', async () => {
    for (const text of ['%', '_', '"', '(', '*', '-', 'a*', '" OR', '\\']) await find(admin, text)
    expect((await find(admin, '%')).filter(({ name }) => !name.includes('%'))).toEqual([])
  })

  test('that is empty or too long is refused', async () => {
    for (const text of ['', '  ', 'x'.repeat(201)])
      expect((await admin.call('GET', `/bff/api/v1/find?text=${text}`)).status).toBe(400)
  })
})

describe('access', () => {
  test('excludes contacts, messages and conversations of other groups', async () => {
    expect(namesOf(await find(northerner, 'wendy'), 'contact')).toEqual(['Wendy North'])
    expect(namesOf(await find(admin, 'wendy'), 'contact')).toEqual(['Wendy North', 'Wendy South'])
    const messages = (await find(northerner, 'wombat')).filter(({ kind }) => kind === 'message')
    expect(messages.map(({ id }) => id)).toEqual([northMessageId])
    expect((await find(northerner, '5550170002')).map(({ kind }) => kind)).not.toContain('conversation')
    expect((await find(admin, '5550170002')).map(({ kind }) => kind)).toContain('conversation')
    expect(await find(northerner, southMessageId)).toEqual([])
    expect(await find(northerner, northMessageId)).toMatchObject([{ kind: 'message', id: northMessageId }])
  })

  test('excludes themes and requests of messages of other groups, and hidden themes', async () => {
    const [north, south] = [northMessageId, southMessageId].map((id) => MessageId.parse(id))
    const [northThemeId, southThemeId] = await inTenant(world.ctx.db, tenant.id, (tx) =>
      insertThemes(
        tx,
        [north, south].map((id) => ({ name: `Theme of ${id}`, messageIds: [id!] })),
        world.ctx.now(),
      ),
    )
    expect(await find(northerner, northThemeId!)).toMatchObject([{ kind: 'theme', id: northThemeId }])
    expect(await find(northerner, southThemeId!)).toEqual([])
    expect(await find(admin, southThemeId!)).toMatchObject([{ kind: 'theme', id: southThemeId }])
    const analyst = await world.as(tenant, tenant.users.analyst)
    expect(await find(analyst, southThemeId!)).toMatchObject([{ kind: 'theme', id: southThemeId }])
    await admin.call('PUT', `/bff/themes/${southThemeId}`, { isHidden: true })
    expect(await find(analyst, southThemeId!)).toEqual([])
    expect(await find(admin, southThemeId!)).toMatchObject([{ kind: 'theme', id: southThemeId }])
    const requestOf = async (id: string) => {
      await admin.call('GET', `/bff/api/v1/messages/${id}`)
      const asked = `/audit/events?filter=target[eq]:${id}`
      return (await admin.call('GET', asked)).json.items[0].requestId
    }
    const found = { kind: 'request', name: '1 audit event', detail: expect.any(String) }
    expect(await find(northerner, await requestOf(northMessageId))).toMatchObject([found])
    expect(await find(northerner, await requestOf(southMessageId))).toEqual([])
    expect(await find(admin, await requestOf(southMessageId))).toMatchObject([found])
  })

  test('excludes every kind without the permission for it', async () => {
    const powerless = await world.as(tenant, tenant.users.none)
    const representative = await world.as(tenant, tenant.representative)
    for (const caller of [powerless, representative])
      for (const text of ['canary', 'wendy', 'north', ...Object.values(idOf)])
        expect(await find(caller, text), text).toEqual([])
    expect(rolePermissions.analyst).not.toContain('audit.view')
    const analyst = await world.as(tenant, tenant.users.analyst)
    const [{ id: entry, type }] = (await admin.call('GET', '/audit/events?limit=1')).json.items
    const { label } = auditWordsOf(type)
    expect(await find(analyst, entry)).toEqual([])
    expect(await find(analyst, idOf.request)).toEqual([])
    expect(await find(admin, entry)).toMatchObject([{ kind: 'audit-event', id: entry, name: label }])
    expect(await find(analyst, things.notificationId)).toEqual([])
    expect(await find(analyst, tenant.accounts.sms)).toEqual([])
    expect(await find(analyst, things.importId)).toEqual([])
  })

  test('excludes an export of another user', async () => {
    expect(await find(admin, things.exportId)).toMatchObject([{ kind: 'export', id: things.exportId }])
    expect(await find(northerner, things.exportId)).toEqual([])
  })

  test('returns nothing to another organization', async () => {
    for (const text of ['canary', 'wendy', 'wombat', ...Object.values(idOf)])
      expect(await find(stranger, text), text).toEqual([])
  })
})

describe('an ID', () => {
  test.each(FoundKind.options)('is recognized: %s', async (kind) => {
    const found = await find(admin, idOf[kind].toUpperCase())
    expect(found).toMatchObject([{ kind, id: idOf[kind] }])
    if (kind === 'attachment') expect(found[0]?.messageId).toBe(things.messageId)
  })

  test('of nothing finds nothing', async () => {
    expect(await find(admin, newId(world.ctx.now()))).toEqual([])
  })

  test('of a user with both applications is recognized in both', async () => {
    const { id } = await addUser(world, tenant, {
      email: 'both@finding.example',
      firstName: 'Bo',
      lastName: 'Both',
      role: 'analyst',
      messengerRole: 'user',
    })
    expect((await find(admin, id)).map(({ kind }) => kind)).toEqual(['platform-user', 'messenger-user'])
  })
})

test('a question is in the audit trail with its text', async () => {
  await find(admin, 'wendy south')
  const { json } = await admin.call('GET', '/audit/events?filter=eventType[eq]:everything_searched&limit=200')
  expect(json.items).toContainEqual(
    expect.objectContaining({
      changes: expect.arrayContaining([{ field: 'text', old: null, new: 'wendy south' }]),
      counts: { found: 1 },
    }),
  )
})

describe('the card of a person', () => {
  const cardOf = (caller: Caller, kind: 'user' | 'contact', id: string) =>
    caller.call('GET', `/bff/api/v1/people/${kind}/${id}`)
  const wendy = async (side: 'North' | 'South') =>
    (await find(admin, `Wendy ${side}`)).find(({ kind }) => kind === 'contact')?.id ?? ''

  test('shows the groups, the channels and the number of open events of a contact', async () => {
    const { status, json } = await cardOf(admin, 'contact', await wendy('North'))
    expect(status).toBe(200)
    expect(json).toMatchObject({ name: 'Wendy North', pages: ['contact'], channels: ['sms'], openEvents: 0 })
    expect(json.groups).toMatchObject([{ id: tenant.groups.north }])
    expect(json.role).toBeUndefined()
  })

  test('shows the role of a user to users who may see users', async () => {
    const { json } = await cardOf(admin, 'user', tenant.users.compliance)
    expect(json).toMatchObject({ role: 'compliance', pages: ['platform-user'], channels: [] })
  })

  test('counts the events that the list of events has with the same filter', async () => {
    await world.deliver(tenant, { from: '+15550170001', body: 'Off the record, about the wombats.' })
    await world.settle()
    const id = await wendy('North')
    const asked = `authorId[eq]:${id},status[in]:new|in_review|escalated`
    for (const caller of [admin, northerner]) {
      const { json } = await caller.call('GET', `/bff/api/v1/cognitive-events?filter=${asked}`)
      expect(json.total).toBeGreaterThan(0)
      expect((await cardOf(caller, 'contact', id)).json.openEvents).toBe(json.total)
    }
  })

  test('is not shown to users who may not see the person, and leaves out parts without permission', async () => {
    const [north, south] = [await wendy('North'), await wendy('South')]
    expect((await cardOf(northerner, 'contact', north)).status).toBe(200)
    expect((await cardOf(northerner, 'contact', south)).status).toBe(404)
    expect((await cardOf(stranger, 'contact', north)).status).toBe(404)
    expect((await cardOf(stranger, 'user', tenant.users.compliance)).status).toBe(404)
    // A contact is no user, and the other way round.
    expect((await cardOf(admin, 'user', north)).status).toBe(404)
    const powerless = await world.as(tenant, tenant.users.none)
    for (const id of [north, south, tenant.users.compliance])
      for (const kind of ['user', 'contact'] as const)
        expect((await cardOf(powerless, kind, id)).status).toBe(404)
  })
})
