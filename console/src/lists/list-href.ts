import { type Condition, formatFilter } from '@verbatim/contract/list-filter.ts'
import { searchText } from '@verbatim/client/search-text.ts'

/** The condition of the rows that have exactly this. */
export const has = (field: string, id: string): Condition => ({ field, operator: 'eq', values: [id] })

/** The address of a list with the rows that meet all of these, of all time if the list has periods. */
export const listHref = (
  path: string,
  conditions: readonly Condition[],
  { hasPeriods = true }: { readonly hasPeriods?: boolean } = {},
): string =>
  `${path}${searchText({ ...(hasPeriods && { period: 'all' }), filter: formatFilter(conditions) })}`
