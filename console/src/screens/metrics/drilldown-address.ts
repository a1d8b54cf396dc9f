import { searchText } from '@verbatim/client/search-text.ts'
import { rowsAddressOf } from '@verbatim/contract/drilldown-lists.ts'
import type { Drilldown } from '@verbatim/contract/metrics.ts'

/** The address of a figure's rows; nothing if the reader may not open them. */
export function drilldownAddress(
  drilldown: Omit<Drilldown, 'rows'> | undefined,
  reader: Parameters<typeof rowsAddressOf>[1],
): string | undefined {
  const address = drilldown && rowsAddressOf(drilldown, reader)
  return address && `${address.path}${searchText(address.search)}${address.hash}`
}
