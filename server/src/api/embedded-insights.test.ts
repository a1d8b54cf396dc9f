/** Embedded insights: who connects providers, what is saved, and whose rows an address shows, once. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sql } from 'kysely'
import { endSessions } from '#domains/identity/sessions.ts'
import { sweep } from '#flows/housekeeping/sweep.ts'
import { inTenant } from '#platform/db.ts'
import { ask, type Caller } from '#testing/caller.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { type FakeMetabase, openFakeMetabase } from '#testing/fakes/metabase.ts'
import { type FakeQuickSight, openFakeQuickSight } from '#testing/fakes/quicksight.ts'
import { openWorld, type World, type WorldTenant } from '#testing/world.ts'

let database: TestDatabase
let world: World
let metabase: FakeMetabase
let quicksight: FakeQuickSight
let tenant: WorldTenant
let other: WorldTenant
let admin: Caller
let analyst: Caller
/** Sees all. */
let reader: Caller
/** Is in the profile of the north alone. */
let northerner: Caller
let count = 0

const now = () => world.ctx.now()
beforeAll(async () => {
  database = await openTestDatabase()
  metabase = await openFakeMetabase(now)
  quicksight = await openFakeQuickSight(now)
  world = await openWorld(database.url, { MEDIA_HOSTS: `${metabase.host},${quicksight.host}` })
}, 60_000)
afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
  await metabase?.close()
  await quicksight?.close()
  await database?.close()
})
beforeEach(async () => {
  tenant = await world.makeTenant(`embedded${(count += 1)}`)
  other = await world.makeTenant(`another${count}`)
  admin = await world.as(tenant, tenant.users.tenant_admin)
  analyst = await world.as(tenant, tenant.users.analyst)
  reader = await world.as(tenant, tenant.users.compliance)
  northerner = await world.as(tenant, tenant.northerner)
  const row = (of: WorldTenant, profile: 'everything' | 'north') => ({
    tenantId: of.id,
    profileId: of.profiles[profile],
    words: `${of.label} ${profile}`,
  })
  const rows = [tenant, other].flatMap((of) => [row(of, 'everything'), row(of, 'north')])
  metabase.rows = rows
  quicksight.rows = rows
  metabase.failing = undefined
})

const path = '/bff/api/v1/insight-providers'
const draft = (over: object = {}) => ({
  name: 'Desk dashboards',
  kind: 'metabase',
  address: metabase.address,
  secret: metabase.secret,
  apiKey: metabase.apiKey,
  ...over,
})
const quicksightDraft = () => ({
  name: 'Board',
  kind: 'quicksight',
  address: quicksight.address,
  region: quicksight.region,
  accountId: quicksight.accountId,
  user: quicksight.accessKeyId,
  secret: quicksight.secretAccessKey,
})
async function done(answer: ReturnType<Caller['call']>) {
  const { status, json } = await answer
  expect({ status, json }).toMatchObject({ status: 200 })
  return json
}
const refusal = async (answer: Promise<{ status: number; json: { code?: string } }>) => {
  const { status, json } = await answer
  return [status, json.code]
}
const connect = (given: object = draft(), caller = admin) => done(caller.call('POST', path, given))
async function embed(over: object = {}) {
  const { id: providerId } = await connect()
  return done(analyst.call('POST', '/bff/insights', { name: 'Trades', providerId, externalId: '7', ...over }))
}

const addressOf = (caller: Caller, id: string, headers: Record<string, string> = {}) =>
  caller.call('GET', `/bff/reports/dashboard-url?dashboard-id=${id}`, undefined, headers)
const cookieOf = ({ headers }: { headers: Record<string, unknown> }) =>
  String(headers['set-cookie']).replace(/;.*/s, '')

