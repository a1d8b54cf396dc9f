import type { Drilldown, DrilldownList } from '@verbatim/contract/metrics.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import { searchText } from '@verbatim/client/search-text.ts'

/** A list of Key Metrics: the tab that has it, and which of its rows it shows. */
interface OwnList {
  readonly tab: string
  readonly rows: string
  readonly permission: Permission
}

const digital = { tab: 'digital-engagement', permission: 'metrics.digital' } as const
const sales = { tab: 'sales-effectiveness', permission: 'metrics.sales' } as const

const ownLists: Readonly<Partial<Record<DrilldownList, OwnList>>> = {
  representatives: { ...sales, rows: 'all' },
  'active-representatives': { ...sales, rows: 'active' },
  'inactive-representatives': { ...sales, rows: 'inactive' },
  'waiting-clients': { ...sales, rows: 'waiting' },
  bursts: { ...sales, rows: 'bursts' },
  contacts: { ...digital, rows: 'all' },
  conversations: { ...digital, rows: 'conversations' },
  'account-days': { tab: 'organization-overview', rows: 'incomplete', permission: 'integrations.view' },
}

/** Whether the rows are in a tab of Key Metrics. */
export const isOwnList = (list: DrilldownList) => ownLists[list] !== undefined

const screens: Readonly<Partial<Record<DrilldownList, { path: string; permission: Permission }>>> = {
  messages: { path: '/messages', permission: 'messages.view' },
  events: { path: '/events', permission: 'events.view' },
  accounts: { path: '/integrations', permission: 'integrations.view' },
}

/** The part of a tab with its rows. */
export const rowsId = 'rows'

interface Reader {
  /** The period of Key Metrics, as the address has it. */
  readonly period: string
  readonly permissions: ReadonlySet<Permission>
}

/** The address of a figure's rows; nothing if the reader may not open them. */
export function drilldownAddress(
  drilldown: Omit<Drilldown, 'rows'> | undefined,
  { period, permissions }: Reader,
): string | undefined {
  if (!drilldown) return undefined
  const own = ownLists[drilldown.list]
  if (own) {
    if (!permissions.has(own.permission)) return undefined
    const { period: days = period, filter = own.rows } = drilldown
    return `/metrics/${own.tab}${searchText({ period: days, filter })}#${rowsId}`
  }
  const screen = screens[drilldown.list]
  if (!screen || !permissions.has(screen.permission)) return undefined
  // Accounts have no period.
  const within = drilldown.list === 'accounts' ? undefined : (drilldown.period ?? 'all')
  return `${screen.path}${searchText({ period: within, filter: drilldown.filter })}`
}
