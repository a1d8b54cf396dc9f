/** Insights are made, changed, restored, removed and shown to those who may see them, and to no one else. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { type Caller, refusal } from '#testing/caller.ts'
import { useTenants } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let admin: Caller
let analyst: Caller
/** Sees insights, and changes none. */
let reader: Caller

useTenants('insights', async (made, opened) => {
  world = opened
  tenant = made
  admin = await world.as(tenant, tenant.users.super_admin)
  analyst = await world.as(tenant, tenant.users.analyst)
  reader = await world.as(tenant, tenant.users.compliance)
})

const path = '/bff/insights'
const tile = (id: string, metric: string, x = 0) => ({
  id,
  kind: 'figure',
  metric,
  filter: {},
  place: { x, y: 0, w: 3, h: 2 },
})
const messages = { tiles: [tile('one', 'messages')] }
const two = { usualDays: 7, tiles: [tile('one', 'messages'), tile('two', 'contacts', 3)] }

async function create(over: object = {}, caller = analyst) {
  const { status, json } = await caller.call('POST', path, { name: 'Desk', definition: messages, ...over })
  expect({ status, json }).toMatchObject({ status: 200 })
  return json
}
const get = (caller: Caller, id: string) => caller.call('GET', `${path}/${id}`)
const menuOf = async (caller: Caller): Promise<string[]> => {
  const { groups } = (await caller.call('GET', `${path}/menu`)).json
  return groups.flatMap(({ items }: { items: { name: string }[] }) => items.map(({ name }) => name))
}
const namesFor = async (caller: Caller) =>
  (await caller.call('GET', path)).json.items.map(({ name }: { name: string }) => name)

test('an insight is created, found in list and menu, changed on its version, and audited', async () => {
  const made = await create()
  expect(made).toMatchObject({
    name: 'Desk',
    type: 'dashboard',
    audience: 'everybody',
    version: 1,
    tileCount: 1,
    isReadyMade: false,
    definition: { usualDays: 30 },
  })
  expect(await namesFor(reader)).toEqual(['Desk'])
  expect(await menuOf(reader)).toContain('Desk')
  const change = { definition: two, type: 'report', expectedVersion: 1 }
  const changed = await analyst.call('PUT', `${path}/${made.id}`, change)
  expect(changed.json).toMatchObject({ version: 2, tileCount: 2, type: 'report', name: 'Desk' })
  expect(await refusal(admin.call('PUT', `${path}/${made.id}`, { ...change, name: 'Mine' }))).toEqual([
    409,
    'insight.changed',
  ])
  expect((await get(reader, made.id)).json).toMatchObject({ name: 'Desk', version: 2 })
  // The same again is no change.
  const again = await analyst.call('PUT', `${path}/${made.id}`, { ...change, expectedVersion: 2 })
  expect(again.json.version).toBe(2)
  const { items } = (
    await admin.call('GET', '/audit/events?filter=eventType[in]:insight_created|insight_updated')
  ).json
  expect(items).toHaveLength(2)
  expect(items[0].changes).toContainEqual({
    field: 'tiles',
    old: 'Messages',
    new: 'Messages, Digital contacts',
  })
})

test('the trail names the tiles that changed or moved, and no text of them', async () => {
  const changesTo = async (id: string, tiles: readonly object[]) => {
    expect((await analyst.call('PUT', `${path}/${id}`, { definition: { tiles } })).status).toBe(200)
    const { items } = (await admin.call('GET', '/audit/events?filter=eventType[eq]:insight_updated')).json
    return items[0].changes
  }
  const note = (text: string, id = 'note') => ({
    id,
    kind: 'text',
    text,
    place: { x: 0, y: 4, w: 3, h: 2 },
  })
  const { id } = await create({ definition: { tiles: [tile('one', 'messages'), note('Before')] } })
  const sms = { ...tile('one', 'messages'), filter: { channel: ['sms'] } }
  expect(await changesTo(id, [sms, note('Before')])).toEqual([
    { field: 'changedTiles', old: null, new: 'Messages' },
  ])
  const moved = { ...sms, place: { ...sms.place, x: 6 } }
  expect(await changesTo(id, [moved, note('After')])).toEqual([
    { field: 'changedTiles', old: null, new: 'Text' },
    { field: 'movedTiles', old: null, new: 'Messages' },
  ])
  expect(await changesTo(id, [moved, note('After', 'other')])).toEqual([
    { field: 'changedTiles', old: null, new: 'Text' },
  ])
  // Their order alone is no change.
  await analyst.call('PUT', `${path}/${id}`, { definition: { tiles: [note('After', 'other'), moved] } })
  expect((await get(analyst, id)).json.version).toBe(4)
})