/** What a browser gets for an address. */
const frame = (url: string, headers: Record<string, string> = {}, of = tenant) =>
  ask(world.app, {
    method: 'GET',
    url,
    headers: {
      host: `${of.label}.verbatim.localhost:3000`,
      'sec-fetch-dest': 'iframe',
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
  })
/** The address of the provider in a page, and what it shows. */
const providerUrl = (text: string) => /data-url="([^"]+)"/.exec(text)?.[1]?.replaceAll('&#38;', '&')
async function rowsIn(text: string): Promise<string> {
  const url = providerUrl(text)
  if (!url) return '0 rows'
  const origin = `http://${tenant.label}.verbatim.localhost:3000`
  return (await fetch(url, { headers: { referer: `${origin}/` } })).text()
}
const auditOf = async (type: string) =>
  (
    await (
      await world.as(tenant, tenant.users.super_admin)
    ).call('GET', `/audit/events?filter=eventType[eq]:${type}`)
  ).json.items

describe('a provider', () => {
  test('is connected by administrators alone; its secrets are sealed, kept and never answered', async () => {
    for (const userId of ['analyst', 'compliance', 'manager'] as const) {
      const caller = await world.as(tenant, tenant.users[userId])
      expect(await refusal(caller.call('POST', path, draft()))).toEqual([403, 'access.denied'])
      expect(await refusal(caller.call('POST', `${path}/test`, draft()))).toEqual([403, 'access.denied'])
    }
    expect(await refusal(reader.call('GET', path))).toEqual([403, 'access.denied'])
    const made = await connect()
    expect(made).toMatchObject({
      kind: 'metabase',
      hasSecret: true,
      hasApiKey: true,
      sessionMinutes: 15,
      insights: 0,
    })
    const listed = await analyst.call('GET', path)
    expect(listed.json.items).toHaveLength(1)
    const trail = JSON.stringify(await auditOf('insight_provider_created'))
    for (const text of [JSON.stringify(made), listed.text, trail])
      for (const secret of [metabase.secret, metabase.apiKey]) expect(text).not.toContain(secret)
    const { rows } = await inTenant(world.ctx.db, tenant.id, (tx) =>
      sql<{ row: string }>`select insight_provider::text as row from insight_provider`.execute(tx),
    )
    expect(rows[0]?.row).not.toContain(Buffer.from(metabase.secret).toString('hex'))
    expect(await refusal(admin.call('POST', path, draft({ name: 'desk DASHBOARDS' })))).toEqual([
      409,
      'insight-provider.name-taken',
    ])
  })

  test('keeps its secrets for the address that they were entered for, and is changed on its version', async () => {
    const { id, version } = await connect()
    const { secret, apiKey, ...rest } = draft({ name: 'Desk' })
    const change = (over: object) => admin.call('PUT', `${path}/${id}`, { ...rest, ...over })
    expect(await refusal(change({ address: quicksight.address }))).toEqual([
      400,
      'insight-provider.no-secret',
    ])
    expect(await refusal(change({ address: quicksight.address, secret }))).toEqual([
      400,
      'insight-provider.no-api-key',
    ])
    expect(await done(change({ expectedVersion: version }))).toMatchObject({ name: 'Desk', version: 2 })
    expect(await refusal(change({ expectedVersion: version, name: 'Late' }))).toEqual([
      409,
      'insight-provider.changed',
    ])
    expect(await refusal(change({ kind: 'superset', user: 'x' }))).toEqual([
      409,
      'insight-provider.kind-fixed',
    ])
    expect(await refusal(change({ kind: 'quicksight' }))).toEqual([400, 'request.invalid'])
    const inside = await admin.call('POST', `${path}/test`, draft({ address: 'https://192.168.1.1' }))
    expect(inside.json).toEqual({ problem: 'private-address' })
    // The stored secrets still work.
    expect(await done(admin.call('POST', `${path}/test`, { ...rest, id }))).toEqual({})
    expect(await done(admin.call('POST', `${path}/test`, { ...rest, id, secret: 'wrong' }))).toEqual({
      problem: 'secret',
    })
    expect(apiKey).toBe(metabase.apiKey)
  })

  test('is removed once it shows no insight, and is foreign to other organizations', async () => {
    const insight = await embed()
    const { providerId } = insight
    expect(await refusal(admin.call('DELETE', `${path}/${providerId}`))).toEqual([
      409,
      'insight-provider.in-use',
    ])
    const stranger = await world.as(other, other.users.tenant_admin)
    expect(await refusal(stranger.call('DELETE', `${path}/${providerId}`))).toEqual([
      404,
      'insight-provider.not-found',
    ])
    const foreign = { name: 'Theirs', providerId, externalId: '7' }
    expect(await refusal(stranger.call('POST', '/bff/insights', foreign))).toEqual([
      409,
      'embedded.not-connected',
    ])
    await done(analyst.call('DELETE', `/bff/insights/${insight.id}`))
    await done(admin.call('DELETE', `${path}/${providerId}`))
    await done(analyst.call('POST', `/bff/insights/${insight.id}/undo-removal`))
    expect(await refusal(addressOf(reader, insight.id))).toEqual([409, 'embedded.not-connected'])
    const { rows } = await inTenant(world.ctx.db, tenant.id, (tx) =>
      sql<{ secrets_sealed: Buffer | null }>`select secrets_sealed from insight_provider`.execute(tx),
    )
    expect(rows).toEqual([{ secrets_sealed: null }])
  })
})

