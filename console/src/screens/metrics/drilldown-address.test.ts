import type { Permission } from '@verbatim/contract/permissions.ts'
import { messageList } from '@verbatim/contract/messages.ts'
import { readListState } from '@verbatim/client/list-state.ts'
import { expect, test } from 'vitest'
import { drilldownAddress } from './drilldown-address.ts'

const everything = new Set<Permission>([
  'messages.view',
  'events.view',
  'integrations.view',
  'metrics.sales',
  'metrics.digital',
])
const reader = { period: '90', permissions: everything }
const period = '2026-10-26T00:00:00.000Z|2026-11-24T23:59:59.999Z'

test('a figure of messages opens the list with exactly its question', () => {
  const filter = 'direction[eq]:outbound,isAutomatic[eq]:false'
  const address = drilldownAddress({ list: 'messages', period, filter }, reader) ?? ''
  expect(address).toMatch(/^\/messages\?/)
  const asked = Object.fromEntries(new URL(address, 'http://localhost').searchParams)
  const state = readListState(messageList, asked)
  expect(state).toMatchObject({ period, filter, page: 1 })
  expect(state.broken).toBeUndefined()
})

test('a current figure has no period', () => {
  expect(drilldownAddress({ list: 'events', filter: 'status[in]:new' }, reader)).toBe(
    '/events?period=all&filter=status%5Bin%5D%3Anew',
  )
  expect(drilldownAddress({ list: 'accounts' }, reader)).toBe('/integrations')
})

test('the lists of Key Metrics are in their tabs, in the same period', () => {
  expect(drilldownAddress({ list: 'inactive-representatives' }, reader)).toBe(
    '/metrics/sales-effectiveness?period=90&filter=inactive#rows',
  )
  expect(drilldownAddress({ list: 'contacts', filter: 'engaged' }, reader)).toBe(
    '/metrics/digital-engagement?period=90&filter=engaged#rows',
  )
  expect(drilldownAddress({ list: 'representatives' }, reader)).toBe(
    '/metrics/sales-effectiveness?period=90&filter=all#rows',
  )
  expect(drilldownAddress({ list: 'bursts', filter: 'bursts:answered' }, reader)).toBe(
    '/metrics/sales-effectiveness?period=90&filter=bursts%3Aanswered#rows',
  )
  expect(drilldownAddress({ list: 'account-days', filter: 'incomplete:sms' }, reader)).toBe(
    '/metrics/organization-overview?period=90&filter=incomplete%3Asms#rows',
  )
})

test('a day of a figure opens its rows in its tab, which then shows that day', () => {
  const day = '2026-11-01|2026-11-01'
  expect(drilldownAddress({ list: 'contacts', period: day, filter: 'engaged' }, reader)).toBe(
    '/metrics/digital-engagement?period=2026-11-01%7C2026-11-01&filter=engaged#rows',
  )
})

test('a figure has no link for a reader who may not open its rows', () => {
  const none = { period: '30', permissions: new Set<Permission>() }
  for (const list of [
    'messages',
    'events',
    'accounts',
    'contacts',
    'representatives',
    'active-representatives',
    'bursts',
    'account-days',
  ] as const)
    expect(drilldownAddress({ list }, none)).toBeUndefined()
  expect(drilldownAddress(undefined, reader)).toBeUndefined()
})
