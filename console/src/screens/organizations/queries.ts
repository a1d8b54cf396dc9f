import { queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { forecastRetention, getOrganization } from '@verbatim/contract/organizations.ts'
import type { RetentionRule } from '@verbatim/contract/retention.ts'

/** The organization's settings. */
export function profileQuery(api: Api) {
  return queryOptions({
    queryKey: ['organization', 'profile'],
    queryFn: ({ signal }) => api(getOrganization, {}, signal),
  })
}

/** The effect of a retention. */
export function forecastQuery(api: Api, dataRetention: readonly RetentionRule[]) {
  return queryOptions({
    queryKey: ['retention-forecast', dataRetention],
    queryFn: ({ signal }) => api(forecastRetention, { body: { dataRetention: [...dataRetention] } }, signal),
    staleTime: 60_000,
  })
}
