import { queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { getSingleSignOn } from '@verbatim/contract/single-sign-on.ts'

/** How the organization's people sign in without a password of ours. */
export function singleSignOnQuery(api: Api) {
  return queryOptions({
    queryKey: ['organization', 'single-sign-on'],
    queryFn: ({ signal }) => api(getSingleSignOn, {}, signal),
  })
}
