/** Each provider, asked over the wire: what it shows, what it refuses, and how it fails. */
import { PermissionProfileId, TenantId } from '@verbatim/contract/ids.ts'
import { providerKinds, type ProviderKind } from '@verbatim/contract/insight-providers.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type FakeMetabase, type FakeQuery, openFakeMetabase } from '#testing/fakes/metabase.ts'
import { type FakeQuickSight, openFakeQuickSight } from '#testing/fakes/quicksight.ts'
import { fakeEmbeddedId, type FakeSuperset, openFakeSuperset } from '#testing/fakes/superset.ts'
import { type Asking, type Connection, Refused, type Thing } from './port.ts'
import { providerOf } from './providers.ts'

let passed = 0
const now = () => new Date(Date.parse('2026-11-26T10:00:00Z') + passed)
const fakes: { quicksight: FakeQuickSight; metabase: FakeMetabase; superset: FakeSuperset } = {
  quicksight: await openFakeQuickSight(now),
  metabase: await openFakeMetabase(now),
  superset: await openFakeSuperset(now),
}
afterAll(async () => {
  await Promise.all(Object.values(fakes).map((fake) => fake.close()))
})

const origin = 'http://desk.verbatim.localhost:3000'
const things: Readonly<Record<ProviderKind, Thing>> = {
  quicksight: { type: 'dashboard', externalId: 'desk' },
  metabase: { type: 'dashboard', externalId: '7' },
  superset: { type: 'dashboard', externalId: fakeEmbeddedId },
}
const [ours, theirs] = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002'].map(
  (id) => TenantId.parse(id),
) as [TenantId, TenantId]
const [north, south] = ['018f0000-0000-7000-8000-00000000000a', '018f0000-0000-7000-8000-00000000000b'].map(
  (id) => PermissionProfileId.parse(id),
) as [PermissionProfileId, PermissionProfileId]
const filters = { tenantId: ours, profileIds: [north] }

beforeEach(() => {
  passed = 0
  for (const fake of Object.values(fakes)) {
    fake.failing = undefined
    fake.rows = [
      { tenantId: ours, profileId: north, words: 'ours north' },
      { tenantId: ours, profileId: south, words: 'ours south' },
      { tenantId: theirs, profileId: north, words: 'theirs' },
    ]
  }
})

function connectionTo(kind: ProviderKind, over: Partial<Connection> = {}): Connection {
  const { quicksight, metabase, superset } = fakes
  const usual = {
    kind,
    address: fakes[kind].address,
    region: '',
    accountId: '',
    namespace: 'default',
    user: '',
    secret: '',
    apiKey: '',
    tenantFilter: 'tenant_id',
    profileFilter: 'profile_id',
    sessionMinutes: 60,
  }
  const own = {
    quicksight: {
      region: quicksight.region,
      accountId: quicksight.accountId,
      user: quicksight.accessKeyId,
      secret: quicksight.secretAccessKey,
    },
    metabase: { secret: metabase.secret, apiKey: metabase.apiKey },
    superset: { user: superset.user, secret: superset.password },
  }[kind]
  return { ...usual, ...own, ...over }
}

function asking(over: Partial<Asking> = {}): Asking {
  const extraHosts = Object.values(fakes).map(({ host }) => host)
  return { origin, now: now(), extraHosts, signal: new AbortController().signal, ...over }
}

const refusalOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error !== undefined && !(error instanceof Refused)) throw error
  return error?.refusal
}
const problemIn = async (work: Promise<unknown>) => {
  const refusal = await refusalOf(work)
  return refusal?.kind === 'problem' ? refusal.problem : refusal?.kind
}

/** What a reader's browser shows of an address. */
async function shownAt({ url, guestToken }: { url: string; guestToken?: string }): Promise<string> {
  const address = guestToken ? `${fakes.superset.address}/api/v1/chart/data` : url
  const headers = { referer: `${origin}/`, ...(guestToken && { 'x-guesttoken': guestToken }) }
  return (await fetch(address, { headers })).text()
}

