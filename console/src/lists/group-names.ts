import { queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { listGroups } from '@verbatim/contract/groups.ts'

/** The groups whose conversations the reader may see, by name. */
export function groupNamesQuery(api: Api) {
  return queryOptions({
    queryKey: ['groups', 'names'],
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }) =>
      (await api(listGroups, { query: { limit: 1000, sort: 'name' } }, signal)).items,
  })
}
