import { listSpec, parseListQuery } from '@verbatim/contract/list.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  conditionsOf,
  defaultListState,
  listState,
  readListState,
  RoughListState,
  toAddress,
  toListCall,
  withConditions,
  withoutBroken,
} from './list-state.ts'

const spec = listSpec({
  fields: {
    postedDate: { type: 'date', sort: true },
    urgency: { type: 'enum', values: ['low', 'medium', 'high'], ordered: true },
    subject: { type: 'text' },
  },
  defaultSort: '-postedDate',
  aliases: { date: 'postedDate' },
  search: ['messageBody'],
  period: 'postedDate',
})
const initial = { page: 1, size: 50, sort: '-postedDate', period: '30' }

test('an empty address is page 1, size 50, newest first, 30 days', () => {
  expect(listState(spec).parse({})).toEqual(initial)
  expect(toAddress(spec, defaultListState(spec))).toEqual({})
})

test.each([
  { page: 0 },
  { page: 'x' },
  { size: 100_000 },
  { sort: 'mood' },
  { sort: 7 },
  { period: 'soon' },
  { period: '2026-02-30|2026-03-01' },
  { filter: 'mood[eq]:x' },
  { filter: 'urgency[eq]:urgent' },
  { search: '' },
  { unknown: 1 },
])('falls back from %o', (address) => {
  expect(listState(spec).parse(address)).toEqual(initial)
})

test.each([
  [{ filter: 'mood[eq]:x' }],
  [{ filter: 'urgency[near]:low' }],
  [{ filter: 'urgency[eq]:urgent' }],
  [{ period: 'soon' }],
  [{ period: '2026-02-30|2026-03-01' }],
  [{ search: 'a\u0000b' }],
  [{ filter: 'mood[eq]:x', period: 'soon' }],
])('keeps the invalid %o, which would narrow the list, until it is replaced or removed', (address) => {
  const state = readListState(spec, address)
  expect(state).toEqual({ ...initial, broken: address })
  expect(toAddress(spec, { ...state, sort: 'postedDate' })).toEqual({ ...address, sort: 'postedDate' })
  const [name = ''] = Object.keys(address)
  expect(toAddress(spec, withoutBroken(state, name))).not.toHaveProperty(name)
})

test('keeps valid values, with numbers as text or not', () => {
  const address = {
    page: '3',
    size: 20,
    sort: '-date',
    period: 7,
    search: 2026,
    filter: 'urgency[gte]:medium',
  }
  expect(listState(spec).parse(address)).toEqual({
    page: 3,
    size: 20,
    sort: '-date',
    period: '7',
    search: '2026',
    filter: 'urgency[gte]:medium',
  })
})

test('makes the call of the state', () => {
  const state = { ...initial, page: 3, search: 're: lunch', filter: 'urgency[eq]:high' }
  expect(toListCall(spec, state)).toEqual({
    limit: 50,
    skip: 100,
    sort: '-postedDate',
    period: '30',
    filter: 'urgency[eq]:high',
    search: 'messageBody:re: lunch',
  })
  expect(toListCall(spec, { ...initial, period: 'all' })).not.toHaveProperty('period')
})

test('changes of the filter go back to the first page', () => {
  const conditions = [{ field: 'subject', operator: 'contains' as const, values: ['a,b'] }]
  const filtered = withConditions({ ...initial, page: 9 }, conditions)
  expect(filtered.page).toBe(1)
  expect(conditionsOf(spec, filtered)).toEqual(conditions)
  expect(withConditions(filtered, []).filter).toBeUndefined()
})

test('for every address, the API understands the call made from it', { tags: ['whole'] }, () => {
  const anything = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.constantFrom('30', '-date', 'urgency[eq]:low', null, true),
  )
  const address = fc.dictionary(
    fc.constantFrom('page', 'size', 'sort', 'period', 'search', 'filter'),
    anything,
  )
  fc.assert(
    fc.property(address, (given) => {
      const call = toListCall(spec, listState(spec).parse(given))
      expect(() => parseListQuery(spec, call)).not.toThrow()
    }),
    { numRuns: 1000 },
  )
})

test('an address that a route has already parsed gives the same question, and no filter is lost', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('1', '7', 'all', '-postedDate', 'urgency[eq]:low'))
  const address = fc.record(
    { page: text, size: text, sort: text, period: text, search: text, filter: text, tab: text },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(address, (given) => {
      const { broken = {}, ...state } = readListState(spec, RoughListState.parse(given))
      expect(state).toEqual(listState(spec).parse(given))
      for (const name of ['period', 'search', 'filter'] as const)
        if (given[name]) expect([state[name], broken[name]]).toContain(given[name])
    }),
  )
})