describe.each(providerKinds)('%s', (kind) => {
  const provider = providerOf[kind]
  const open = (over?: Partial<Connection>) =>
    provider.open(connectionTo(kind, over), things[kind], filters, asking())

  test('takes what we ask with, and says what is wrong with something else', async () => {
    expect(await problemIn(provider.test(connectionTo(kind), asking()))).toBeUndefined()
    const wrong = provider.test(
      connectionTo(kind, { secret: 'another', user: fakes.superset.user }),
      asking(),
    )
    expect(await problemIn(wrong)).toBe(kind === 'metabase' ? 'secret' : 'credentials')
  })

  test('shows rows of the organization and of the profiles alone, until its session ends', async () => {
    expect(await problemIn(provider.check(connectionTo(kind), things[kind], asking()))).toBeUndefined()
    const opened = await open()
    const shown = await shownAt(opened)
    expect(shown).toContain('1 rows')
    expect(shown).toContain('ours north')
    const minutes = kind === 'superset' ? 5 : 60
    expect(opened.endsAt).toEqual(new Date(now().getTime() + minutes * 60_000))
    const late = await open()
    passed = minutes * 60_000 + 1_000
    expect(await shownAt(late)).not.toContain('ours')
  })

  test('a foreign ID is missing', async () => {
    const externalId = {
      quicksight: 'nothing',
      metabase: '8',
      superset: '00000000-0000-4000-8000-000000000000',
    }[kind]
    expect(
      await problemIn(provider.check(connectionTo(kind), { type: 'dashboard', externalId }, asking())),
    ).toBe('missing')
  })

  test('a failure is named, and no redirect is followed', async () => {
    const check = () => problemIn(provider.check(connectionTo(kind), things[kind], asking()))
    const named = { 401: 'credentials', 403: 'not-allowed', 429: 'busy', 500: 'failed', 503: 'busy' }
    for (const [status, name] of Object.entries(named)) {
      fakes[kind].failing = { status: Number(status) }
      expect([status, await check()]).toEqual([status, name])
    }
    const elsewhere = fakes[kind === 'metabase' ? 'superset' : 'metabase']
    fakes[kind].failing = { location: `${elsewhere.address}/api/user/current` }
    const before = elsewhere.asked.length
    expect(await check()).toBe('not-understood')
    expect(elsewhere.asked.length).toBe(before)
    fakes[kind].failing = 'silent'
    const signal = AbortSignal.timeout(200)
    expect(await problemIn(provider.check(connectionTo(kind), things[kind], asking({ signal })))).toBe(
      'timeout',
    )
  })

  test('no address of a private network is called, nor one without encryption', async () => {
    const hosts = [
      '127.0.0.1:9',
      '169.254.169.254',
      '2130706433',
      '0x7f.1',
      '[::ffff:7f00:1]',
      '[::1]',
      '10.1.2.3',
    ]
    for (const address of [...hosts.map((host) => `https://${host}`), fakes[kind].address]) {
      const before = fakes[kind].asked.length
      const asked = provider.check(connectionTo(kind, { address }), things[kind], asking({ extraHosts: [] }))
      expect([address, await problemIn(asked)]).toEqual([address, 'private-address'])
      expect(fakes[kind].asked.length).toBe(before)
    }
  })
})