describe('an embedded insight', () => {
  test('is saved if its provider has it, listed with the others, and keeps its product', async () => {
    const made = await embed()
    expect(made).toMatchObject({
      provider: 'metabase',
      providerName: 'Desk dashboards',
      externalId: '7',
      definition: { tiles: [] },
    })
    const create = (over: object) =>
      refusal(
        analyst.call('POST', '/bff/insights', {
          name: 'Next',
          providerId: made.providerId,
          externalId: '7',
          ...over,
        }),
      )
    for (const externalId of ['8', '0', 'x', '7/8/9', '7?x=1'])
      expect(await create({ externalId })).toEqual([400, 'insight.bad-id'])
    expect(await create({ name: 'trades' })).toEqual([409, 'insight.name-taken'])
    expect(await create({ externalId: undefined })).toEqual([400, 'request.invalid'])
    expect(
      await create({
        definition: { tiles: [{ id: 'a', kind: 'text', text: 'x', place: { x: 0, y: 0, w: 3, h: 1 } }] },
      }),
    ).toEqual([400, 'request.invalid'])
    const change = (over: object) => refusal(analyst.call('PUT', `/bff/insights/${made.id}`, over))
    expect(await change({ externalId: '8' })).toEqual([400, 'insight.bad-id'])
    expect(await change({ externalId: '9', type: 'visual' })).toEqual([200, undefined])
    expect(await change({ type: 'dashboard' })).toEqual([400, 'insight.bad-id'])
    const tiles = [{ id: 'a', kind: 'text', text: 'x', place: { x: 0, y: 0, w: 3, h: 1 } }]
    expect(await change({ definition: { tiles } })).toEqual([409, 'embedded.no-tiles'])
    // A provider that does not answer says so, and nothing is saved.
    metabase.failing = { status: 500 }
    expect(await create({})).toEqual([502, 'embedded.not-asked'])
    metabase.failing = undefined

    const { groups } = (await reader.call('GET', '/bff/insights/menu')).json
    const items = groups.flatMap((group: { items: object[] }) => group.items)
    expect(items).toContainEqual({ id: made.id, name: 'Trades', isReadyMade: false, provider: 'metabase' })
    const filtered = async (filter: string) =>
      (await analyst.call('GET', `/bff/insights?filter=provider[eq]:${filter}`)).json.total
    expect([await filtered('metabase'), await filtered('native'), await filtered('superset')]).toEqual([
      1, 0, 0,
    ])

    const restore = () => analyst.call('POST', `/bff/insights/${made.id}/versions/1/restore`, {})
    const dashboard = metabase.dashboards.get(7)!
    metabase.dashboards.set(7, { ...dashboard, enable_embedding: false })
    expect(await refusal(restore())).toEqual([502, 'embedded.not-asked'])
    metabase.dashboards.delete(7)
    expect(await refusal(restore())).toEqual([400, 'insight.bad-id'])
    metabase.dashboards.set(7, dashboard)
    const { items: versions } = (await analyst.call('GET', `/bff/insights/${made.id}/versions`)).json
    expect(versions).toMatchObject([
      { version: 2, externalId: '9' },
      { version: 1, externalId: '7' },
    ])
    await done(restore())
    const copy = await done(analyst.call('POST', `/bff/insights/${made.id}/duplicate`))
    expect(copy).toMatchObject({
      type: 'dashboard',
      provider: 'metabase',
      externalId: '7',
      name: 'Trades (copy)',
    })
    const [{ changes }] = (await auditOf('insight_created')).slice(-1)
    expect(changes).toContainEqual({ field: 'externalId', old: null, new: '7' })
  })

  test('is no report: it is neither mailed nor downloaded', async () => {
    const { id } = await embed()
    const schedule = {
      name: 'Weekly',
      subject: { kind: 'insight', insightId: id },
      period: '7',
      recurrence: { every: 'day', at: '08:00' },
      recipientIds: [tenant.users.compliance],
      format: 'pdf',
    }
    expect(await refusal(admin.call('POST', '/bff/api/v1/report-schedules', schedule))).toEqual([
      400,
      'report-schedule.unknown-insight',
    ])
    expect(await refusal(reader.call('GET', `/bff/insights/${id}/file?format=pdf`))).toEqual([
      404,
      'insight.not-found',
    ])
  })

  test('one that is built here has no address, and takes no ID', async () => {
    const tiles = { definition: { tiles: [] } }
    const { id } = await done(analyst.call('POST', '/bff/insights', { name: 'Ours', ...tiles }))
    expect(await refusal(addressOf(reader, id))).toEqual([409, 'embedded.not-embedded'])
    expect(await refusal(addressOf(reader, 'complaints'))).toEqual([409, 'embedded.not-embedded'])
    expect(await refusal(analyst.call('PUT', `/bff/insights/${id}`, { externalId: '7' }))).toEqual([
      400,
      'insight.bad-id',
    ])
  })
})

