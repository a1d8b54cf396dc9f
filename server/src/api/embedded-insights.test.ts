/** Embedded insights: who connects providers, and what is saved. */
import { describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { inTenant } from '#platform/db.ts'
import { type Caller, done, refusal } from '#testing/caller.ts'
import type { FakeMetabase } from '#testing/fakes/metabase.ts'
import type { FakeQuickSight } from '#testing/fakes/quicksight.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { providersUrl } from '#testing/embedded-frames.ts'
import { useEmbeddedInsights } from '#testing/embedded-insights.ts'

let world: World
let metabase: FakeMetabase
let quicksight: FakeQuickSight
let tenant: WorldTenant
let other: WorldTenant
let admin: Caller
let analyst: Caller
let reader: Caller
const { draft, connect, embed, addressOf, auditOf, whileAsked } = useEmbeddedInsights(
  (bed) => ({ world, metabase, quicksight, tenant, other, admin, analyst, reader } = bed),
)

describe('a provider', () => {
  test('is connected by administrators alone; its secrets are sealed, kept and never answered', async () => {
    for (const userId of ['analyst', 'compliance', 'manager'] as const) {
      const caller = await world.as(tenant, tenant.users[userId])
      expect(await refusal(caller.call('POST', providersUrl, draft()))).toEqual([403, 'access.denied'])
      expect(await refusal(caller.call('POST', `${providersUrl}/test`, draft()))).toEqual([
        403,
        'access.denied',
      ])
    }
    expect(await refusal(reader.call('GET', providersUrl))).toEqual([403, 'access.denied'])
    const made = await connect()
    expect(made).toMatchObject({
      kind: 'metabase',
      hasSecret: true,
      hasApiKey: true,
      sessionMinutes: 15,
      insights: 0,
    })
    const listed = await analyst.call('GET', providersUrl)
    expect(listed.json.items).toHaveLength(1)
    const trail = JSON.stringify(await auditOf('insight_provider_created'))
    for (const text of [JSON.stringify(made), listed.text, trail])
      for (const secret of [metabase.secret, metabase.apiKey]) expect(text).not.toContain(secret)
    const { rows } = await inTenant(world.ctx.db, tenant.id, (tx) =>
      sql<{ row: string }>`select insight_provider::text as row from insight_provider`.execute(tx),
    )
    expect(rows[0]?.row).not.toContain(Buffer.from(metabase.secret).toString('hex'))
    expect(await refusal(admin.call('POST', providersUrl, draft({ name: 'desk DASHBOARDS' })))).toEqual([
      409,
      'insight-provider.name-taken',
    ])
  })

  test('keeps its secrets for the address that they were entered for, and is changed on its version', async () => {
    const { id, version } = await connect()
    const { secret, apiKey, ...rest } = draft({ name: 'Desk' })
    const change = (over: object) => admin.call('PUT', `${providersUrl}/${id}`, { ...rest, ...over })
    expect(await refusal(change({ address: quicksight.address }))).toEqual([
      400,
      'insight-provider.no-secret',
    ])
    expect(await refusal(change({ address: quicksight.address, secret }))).toEqual([
      400,
      'insight-provider.no-api-key',
    ])
    expect(await done(change({ expectedVersion: version }))).toMatchObject({ name: 'Desk', version: 2 })
    const named = await done(admin.call('PUT', `${providersUrl}/${id}`, { name: 'Desk' }))
    expect(named).toMatchObject({ ...rest, version: 2 })
    expect((await admin.call('PUT', `${providersUrl}/${id}`, { address: '' })).json.code).toBe(
      'request.invalid',
    )
    expect(await refusal(change({ expectedVersion: version, name: 'Late' }))).toEqual([
      409,
      'insight-provider.changed',
    ])
    expect(await refusal(change({ kind: 'superset', user: 'x' }))).toEqual([
      409,
      'insight-provider.kind-fixed',
    ])
    expect(await refusal(change({ user: 'x', sessionMinutes: 500 }))).toEqual([400, 'request.invalid'])
    const inside = await admin.call('POST', `${providersUrl}/test`, draft({ address: 'https://192.168.1.1' }))
    expect(inside.json).toEqual({ problem: 'private-address' })
    // The stored secrets still work.
    expect(await done(admin.call('POST', `${providersUrl}/test`, { ...rest, id }))).toEqual({})
    expect(await done(admin.call('POST', `${providersUrl}/test`, { ...rest, id, secret: 'wrong' }))).toEqual({
      problem: 'secret',
    })
    expect(apiKey).toBe(metabase.apiKey)
  })

  test('can be removed once no insight uses it, and is not found in other organizations', async () => {
    const insight = await embed()
    const { providerId } = insight
    expect(await refusal(admin.call('DELETE', `${providersUrl}/${providerId}`))).toEqual([
      409,
      'insight-provider.in-use',
    ])
    const stranger = await world.as(other, other.users.tenant_admin)
    expect(await refusal(stranger.call('DELETE', `${providersUrl}/${providerId}`))).toEqual([
      404,
      'insight-provider.not-found',
    ])
    const foreign = { name: 'Theirs', providerId, externalId: '7' }
    expect(await refusal(stranger.call('POST', '/bff/insights', foreign))).toEqual([
      409,
      'embedded.not-connected',
    ])
    await done(analyst.call('DELETE', `/bff/insights/${insight.id}`))
    await done(admin.call('DELETE', `${providersUrl}/${providerId}`))
    expect(await refusal(analyst.call('POST', `/bff/insights/${insight.id}/undo-removal`))).toEqual([
      409,
      'embedded.provider-gone',
    ])
    expect(await refusal(addressOf(reader, insight.id))).toEqual([404, 'insight.not-found'])
    const { rows } = await inTenant(world.ctx.db, tenant.id, (tx) =>
      sql<{ secrets_sealed: Buffer | null }>`select secrets_sealed from insight_provider`.execute(tx),
    )
    expect(rows).toEqual([{ secrets_sealed: null }])
  })
})

describe('an embedded insight', () => {
  test('is not created at a provider that is removed while it is asked', async () => {
    const { id } = await connect()
    const create = () =>
      refusal(analyst.call('POST', '/bff/insights', { name: 'Trades', providerId: id, externalId: '7' }))
    const remove = () => done(admin.call('DELETE', `${providersUrl}/${id}`))
    expect(await whileAsked(create, remove)).toEqual([409, 'embedded.not-connected'])
  })

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

  test('needs only a name, a type and an external ID if there is one provider', async () => {
    const insight = { name: 'Trades by desk', type: 'dashboard', externalId: '7' }
    const create = (over: object = {}) => analyst.call('POST', '/bff/insights', { ...insight, ...over })
    expect(await refusal(create())).toEqual([400, 'insight.bad-id'])
    const { id: providerId } = await connect()
    const made = await done(create())
    expect(made).toMatchObject({ ...insight, providerId, provider: 'metabase' })
    await connect(draft({ name: 'Other dashboards' }))
    expect(await refusal(create({ name: 'Of which?' }))).toEqual([400, 'insight.bad-id'])
  })

  test('a dashboard that is built here has no address, and accepts no external ID', async () => {
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
