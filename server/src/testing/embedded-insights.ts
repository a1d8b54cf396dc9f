import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { type Caller, done } from './caller.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { type FakeMetabase, openFakeMetabase } from './fakes/metabase.ts'
import { type FakeQuickSight, openFakeQuickSight } from './fakes/quicksight.ts'
import {
  cookieOf,
  dashboardUrl,
  frameOf,
  metabaseDraft,
  providersUrl,
  providerUrl,
  rowsIn,
} from './embedded-frames.ts'
import { openWorld, type World, type WorldTenant } from './world.ts'

interface EmbeddedBed {
  readonly world: World
  readonly metabase: FakeMetabase
  readonly quicksight: FakeQuickSight
  readonly tenant: WorldTenant
  readonly other: WorldTenant
  readonly admin: Caller
  readonly analyst: Caller
  /** Sees all. */
  readonly reader: Caller
  /** Is in the profile of the north alone. */
  readonly northerner: Caller
}

/** Two providers of insights, and two organizations with rows at both: new ones for each test. */
export function useEmbeddedInsights(prepare: (bed: EmbeddedBed) => void) {
  let database: TestDatabase
  let world: World
  let metabase: FakeMetabase
  let quicksight: FakeQuickSight
  let bed: EmbeddedBed
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
    const tenant = await world.makeTenant(`embedded${(count += 1)}`)
    const other = await world.makeTenant(`another${count}`)
    const admin = await world.as(tenant, tenant.users.tenant_admin)
    const analyst = await world.as(tenant, tenant.users.analyst)
    const reader = await world.as(tenant, tenant.users.compliance)
    const northerner = await world.as(tenant, tenant.northerner)
    const row = (of: WorldTenant, profile: 'everything' | 'north') => ({
      tenantId: of.id,
      profileId: of.profiles[profile],
      words: `${of.label} ${profile}`,
    })
    const rows = [tenant, other].flatMap((of) => [row(of, 'everything'), row(of, 'north')])
    metabase.rows = rows
    quicksight.rows = rows
    metabase.failing = undefined
    metabase.held = undefined
    bed = { world, metabase, quicksight, tenant, other, admin, analyst, reader, northerner }
    prepare(bed)
  })

  const draft = (over: object = {}) => metabaseDraft(bed.metabase, over)

  const quicksightDraft = () => ({
    name: 'Board',
    kind: 'quicksight',
    address: bed.quicksight.address,
    region: bed.quicksight.region,
    accountId: bed.quicksight.accountId,
    user: bed.quicksight.accessKeyId,
    secret: bed.quicksight.secretAccessKey,
  })

  const connect = (given: object = draft(), caller = bed.admin) =>
    done(caller.call('POST', providersUrl, given))

  async function embed(over: object = {}) {
    const { id: providerId } = await connect()
    return done(
      bed.analyst.call('POST', '/bff/insights', { name: 'Trades', providerId, externalId: '7', ...over }),
    )
  }

  const addressOf = (caller: Caller, id: string, headers: Record<string, string> = {}) =>
    caller.call('GET', dashboardUrl(id), undefined, headers)

  /** What a browser gets for an address. */
  const frame = (url: string, headers: Record<string, string> = {}, of = bed.tenant) =>
    frameOf(bed.world, of, url, headers)

  const auditOf = async (type: string) =>
    (
      await (
        await bed.world.as(bed.tenant, bed.tenant.users.super_admin)
      ).call('GET', `/audit/events?filter=eventType[eq]:${type}`)
    ).json.items

  /** Does something while Metabase has a question and has not answered yet. */
  async function whileAsked<T>(asking: () => Promise<T>, act: () => Promise<unknown>): Promise<T> {
    const { metabase } = bed
    const { promise, resolve } = Promise.withResolvers<void>()
    metabase.held = promise
    const before = metabase.asked.length
    const asked = asking()
    await expect.poll(() => metabase.asked.length).toBeGreaterThan(before)
    await act()
    metabase.held = undefined
    resolve()
    return asked
  }

  return {
    draft,
    quicksightDraft,
    connect,
    embed,
    addressOf,
    cookieOf,
    frame,
    providerUrl,
    rowsIn: (text: string) => rowsIn(text, bed.tenant),
    auditOf,
    whileAsked,
  }
}
