/** The address of an embedded insight: whose rows it shows, to whom, and once. */
import { describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { refuseEarlier } from '#domains/identity/aws/endings.ts'
import { endSessions } from '#domains/identity/endings.ts'
import { sweep } from '#flows/sweep/sweep.ts'
import { inTenant } from '#platform/db.ts'
import { type Caller, done, refusal } from '#testing/caller.ts'
import type { FakeMetabase } from '#testing/fakes/metabase.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { useEmbeddedInsights } from '#testing/embedded-insights.ts'

let world: World
let metabase: FakeMetabase
let tenant: WorldTenant
let other: WorldTenant
let analyst: Caller
let reader: Caller
let northerner: Caller
const {
  quicksightDraft,
  connect,
  embed,
  addressOf,
  cookieOf,
  frame,
  providerUrl,
  rowsIn,
  auditOf,
  whileAsked,
} = useEmbeddedInsights((bed) => ({ world, metabase, tenant, other, analyst, reader, northerner } = bed))

describe('an address', () => {
  test('shows the rows of the organization and of the reader’s profiles, in a page that may hold this provider alone', async () => {
    const { id } = await embed()
    const given = await addressOf(northerner, id)
    const { url, expiresAt } = given.json
    expect(Date.parse(expiresAt) - world.ctx.now().getTime()).toBe(5 * 60_000)
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
    await inTenant(world.ctx.db, tenant.id, (tx) => sweep(tx, world.ctx.now()))
    expect(await kept()).toEqual([])
  })

  test('that is given while its reader’s sessions end is spent, and one that is asked for later is not', async () => {
    const { id } = await embed()
    const { compliance: userId } = tenant.users
    const end = () => inTenant(world.ctx.db, tenant.id, (tx) => endSessions(tx, world.ctx, { userId }))
    const given = await whileAsked(() => addressOf(reader, id), end)
    expect(given.status).toBe(200)
    expect((await frame(given.json.url, { cookie: cookieOf(given) })).status).toBe(410)
    const later = await addressOf(await world.as(tenant, userId), id)
    expect((await frame(later.json.url, { cookie: cookieOf(later) })).status).toBe(200)
  })

  test('of a session of a user pool elsewhere is spent once that has ended', async () => {
    const { id } = await embed()
    const given = await addressOf(reader, id)
    const userId = tenant.users.compliance
    await inTenant(world.ctx.db, tenant.id, (tx) => refuseEarlier(tx, userId, world.ctx.now()))
    expect((await frame(given.json.url, { cookie: cookieOf(given) })).status).toBe(410)
  })

  test('of another session of the same user stays', async () => {
    const { id } = await embed()
    const { compliance: userId } = tenant.users
    const given = await addressOf(await world.as(tenant, userId), id)
    await inTenant(world.ctx.db, tenant.id, async (tx) => {
      const families = await tx
        .selectFrom('identity_family')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('id')
        .execute()
      await endSessions(tx, world.ctx, { userId, except: families.at(-1)!.id })
    })
    expect((await frame(given.json.url, { cookie: cookieOf(given) })).status).toBe(200)
  })

  test('two simultaneous uses of one address open one page', { tags: ['whole'] }, async () => {
    const { id } = await embed()
    const given = await addressOf(reader, id)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => frame(given.json.url, { cookie: cookieOf(given) })),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 410)).toHaveLength(7)
  })

  test('is not given to a reader without access, and shows nothing once access is lost', async () => {
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

  test('is not given while a part of the dashboard has no locked filter, or the provider fails', async () => {
    const { id } = await embed()
    const dashboard = metabase.dashboards.get(7)!
    metabase.dashboards.set(7, { ...dashboard, embedding_params: { tenant_id: 'locked' } })
    const { json } = await addressOf(reader, id)
    expect([json.code, json.message]).toEqual([
      'embedded.unmapped',
      'Nothing is shown, because “Desk” is not filtered by profile_id and could show other people’s rows. Map this filter in Metabase.',
    ])
    metabase.dashboards.set(7, dashboard)
    metabase.failing = { status: 429 }
    expect(await refusal(addressOf(reader, id))).toEqual([502, 'embedded.not-asked'])
    metabase.failing = undefined
    metabase.dashboards.delete(7)
    expect(await refusal(addressOf(reader, id))).toEqual([400, 'insight.bad-id'])
    metabase.dashboards.set(7, dashboard)
  })

  test('shows nothing if a part of the dashboard has lost its locked filter when the address is used', async () => {
    const { id } = await embed()
    const given = await addressOf(reader, id)
    const dashboard = metabase.dashboards.get(7)!
    const dashcards = dashboard.dashcards.map((tile) => ({ ...tile, parameter_mappings: [] }))
    metabase.dashboards.set(7, { ...dashboard, dashcards })
    const page = await frame(given.json.url, { cookie: cookieOf(given) })
    metabase.dashboards.set(7, dashboard)
    expect([page.status, providerUrl(page.text)]).toEqual([502, undefined])
    expect(page.text).toContain('“Trades” is not filtered by tenant_id')
    expect(await auditOf('insight_opened')).toEqual([])
  })

  test('waits for a slow provider without delaying other requests', async () => {
    const { id } = await embed()
    metabase.failing = 'silent'
    const before = metabase.asked.length
    const waiting = [northerner, reader, analyst].flatMap((caller) => [
      addressOf(caller, id),
      addressOf(caller, id),
    ])
    await expect.poll(() => metabase.asked.length).toBe(before + 2)
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