test('a name is unique however it is written, and free again after a removal', async () => {
  const { id } = await create({ name: 'Ｄesk é' })
  for (const name of ['Desk é', 'DESK É', ' desk  é ', 'Desk e\u0301'])
    expect(await refusal(analyst.call('POST', path, { name, definition: messages }))).toEqual([
      409,
      'insight.name-taken',
    ])
  const other = await create({ name: 'Other' })
  const taken = await analyst.call('PUT', `${path}/${other.id}`, { name: 'desk É' })
  expect(taken.json.message).toBe('The provided Insight name is already in use.')
  expect((await analyst.call('DELETE', `${path}/${id}?expectedVersion=1`)).status).toBe(200)
  await create({ name: 'Desk é' })
  expect(await refusal(analyst.call('POST', `${path}/${id}/undo-removal`))).toEqual([
    409,
    'insight.name-taken',
  ])
})

test('a removed insight is gone for all, until its removal is undone', async () => {
  const { id } = await create()
  expect(await refusal(analyst.call('POST', `${path}/${id}/undo-removal`))).toEqual([
    404,
    'insight.not-found',
  ])
  expect(await refusal(analyst.call('DELETE', `${path}/${id}?expectedVersion=9`))).toEqual([
    409,
    'insight.changed',
  ])
  await analyst.call('DELETE', `${path}/${id}`)
  for (const caller of [admin, reader])
    for (const url of ['', '/figures'])
      expect(await refusal(caller.call('GET', `${path}/${id}${url}`))).toEqual([404, 'insight.not-found'])
  expect(await menuOf(admin)).not.toContain('Desk')
  expect((await analyst.call('POST', `${path}/${id}/undo-removal`)).json).toMatchObject({ name: 'Desk' })
  expect(await menuOf(reader)).toContain('Desk')
})

test('an earlier version is restored as a new one; its name and its readers stay', async () => {
  const { id } = await create()
  await analyst.call('PUT', `${path}/${id}`, { name: 'Renamed', definition: two, audience: 'profiles' })
  const versions = async () => (await analyst.call('GET', `${path}/${id}/versions`)).json.items
  expect(await versions()).toMatchObject([
    { version: 2, name: 'Renamed', tileCount: 2 },
    { version: 1, name: 'Desk', tileCount: 1 },
  ])
  const restore = (version: number, expectedVersion?: number) =>
    analyst.call('POST', `${path}/${id}/versions/${version}/restore`, { expectedVersion })
  expect(await refusal(restore(1, 1))).toEqual([409, 'insight.changed'])
  expect(await refusal(restore(9))).toEqual([404, 'insight.not-found'])
  expect((await restore(1, 2)).json).toMatchObject({
    version: 3,
    name: 'Renamed',
    audience: 'profiles',
    tileCount: 1,
    definition: { usualDays: 30 },
  })
  expect(await versions()).toHaveLength(3)
})

test('the newest 200 versions are listed, each with its number of tiles', async () => {
  const { id } = await create()
  await inTenant(world.ctx.db, tenant.id, (tx) =>
    sql`insert into insight_version (insight_id, version, name, type, definition, changed_at, changed_by_name)
      select insight_id, version + more, name, type, definition, changed_at, changed_by_name
      from insight_version, generate_series(1, 204) more where insight_id = ${id}`.execute(tx),
  )
  const { items } = (await analyst.call('GET', `${path}/${id}/versions`)).json
  expect(items).toHaveLength(200)
  expect(items[0]).toMatchObject({ version: 205, tileCount: 1 })
  expect(items.at(-1)).toMatchObject({ version: 6, tileCount: 1 })
})

test('a copy of a long name never ends in half a character', async () => {
  for (const [name, copy] of [
    [`${'a'.repeat(109)}😀${'b'.repeat(9)}`, `${'a'.repeat(109)} (copy)`],
    [`${'a'.repeat(108)}😀${'b'.repeat(9)}`, `${'a'.repeat(108)}😀 (copy)`],
  ] as const) {
    const { id } = await create({ name })
    const { status, json } = await analyst.call('POST', `${path}/${id}/duplicate`)
    expect([status, json.name]).toEqual([200, copy])
  }
})

