import { queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { listAuditActors } from '@verbatim/contract/audit.ts'

/** All actors of the audit trail, to filter by. */
export function auditActorsQuery(api: Api) {
  return queryOptions({
    queryKey: ['audit', 'actors'],
    queryFn: async ({ signal }) => (await api(listAuditActors, {}, signal)).items,
    staleTime: 60_000,
  })
}
