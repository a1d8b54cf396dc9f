import type { ProviderKind } from '@verbatim/contract/insight-providers.ts'
import { describe, expect, test } from 'vitest'
import type { FakeQuery } from '#testing/fakes/metabase.ts'
import { fakeEmbeddedId } from '#testing/fakes/superset.ts'
import { openProviders, origin, refusalOf, things } from '#testing/providers.ts'
import { providerOf } from './providers.ts'

const { fakes, connectionTo, asking } = await openProviders()

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
