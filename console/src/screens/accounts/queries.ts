import { queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { getAccountCoverage } from '@verbatim/contract/account-coverage.ts'
import { getChannelAccount } from '@verbatim/contract/accounts.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { oneQuery } from '#lists/one-query.ts'

/** One account, with its quarantined records and refused deliveries. */
export const accountQuery = oneQuery(['accounts'], getChannelAccount)

/** What the provider has of its last days, or of those up to one, compared with what is here. */
export const coverageQuery = (api: Api, id: AccountId, until: string | undefined) =>
  queryOptions({
    queryKey: ['accounts', 'coverage', id, until],
    queryFn: ({ signal }) =>
      api(getAccountCoverage, { params: { id }, query: until === undefined ? {} : { until } }, signal),
  })
