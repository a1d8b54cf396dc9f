import { metricTabDefinitions } from '@verbatim/contract/metric-tabs.ts'
import type { Drilldown, DrilldownList } from '@verbatim/contract/metrics.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'

/** The screen with the rows of each list, and the permission to open it. */
const places: Readonly<
  Record<DrilldownList, { readonly path: string; readonly permission: Permission; readonly rows?: string }>
> = {
  messages: { path: '/messages', permission: 'messages.view' },
  events: { path: '/events', permission: 'events.view' },
  accounts: { path: '/integrations', permission: 'integrations.view' },
  representatives: { ...metricTabDefinitions.sales, rows: 'all' },
  'active-representatives': { ...metricTabDefinitions.sales, rows: 'active' },
  'inactive-representatives': { ...metricTabDefinitions.sales, rows: 'inactive' },
  'waiting-clients': { ...metricTabDefinitions.sales, rows: 'waiting' },
  bursts: { ...metricTabDefinitions.sales, rows: 'bursts' },
  'account-days': {
    path: metricTabDefinitions.organization.path,
    permission: 'integrations.view',
    rows: 'incomplete',
  },
  contacts: { ...metricTabDefinitions.digital, rows: 'all' },
  conversations: { ...metricTabDefinitions.digital, rows: 'conversations' },
}

interface Reader {
  /** The days of the figure: `2026-11-01|2026-11-30`. */
  readonly period: string
  readonly permissions: ReadonlySet<Permission>
  readonly tabPath: string
}

/** The address of a figure's rows in the console; of its tab if the reader may not open them. */
export function rowsAddress(
  drilldown: Drilldown | undefined,
  { period, permissions, tabPath }: Reader,
): string {
  const place = drilldown && places[drilldown.list]
  if (!place || !permissions.has(place.permission)) return `${tabPath}?${search({ period })}`
  const { path, rows } = place
  if (rows !== undefined) return `${path}?${search({ period, filter: drilldown.filter ?? rows })}#rows`
  const within = drilldown.list === 'accounts' ? undefined : (drilldown.period ?? 'all')
  return `${path}?${search({ period: within, filter: drilldown.filter })}`
}

const search = (parts: Readonly<Record<string, string | undefined>>) =>
  Object.entries(parts)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]))
    .join('&')
