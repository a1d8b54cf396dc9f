import { rowsAddressOf } from '@verbatim/contract/drilldown-lists.ts'
import type { Drilldown } from '@verbatim/contract/metrics.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'

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
  const address = drilldown && rowsAddressOf(drilldown, { period, permissions })
  if (!address) return `${tabPath}?${search({ period })}`
  return `${address.path}?${search(address.search)}${address.hash}`
}

const search = (parts: Readonly<Record<string, string | undefined>>) =>
  Object.entries(parts)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]))
    .join('&')
