/** The lists behind the figures of Key Metrics and of insights. */
import {
  burstsOf,
  contactsOf,
  conversationsOf,
  narrowingQuery,
  waitingOf,
} from '@verbatim/contract/rows-of.ts'
import type { Drilldown, Figure } from '@verbatim/contract/metrics.ts'
import { expect } from 'vitest'
import type { Caller } from './caller.ts'

const lists = {
  messages: '/bff/api/v1/messages',
  events: '/bff/api/v1/cognitive-events',
  representatives: '/bff/dashboards/sales/representatives',
  'active-representatives': '/bff/dashboards/sales/active-representatives',
  'inactive-representatives': '/bff/dashboards/sales/inactive-representatives',
  contacts: '/bff/dashboards/digital/contacts',
  conversations: '/bff/dashboards/digital/conversations',
  'waiting-clients': '/bff/dashboards/sales/waiting-clients',
  bursts: '/bff/dashboards/sales/bursts',
  'account-days': '/bff/dashboards/capture/account-days',
  accounts: '/bff/api/v1/accounts',
} as const

/** Lists of what is there now, or whose period is a filter. */
const withoutDays: readonly Drilldown['list'][] = ['messages', 'events', 'accounts', 'waiting-clients']

/** The period that figures were counted for, as it is asked. */
export type AskedPeriod = Readonly<Record<string, string>>

/** How many rows the list of a link has: of the days that it names, or of those that its figure was counted for. */
export async function countRows(
  caller: Caller,
  { list, period, filter }: Omit<Drilldown, 'rows'>,
  counted: AskedPeriod = { days: '30' },
): Promise<number> {
  const hasDays = !withoutDays.includes(list)
  const [from = '', to = ''] = period?.split('|') ?? []
  const days = period === undefined ? counted : { 'date-from': from, 'date-to': to }
  const asked = new URLSearchParams({
    limit: '1',
    ...(hasDays ? days : period !== undefined && { period }),
    ...(filter !== undefined && ownQuery(list, filter)),
  })
  const { status, json } = await caller.call('GET', `${lists[list]}?${asked}`)
  expect([list, filter, status]).toEqual([list, filter, 200])
  return json.total
}

/** In the lists of Key Metrics, the filter is a kind of row, a state and channels, or what `rows-of.ts` reads after a colon. */
const ownQuery = (list: Drilldown['list'], filter: string): Record<string, string> => {
  if (list === 'contacts') {
    const [kind = '', of] = filter.split(':')
    return { kind, ...(of !== undefined && narrowingQuery(contactsOf(of))) }
  }
  if (list === 'representatives') return { kind: filter }
  if (list === 'account-days') {
    const [state = '', channel] = filter.split(':')
    return { state, ...(channel !== undefined && { channel }) }
  }
  const read = narrowings[list]
  if (!read) return { filter }
  const narrowing = read(filter.replace(/^[^:]*:/, ''))
  if (!narrowing) throw new Error(`${list} can’t be narrowed to ${filter}`)
  return narrowingQuery(narrowing)
}

const narrowings: Readonly<Partial<Record<Drilldown['list'], typeof conversationsOf>>> = {
  bursts: burstsOf,
  conversations: conversationsOf,
  'waiting-clients': waitingOf,
}

/** Compares each link's list with what the link says. @returns How many there were. */
export async function followLinks(
  caller: Caller,
  linked: readonly Pick<Figure, 'drilldown'>[],
  counted?: AskedPeriod,
): Promise<number> {
  let links = 0
  for (const one of linked) {
    const rows = one.drilldown && (await countRows(caller, one.drilldown, counted))
    if (rows === undefined) continue
    expect([one, rows]).toEqual([one, one.drilldown?.rows])
    links += 1
  }
  return links
}