describe('who sees an insight', () => {
  test('is decided by its profiles; users who manage insights see all', async () => {
    const { json: profile } = await admin.call('POST', '/bff/api/v1/permission-profiles', {
      name: 'Board',
      memberIds: [tenant.users.manager],
    })
    const shown = await create({ audience: 'profiles', profileIds: [profile.id] })
    const manager = await world.as(tenant, tenant.users.manager)
    expect((await get(manager, shown.id)).json).toMatchObject({ name: 'Desk', profiles: [] })
    expect((await get(admin, shown.id)).json.profiles).toEqual([{ id: profile.id, name: 'Board' }])
    expect(await namesFor(manager)).toEqual(['Desk'])
    expect(await refusal(get(reader, shown.id))).toEqual([404, 'insight.not-found'])
    expect(await refusal(reader.call('GET', `${path}/${shown.id}/figures`))).toEqual([
      404,
      'insight.not-found',
    ])
    expect(await namesFor(reader)).toEqual([])
    expect(await menuOf(reader)).not.toContain('Desk')
    // Without its profile it is not open to everyone.
    await admin.call('DELETE', `/bff/api/v1/permission-profiles/${profile.id}`)
    expect(await refusal(get(manager, shown.id))).toEqual([404, 'insight.not-found'])
    expect(await namesFor(analyst)).toEqual(['Desk'])
  })

  test('and only users who manage insights can change them', async () => {
    const { id } = await create()
    const calls = [
      ['POST', path, { name: 'New', definition: messages }],
      ['PUT', `${path}/${id}`, { name: 'New' }],
      ['DELETE', `${path}/${id}`],
      ['POST', `${path}/${id}/duplicate`],
      ['POST', `${path}/${id}/undo-removal`],
      ['GET', `${path}/${id}/versions`],
      ['POST', `${path}/${id}/versions/1/restore`, {}],
      ['POST', `${path}/preview`, { definition: messages }],
    ] as const
    for (const [method, url, body] of calls)
      expect([url, ...(await refusal(reader.call(method, url, body)))]).toEqual([url, 403, 'access.denied'])
    const none = await world.as(tenant, tenant.users.none)
    for (const url of [path, `${path}/menu`, `${path}/${id}`, `${path}/${id}/figures`])
      expect([url, ...(await refusal(none.call('GET', url)))]).toEqual([url, 403, 'access.denied'])
  })
})

test('an insight is found by its name and its ID, by those who may see it', async () => {
  const { id } = await create({ name: 'Wombat desk', audience: 'profiles' })
  const found = async (caller: Caller, text: string) =>
    (await caller.call('GET', `/bff/api/v1/find?text=${text}`)).json.items.map(
      ({ kind, name }: { kind: string; name: string }) => [kind, name],
    )
  for (const text of ['wombat', id]) {
    expect(await found(analyst, text)).toEqual([['insight', 'Wombat desk']])
    expect(await found(reader, text)).toEqual([])
  }
  await analyst.call('DELETE', `${path}/${id}`)
  for (const text of ['wombat', id]) expect(await found(analyst, text)).toEqual([])
})

test('a ready-made insight is opened and duplicated, and never changed', async () => {
  const id = 'weekly-supervision'
  expect((await get(reader, id)).json).toMatchObject({ name: 'Weekly supervision', isReadyMade: true })
  const { json } = await reader.call('GET', `${path}/${id}/figures`)
  expect(json.days).toHaveLength(7)
  expect(json.tiles.map(({ state }: { state: string }) => state)).not.toContain('failed')
  for (const answer of [
    admin.call('PUT', `${path}/${id}`, { name: 'Mine' }),
    admin.call('DELETE', `${path}/${id}`),
    admin.call('POST', `${path}/${id}/versions/1/restore`, {}),
    admin.call('POST', `${path}/${id}/undo-removal`),
  ])
    expect(await refusal(answer)).toEqual([409, 'insight.ready-made'])
  const copies = []
  for (let at = 0; at < 3; at += 1)
    copies.push((await analyst.call('POST', `${path}/${id}/duplicate`)).json.name)
  expect(copies).toEqual([
    'Weekly supervision (copy)',
    'Weekly supervision (copy 2)',
    'Weekly supervision (copy 3)',
  ])
})

test('an insight that cannot be drawn is refused, with its field', async () => {
  const place = { x: 0, y: 0, w: 6, h: 4 }
  const refused = [
    [{ id: 'a', kind: 'chart', metric: 'representatives', by: 'day', form: 'line', place }, 'by'],
    [{ id: 'a', kind: 'chart', metric: 'messages', by: 'day', form: 'bars', place }, 'form'],
    [
      { id: 'a', kind: 'figure', metric: 'contacts', filter: { category: ['complaint'] }, place },
      'filter.category',
    ],
    [{ id: 'a', kind: 'figure', metric: 'no-such', place }, 'metric'],
    [{ id: 'a', kind: 'figure', metric: 'messages', place: { ...place, x: 8 } }, 'place'],
    [{ id: 'a', kind: 'text', text: ' ', place }, 'text'],
  ] as const
  for (const [one, field] of refused) {
    const { status, text } = await analyst.call('POST', path, { name: 'Bad', definition: { tiles: [one] } })
    expect([field, status]).toEqual([field, 400])
    expect(text).toContain(`tiles.0.${field}`)
  }
  const overlapping = { tiles: [tile('a', 'messages'), tile('b', 'contacts', 2)] }
  const { text } = await analyst.call('POST', path, { name: 'Bad', definition: overlapping })
  expect(text).toContain('Two tiles overlap.')
})
