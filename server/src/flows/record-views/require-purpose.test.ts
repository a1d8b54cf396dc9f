import type { PermissionProfileId } from '@verbatim/contract/ids.ts'
import { purposeLimits } from '@verbatim/contract/purposes.ts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createProfiles } from '#domains/permissions/create-profiles.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { forbidOffTheRecord } from '#testing/policies.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let admin: Caller
let reader: Caller
/** A message without an event, and one with an event. */
let plain: { id: string; conversationId: string }
let flagged: { id: string; conversationId: string }

useTestWorld((opened) => {
  world = opened
})
beforeAll(async () => {
  tenant = await world.makeTenant('purpose')
  admin = await world.as(tenant, tenant.users.super_admin)
  reader = await world.as(tenant, tenant.users.compliance)
  await forbidOffTheRecord(world, admin)
  await world.deliver(tenant, { from: '+15550100001', body: 'See you on Monday' })
  await world.deliver(tenant, { from: '+15550100002', body: 'This is off the record' })
  await world.settle()
  const { items } = (await reader.call('GET', '/bff/api/v1/messages')).json
  plain = items.find(({ body }: { body: string }) => body.includes('Monday'))
  flagged = items.find(({ body }: { body: string }) => body.includes('record'))
})
beforeEach(async () => {
  // Purposes from earlier tests have expired.
  world.pass(purposeLimits.minutes * 60_000)
  reader = await world.as(tenant, tenant.users.compliance)
  admin = await world.as(tenant, tenant.users.super_admin)
  await require(true)
})

const require = async (requiresPurpose: boolean) =>
  expect((await admin.call('PUT', '/bff/organizations', { requiresPurpose })).status).toBe(200)
const get = (path: string, caller = reader) => caller.call('GET', path)
const state = (body: object, caller = reader) => caller.call('POST', '/bff/api/v1/purpose', body)
const refused = { status: 428, json: { code: 'purpose.required' } }

const openings = (of: () => { id: string; conversationId: string }) => [
  () => get(`/bff/api/v1/messages/${of().id}`),
  () => get(`/bff/conversations/${of().conversationId}`),
  () => get(`/bff/conversations/${of().conversationId}/summary`),
]

describe('without a purpose', () => {
  test('messages without an event cannot be listed, opened, exported or used for trials', async () => {
    const attachment = `/bff/api/v1/messages/${plain.id}`
    const id = plain.id
    const calls = [
      () => get('/bff/api/v1/messages'),
      () => get(`/bff/themes/${id}/messages`),
      () => get(`/bff/themes/${id}/examples`),
      () => get('/bff/themes/lines'),
      ...openings(() => plain),
      () => get(`${attachment}/attachments/${id}`),
      () => get(`${attachment}/attachments/${id}/text`),
      () => get(`${attachment}/attachment-preview/${id}`),
      () => get(`/bff/reports/dashboard-url?dashboard-id=${id}`),
      () => get(`/bff/messages/attachment?messageId=${id}&attachmentId=${id}`),
      () => reader.call('POST', '/bff/api/v1/messages/export', { format: 'csv' }),
      () =>
        reader.call('POST', '/bff/api/v1/topics/preview', {
          policy: { name: 'P', rules: [{ type: 'phrase', pattern: 'Monday' }] },
          days: 30,
        }),
    ]
    for (const call of calls) expect(await call()).toMatchObject(refused)
    const named = world.app.served.filter(({ endpoint }) => endpoint?.failures?.includes('purpose.required'))
    expect(named).toHaveLength(calls.length)
  })

  test('an event that the reader may not see gives no access, and does not reveal its existence', async () => {
    const id = newId<PermissionProfileId>(world.ctx.now())
    await inTenant(world.ctx.db, tenant.id, async (tx) => {
      await createProfiles(tx, [{ id, name: 'South', channels: ['sms'], groupIds: [tenant.groups.south] }])
      await sql`update permission_profile_member set profile_id = ${id}
        where user_id = ${tenant.northerner}`.execute(tx)
    })
    const northerner = await world.as(tenant, tenant.northerner)
    const nothing = newId(world.ctx.now())
    for (const seen of [flagged.id, nothing])
      expect(await get(`/bff/api/v1/messages/${seen}`, northerner)).toMatchObject(refused)
  })

  test('the messages of an event can be opened', async () => {
    for (const call of openings(() => flagged)) expect(await call()).toMatchObject({ status: 200 })
    const { items } = (await get('/bff/api/v1/cognitive-events')).json
    expect(items).toHaveLength(1)
  })

  test('the palette finds everything but messages', async () => {
    const kinds = async (text: string) =>
      (await get(`/bff/api/v1/find?text=${encodeURIComponent(text)}`)).json.items.map(
        ({ kind }: { kind: string }) => kind,
      )
    expect(await kinds('record')).toEqual(['policy'])
    expect(await kinds(plain.id)).toEqual([])
    await state({ kind: 'supervision' })
    expect(await kinds('record')).toContain('message')
    expect(await kinds(plain.id)).toEqual(['message'])
  })
})

describe('a stated purpose', () => {
  test('opens everything for an hour, and is audited with the content that was read', async () => {
    const { json } = await state({ kind: 'complaint', reference: 'C-2041' })
    expect(json).toMatchObject({ isRequired: true, current: { kind: 'complaint', reference: 'C-2041' } })
    expect((await get('/bff/api/v1/messages')).json.total).toBe(2)
    for (const call of openings(() => plain)) expect(await call()).toMatchObject({ status: 200 })
    const trail = (
      await get('/audit/events?filter=eventType[in]:purpose_stated|message_viewed|messages_listed&limit=3')
    ).json.items
    for (const { changes } of trail)
      expect(changes).toContainEqual({ field: 'purpose', old: null, new: 'Client complaint: C-2041' })
    await reader.call('POST', '/bff/api/v1/messages/export', { format: 'csv' })
    const [{ changes: exported }] = (await get('/audit/events?filter=eventType[eq]:export_created&limit=1'))
      .json.items
    expect(exported).toContainEqual({ field: 'purpose', old: null, new: 'Client complaint: C-2041' })
    world.pass(purposeLimits.minutes * 60_000)
    reader = await world.as(tenant, tenant.users.compliance)
    expect(await get('/bff/api/v1/messages')).toMatchObject(refused)
  })

  test('applies only to the user who stated it', async () => {
    await state({ kind: 'supervision' })
    expect(await get('/bff/api/v1/messages', admin)).toMatchObject(refused)
  })

  test('names a case, unless it is routine supervision', async () => {
    expect(await state({ kind: 'investigation' })).toMatchObject({ status: 400 })
    expect(await state({ kind: 'investigation', reference: 'INV-7' })).toMatchObject({ status: 200 })
  })

  test('is available only to users who read messages', async () => {
    const none = await world.as(tenant, tenant.users.none)
    expect(await state({ kind: 'supervision' }, none)).toMatchObject({
      status: 403,
      json: { details: { permission: 'messages.view' } },
    })
  })
})

test('no purpose is needed if the organization does not require one', async () => {
  await require(false)
  expect((await get('/bff/api/v1/purpose')).json).toEqual({ isRequired: false })
  expect(await get('/bff/api/v1/messages')).toMatchObject({ status: 200 })
})
