import { formatFilter } from '@verbatim/contract/list-filter.ts'
import { searchText } from './search-text.ts'

/** The address of a change request: its list, with it alone and open. */
export function changeRequestHref({ id }: { readonly id: string }): string {
  const filter = formatFilter([{ field: 'id', operator: 'eq', values: [id] }])
  return `/organization/change-requests${searchText({ filter })}`
}
