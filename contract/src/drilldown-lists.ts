/** The lists with the rows behind figures: where each is in the console, who may open it, and what its days are. */
import { metricTabDefinitions } from './metric-tabs.ts'
import type { Drilldown } from './metrics.ts'
import type { Permission } from './permissions.ts'

interface ListPlace {
  readonly path: string
  readonly permission: Permission
  /** Of a list in a tab of Key Metrics: the rows that it shows unless others are asked for. */
  readonly rows?: string
  /**
   * Whose days can be asked for: rows that belong to single days, in the zone of Key Metrics or, as instants, in UTC; rows of a whole
   * period; or none, because the list says how things are now.
   */
  readonly days: 'days' | 'instants' | 'period' | 'none'
}

const { organization, sales, digital } = metricTabDefinitions

export const drilldownPlaces = {
  messages: { path: '/messages', permission: 'messages.view', days: 'instants' },
  events: { path: '/events', permission: 'events.view', days: 'instants' },
  accounts: { path: '/integrations', permission: 'integrations.view', days: 'none' },
  representatives: { ...sales, rows: 'all', days: 'days' },
  'active-representatives': { ...sales, rows: 'active', days: 'days' },
  'inactive-representatives': { ...sales, rows: 'inactive', days: 'period' },
  contacts: { ...digital, rows: 'all', days: 'days' },
  conversations: { ...digital, rows: 'conversations', days: 'days' },
  'waiting-clients': { ...sales, rows: 'waiting', days: 'none' },
  bursts: { ...sales, rows: 'bursts', days: 'days' },
  'account-days': {
    path: organization.path,
    permission: 'integrations.view',
    rows: 'incomplete',
    days: 'days',
  },
} as const satisfies Record<string, ListPlace>

export type DrilldownList = keyof typeof drilldownPlaces
export const drilldownLists = Object.keys(drilldownPlaces) as [DrilldownList, ...DrilldownList[]]

export const placeOf = (list: DrilldownList): ListPlace => drilldownPlaces[list]

/** The part of a tab with its rows. */
export const rowsId = 'rows'

interface Reader {
  /** The period of Key Metrics, as the address has it. */
  readonly period: string
  readonly permissions: ReadonlySet<Permission>
}

interface RowsAddress {
  readonly path: string
  readonly search: { readonly period?: string | undefined; readonly filter?: string | undefined }
  /** With a `#`, or nothing. */
  readonly hash: string
}

/** Where the rows of a figure are in the console; nothing if the reader may not open them. */
export function rowsAddressOf(
  { list, period, filter }: Omit<Drilldown, 'rows'>,
  { period: days, permissions }: Reader,
): RowsAddress | undefined {
  const { path, permission, rows } = placeOf(list)
  if (!permissions.has(permission)) return undefined
  if (rows !== undefined)
    return { path, search: { period: period ?? days, filter: filter ?? rows }, hash: `#${rowsId}` }
  // Accounts have no period.
  const within = list === 'accounts' ? undefined : (period ?? 'all')
  return { path, search: { period: within, filter }, hash: '' }
}