describe('a part without a mapping is refused', () => {
  const refused = (kind: ProviderKind, thing = things[kind]) =>
    refusalOf(providerOf[kind].check(connectionTo(kind), thing, asking()))

  test('Metabase: a parameter that is not locked, and a tile or a second question that it is not connected to', async () => {
    const { dashboards, questions } = fakes.metabase
    const dashboard = dashboards.get(7)!
    const with7 = async (over: Partial<typeof dashboard>) => {
      dashboards.set(7, { ...dashboard, ...over })
      const found = await refused('metabase')
      dashboards.set(7, dashboard)
      return found
    }
    expect(await with7({ embedding_params: { tenant_id: 'locked', profile_id: 'enabled' } })).toEqual({
      kind: 'unmapped',
      part: 'Desk',
      filter: 'profile_id',
    })
    const [tile] = dashboard.dashcards
    const unmapped = { ...tile!, parameter_mappings: tile!.parameter_mappings.slice(0, 1) }
    expect(await with7({ dashcards: [tile!, unmapped] })).toEqual({
      kind: 'unmapped',
      part: 'Trades',
      filter: 'profile_id',
    })
    const withSeries = {
      ...tile!,
      series: [{ id: 32, name: 'Last year', dataset_query: { type: 'query' as const } }],
    }
    expect(await with7({ dashcards: [withSeries] })).toMatchObject({ part: 'Last year', filter: 'tenant_id' })
    expect(await with7({ enable_embedding: false })).toEqual({ kind: 'problem', problem: 'embedding-off' })

    const visual = { type: 'visual', externalId: '9' } as const
    expect(await refused('metabase', visual)).toBeUndefined()
    const question = questions.get(9)!
    questions.set(9, { ...question, parameters: [] })
    expect(await refused('metabase', visual)).toMatchObject({ kind: 'unmapped', filter: 'tenant_id' })
    questions.set(9, question)
  })

  test('Metabase: a parameter with an operator that keeps rows of others', async () => {
    const { dashboards, questions } = fakes.metabase
    const visual = { type: 'visual', externalId: '9' } as const
    const [dashboard, question] = [dashboards.get(7)!, questions.get(9)!]
    const withType = (parameters: typeof dashboard.parameters, type: string) =>
      parameters.map((one) => (one.slug === 'profile_id' ? { ...one, type } : one))
    const unmapped = { kind: 'unmapped', part: 'Desk', filter: 'profile_id' }
    for (const type of ['string/!=', 'string/contains', 'string/starts-with', 'number/>=', 'date/single', ''])
      for (const [kind, thing] of [
        ['dashboard', things.metabase],
        ['question', visual],
      ] as const) {
        dashboards.set(7, { ...dashboard, parameters: withType(dashboard.parameters, type) })
        questions.set(9, { ...question, parameters: withType(question.parameters, type) })
        expect([type, kind, await refused('metabase', thing)]).toEqual([type, kind, unmapped])
      }
    for (const type of ['id', 'category', 'string/=', 'location/=']) {
      dashboards.set(7, { ...dashboard, parameters: withType(dashboard.parameters, type) })
      expect([type, await refused('metabase')]).toEqual([type, undefined])
    }
    dashboards.set(7, dashboard)
    questions.set(9, question)
  })

  test('Metabase: a parameter that is connected to what a question does not use', async () => {
    const { dashboards, questions } = fakes.metabase
    const [dashboard, question] = [dashboards.get(7)!, questions.get(9)!]
    const [tile] = dashboard.dashcards
    const native = (tags: Record<string, { type: string }>) => ({
      type: 'native' as const,
      native: { query: 'select 1', 'template-tags': tags },
    })
    const check = async (dataset_query: FakeQuery | undefined, target: unknown) => {
      const parameter_mappings = tile!.parameter_mappings.map((one) => ({ ...one, target }))
      const card = { id: 31, name: 'Trades', ...(dataset_query && { dataset_query }) }
      dashboards.set(7, { ...dashboard, dashcards: [{ ...tile!, card, parameter_mappings }] })
      const found = await refused('metabase')
      dashboards.set(7, dashboard)
      return found
    }
    const unmapped = { kind: 'unmapped', part: 'Trades', filter: 'tenant_id' }
    const tag = (how: string, name: string) => [how, ['template-tag', name]]
    const tags = { desk: { type: 'dimension' }, word: { type: 'text' } }
    expect(await check(native(tags), tag('dimension', 'desk'))).toBeUndefined()
    expect(await check(native(tags), tag('variable', 'word'))).toBeUndefined()
    expect(
      await check({ type: 'query' }, ['dimension', ['field', 1, null], { 'stage-number': 0 }]),
    ).toBeUndefined()
    for (const target of [
      tag('dimension', 'gone'),
      tag('variable', 'desk'),
      ['text-tag', 'desk'],
      ['dimension', ['field', 1, null]],
      undefined,
    ])
      expect([target, await check(native(tags), target)]).toEqual([target, unmapped])
    expect(await check({ type: 'query' }, tag('dimension', 'desk'))).toEqual(unmapped)
    expect(await check(undefined, tag('dimension', 'desk'))).toEqual({
      kind: 'problem',
      problem: 'not-allowed',
    })
    // A question that is not described at all.
    dashboards.set(7, {
      ...dashboard,
      dashcards: [{ card_id: 31, parameter_mappings: tile!.parameter_mappings }],
    })
    expect(await refused('metabase')).toEqual({ kind: 'problem', problem: 'not-understood' })
    dashboards.set(7, dashboard)

    questions.set(9, { ...question, dataset_query: native({}) })
    const visual = { type: 'visual', externalId: '9' } as const
    expect(await refused('metabase', visual)).toMatchObject({ kind: 'unmapped', filter: 'tenant_id' })
    questions.set(9, question)
  })

  test('Superset: a dataset without the column, and a page of a domain that is not allowed', async () => {
    const { dataSets, embedded, unreadable } = fakes.superset
    const [trades] = dataSets.get(4)!
    dataSets.set(4, [
      trades!,
      { id: 22, table_name: 'quotes', columns: [{ column_name: 'tenant_id' }, { column_name: 'words' }] },
    ])
    expect(await refused('superset')).toEqual({ kind: 'unmapped', part: 'quotes', filter: 'profile_id' })
    unreadable.add(22)
    expect(await refused('superset')).toEqual({ kind: 'problem', problem: 'not-allowed' })
    unreadable.clear()
    dataSets.set(4, [trades!])
    embedded.set(fakeEmbeddedId, { dashboardId: 4, allowedDomains: ['https://elsewhere.example'] })
    expect(await refused('superset')).toEqual({ kind: 'problem', problem: 'host-refused' })
    embedded.set(fakeEmbeddedId, { dashboardId: 4, allowedDomains: [`${origin}/`] })
    expect(await refused('superset')).toBeUndefined()
  })

  test('QuickSight: a dataset without tags, with tags turned off, or with a set of tags that lacks one', async () => {
    const { dataSets, dashboards } = fakes.quicksight
    const rules = dataSets.get('trades')!.RowLevelPermissionTagConfiguration!
    const withRules = async (over: Partial<typeof rules> | undefined) => {
      dataSets.set('trades', {
        Name: 'Trades',
        ...(over && { RowLevelPermissionTagConfiguration: { ...rules, ...over } }),
      })
      const found = await refused('quicksight')
      dataSets.set('trades', { Name: 'Trades', RowLevelPermissionTagConfiguration: rules })
      return found
    }
    const [tenantTag, profileTag] = rules.TagRules
    const unmapped = (filter: string) => ({ kind: 'unmapped', part: 'Trades', filter })
    expect(await withRules(undefined)).toEqual(unmapped('tenant_id'))
    expect(await withRules({ Status: 'DISABLED' })).toEqual(unmapped('tenant_id'))
    expect(await withRules({ TagRules: [tenantTag!] })).toEqual(unmapped('profile_id'))
    const oneSet = { TagRuleConfigurations: [['tenant_id', 'profile_id'], ['tenant_id']] }
    expect(await withRules(oneSet)).toEqual(unmapped('profile_id'))
    const { TagKey, ColumnName } = profileTag!
    expect(await withRules({ TagRules: [tenantTag!, { TagKey, ColumnName }] })).toEqual(
      unmapped('profile_id'),
    )
    expect(await withRules({})).toBeUndefined()

    dashboards.set('desk', { dataSets: ['trades'], sheets: { one: ['bars'] } })
    expect(await refused('quicksight', { type: 'visual', externalId: 'desk/one/bars' })).toBeUndefined()
    expect(await refused('quicksight', { type: 'visual', externalId: 'desk/one/lines' })).toEqual({
      kind: 'missing',
    })
  })
})

