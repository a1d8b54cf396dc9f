import { queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { getChannelAccount } from '@verbatim/contract/accounts.ts'
import { AccountId } from '@verbatim/contract/ids.ts'

/** One account, with its quarantined records and refused deliveries. */
export function accountQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['accounts', 'one', id],
    queryFn: ({ signal }) => api(getChannelAccount, { params: { id: AccountId.parse(id) } }, signal),
  })
}