describe('an address', () => {
  test('shows the rows of the organization and of the reader’s profiles, in a page that may hold this provider alone', async () => {
    const { id } = await embed()
    const given = await addressOf(northerner, id)
    const { url, expiresAt } = given.json
    expect(Date.parse(expiresAt) - now().getTime()).toBe(5 * 60_000)
    expect(String(given.headers['set-cookie'])).toMatch(
      /^verbatim-embed=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict/,
    )
    const page = await frame(url, { cookie: cookieOf(given) })
    expect(page.status).toBe(200)
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain(`frame-src ${metabase.address};`)
    expect(policy).toContain("frame-ancestors 'self'")
    expect(page.headers['referrer-policy']).toBe('strict-origin')
    const shown = await rowsIn(page.text)
    expect(shown).toContain('1 rows')
    expect(shown).toContain(`${tenant.label} north`)
    const [opened] = await auditOf('insight_opened')
    expect(opened).toMatchObject({ target: { kind: 'insight', id, name: 'Trades' } })
    // The session of Metabase ends.
    const token = providerUrl(page.text)!
    expect(page.text).toContain('&#34;secondsLeft&#34;:900')
    world.pass(16 * 60_000)
    expect(await (await fetch(token)).text()).toBe('Token is expired')
  })

  test('is for one use, five minutes, one browser, one organization, and a frame of our own page', async () => {
    const { id } = await embed()
    const spent = async (answer: ReturnType<typeof frame>) => {
      const { status, text, headers } = await answer
      expect(String(headers['content-security-policy'])).toContain("frame-src 'none'")
      expect([status, providerUrl(text), await rowsIn(text)]).toEqual([410, undefined, '0 rows'])
    }
    const given = await addressOf(reader, id)
    const [url, cookie] = [given.json.url, cookieOf(given)]
    const another = cookieOf(await addressOf(northerner, id))
    expect(another).not.toBe(cookie)
    await spent(frame(url))
    await spent(frame(url, { cookie: another }))
    await spent(frame(url, { cookie, 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' }))
    await spent(frame(url, { cookie, 'sec-fetch-site': 'cross-site' }))
    await spent(frame(url, { cookie }, other))
    await spent(frame(`${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`, { cookie }))
    // None of these used it up; the first right one does.
    expect((await frame(url, { cookie })).status).toBe(200)
    await spent(frame(url, { cookie }))

    const left = await addressOf(reader, id, { cookie })
    const { compliance: userId } = tenant.users
    await inTenant(world.ctx.db, tenant.id, (tx) => endSessions(tx, world.ctx, { userId }))
    await spent(frame(left.json.url, { cookie }))
    reader = await world.as(tenant, userId)
    const late = await addressOf(reader, id, { cookie })
    expect(cookieOf(late)).toBe(cookie)
    world.pass(5 * 60_000)
    await spent(frame(late.json.url, { cookie }))
    const kept = () =>
      inTenant(world.ctx.db, tenant.id, (tx) => tx.selectFrom('embed_ticket').selectAll().execute())
    expect((await kept()).length).toBeGreaterThan(0)
    await inTenant(world.ctx.db, tenant.id, (tx) => sweep(tx, now()))
    expect(await kept()).toEqual([])
  })

  test('two that are redeemed at once open one page', async () => {
    const { id } = await embed()
    const given = await addressOf(reader, id)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => frame(given.json.url, { cookie: cookieOf(given) })),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 410)).toHaveLength(7)
  })

  test('is not given for what the reader may not see, and shows nothing once they may no longer', async () => {
    const { id } = await embed({ audience: 'profiles', profileIds: [tenant.profiles.north] })
    expect(await refusal(addressOf(reader, id))).toEqual([404, 'insight.not-found'])
    const stranger = await world.as(other, other.users.super_admin)
    expect(await refusal(addressOf(stranger, id))).toEqual([404, 'insight.not-found'])
    const representative = await world.as(tenant, tenant.representative)
    expect(await refusal(addressOf(representative, id))).toEqual([403, 'access.denied'])
    const given = await addressOf(northerner, id)
    await done(analyst.call('PUT', `/bff/insights/${id}`, { profileIds: [] }))
    const page = await frame(given.json.url, { cookie: cookieOf(given) })
    expect([page.status, await rowsIn(page.text)]).toEqual([502, '0 rows'])
    expect(page.text).toContain('&#34;state&#34;:&#34;failed&#34;')
    expect(await auditOf('insight_opened')).toEqual([])
  })

  test('is not given while a part of the dashboard is not narrowed, or the provider fails', async () => {
    const { id } = await embed()
    const dashboard = metabase.dashboards.get(7)!
    metabase.dashboards.set(7, { ...dashboard, embedding_params: { tenant_id: 'locked' } })
    const { json } = await addressOf(reader, id)
    expect([json.code, json.message]).toEqual([
      'embedded.unmapped',
      'Nothing is shown, because “Desk” is not narrowed by profile_id and could show rows of others. Map this filter in Metabase.',
    ])
    metabase.dashboards.set(7, dashboard)
    metabase.failing = { status: 429 }
    expect(await refusal(addressOf(reader, id))).toEqual([502, 'embedded.not-asked'])
    metabase.failing = undefined
    metabase.dashboards.delete(7)
    expect(await refusal(addressOf(reader, id))).toEqual([400, 'insight.bad-id'])
    metabase.dashboards.set(7, dashboard)
  })

  test('shows nothing if a part of the dashboard is no longer narrowed when it is redeemed', async () => {
    const { id } = await embed()
    const given = await addressOf(reader, id)
    const dashboard = metabase.dashboards.get(7)!
    const dashcards = dashboard.dashcards.map((tile) => ({ ...tile, parameter_mappings: [] }))
    metabase.dashboards.set(7, { ...dashboard, dashcards })
    const page = await frame(given.json.url, { cookie: cookieOf(given) })
    metabase.dashboards.set(7, dashboard)
    expect([page.status, providerUrl(page.text)]).toEqual([502, undefined])
    expect(page.text).toContain('“Trades” is not narrowed by tenant_id')
    expect(await auditOf('insight_opened')).toEqual([])
  })

  test('waits for a slow provider in a few turns, and keeps no other request waiting', async () => {
    const { id } = await embed()
    metabase.failing = 'silent'
    const before = metabase.asked.length
    const waiting = [northerner, reader, analyst].flatMap((caller) => [
      addressOf(caller, id),
      addressOf(caller, id),
    ])
    await vi.waitFor(() => expect(metabase.asked.length).toBe(before + 2))
    const menus = await Promise.all(
      Array.from({ length: 12 }, () => reader.call('GET', '/bff/insights/menu')),
    )
    expect(menus.map(({ status }) => status)).toEqual(menus.map(() => 200))
    expect(metabase.asked.length).toBe(before + 2)
    metabase.failing = undefined
    metabase.hangUp()
    const answers = await Promise.all(waiting)
    const ended = answers.filter(({ status }) => status === 502)
    expect([ended.length, answers.filter(({ status }) => status === 200).length]).toEqual([2, 4])
  })

  test('is not given to readers under pseudonyms, nor without a purpose where one is required', async () => {
    const { id } = await embed()
    const set = (column: string, value: boolean) =>
      inTenant(world.ctx.db, tenant.id, (tx) =>
        sql`update organization set ${sql.ref(column)} = ${value}`.execute(tx),
      )
    await set('requires_purpose', true)
    const careful = await world.as(tenant, tenant.users.manager)
    expect(await refusal(addressOf(careful, id))).toEqual([428, 'purpose.required'])
    const stated = { kind: 'other', reference: 'Weekly review of the desk' }
    await done(careful.call('POST', '/bff/api/v1/purpose', stated))
    world.pass(56 * 60_000)
    const given = await addressOf(await world.as(tenant, tenant.users.manager), id)
    const page = await frame(given.json.url, { cookie: cookieOf(given) })
    // The purpose ends before the session would.
    expect(page.text).toContain('&#34;secondsLeft&#34;:240')
    await set('requires_purpose', false)
    await set('reads_under_pseudonyms', true)
    world.pass(10_000)
    const hidden = await world.as(tenant, tenant.users.manager)
    expect(await refusal(addressOf(hidden, id))).toEqual([403, 'embedded.under-pseudonyms'])
  })

  test('QuickSight gets at most six profiles, and its page is opened once', async () => {
    const { id: providerId } = await connect(quicksightDraft())
    const { id } = await done(
      analyst.call('POST', '/bff/insights', { name: 'Board', providerId, externalId: 'desk' }),
    )
    const given = await addressOf(northerner, id)
    const page = await frame(given.json.url, { cookie: cookieOf(given) })
    expect(await rowsIn(page.text)).toContain(`${tenant.label} north`)
    expect(await rowsIn(page.text)).toContain('0 rows')
    await inTenant(world.ctx.db, tenant.id, (tx) =>
      sql`with made as (
          insert into permission_profile (tenant_id, id, name, name_key, channels, all_groups)
          select ${tenant.id}, gen_random_uuid(), 'P' || n, 'p' || n, '{}', false from generate_series(1, 6) n returning id)
        insert into permission_profile_member (tenant_id, profile_id, user_id)
        select ${tenant.id}, id, ${tenant.northerner} from made`.execute(tx),
    )
    expect(await refusal(addressOf(northerner, id))).toEqual([409, 'embedded.many-profiles'])
  })
})