test('an address of QuickSight is for the page of the organization, for one dashboard, and for one use', async () => {
  const opened = await providerOf.quicksight.open(
    connectionTo('quicksight'),
    things.quicksight,
    filters,
    asking(),
  )
  const session = fakes.quicksight.sessions.get(opened.url.split('/').at(-1)!)
  expect(session).toMatchObject({
    AllowedDomains: [origin],
    AuthorizedResourceArns: ['arn:aws:quicksight:eu-central-1:123456789012:dashboard/desk'],
    ExperienceConfiguration: { Dashboard: { InitialDashboardId: 'desk' } },
    SessionLifetimeInMinutes: 60,
  })
  expect(await shownAt(opened)).toContain('ours north')
  expect(await shownAt(opened)).not.toContain('ours')
})

test('a guest token of Superset that would outlive the session is refused', async () => {
  const open = () => providerOf.superset.open(connectionTo('superset'), things.superset, filters, asking())
  fakes.superset.guestSeconds = 3_600
  expect(await problemIn(open())).toBeUndefined()
  fakes.superset.guestSeconds = 86_400
  expect(await problemIn(open())).toBe('token-too-long')
  fakes.superset.guestSeconds = 300
})

test('Superset is told nothing about the reader', async () => {
  fakes.superset.guests.length = 0
  await providerOf.superset.open(connectionTo('superset'), things.superset, filters, asking())
  expect(fakes.superset.guests).toEqual([
    {
      user: { username: 'verbatim-reader', first_name: 'Verbatim', last_name: 'reader' },
      resources: [{ type: 'dashboard', id: fakeEmbeddedId }],
      rls: [{ clause: `tenant_id = '${ours}' AND profile_id IN ('${north}')` }],
    },
  ])
})

test('a token of Metabase that was changed or is too old shows no row', async () => {
  const opened = await providerOf.metabase.open(connectionTo('metabase'), things.metabase, filters, asking())
  const [head, payload = '', signature] = new URL(opened.url).pathname.split('/').at(-1)!.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  claims.params.profile_id = [north, south]
  const changed = [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
  const at = (token: string) => shownAt({ url: `${fakes.metabase.address}/embed/dashboard/${token}` })
  expect(await at(changed)).toBe('Message seems corrupt or manipulated')
  expect(await at([head, payload, signature].join('.'))).toContain('1 rows')
})
