import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { type ListState, toListCall } from '@verbatim/client/list-state.ts'
import { listAuditActors, listAuditEvents, auditList } from '@verbatim/contract/audit.ts'

/** One page of the audit trail. */
export function auditEventsQuery(api: Api, state: ListState) {
  return queryOptions({
    queryKey: ['audit', 'list', state],
    queryFn: ({ signal }) => api(listAuditEvents, { query: toListCall(auditList, state) }, signal),
    placeholderData: keepPreviousData,
  })
}

/** Everybody who is in the trail, to filter by. */
export function auditActorsQuery(api: Api) {
  return queryOptions({
    queryKey: ['audit', 'actors'],
    queryFn: async ({ signal }) => (await api(listAuditActors, {}, signal)).items,
    staleTime: 60_000,
  })
}
