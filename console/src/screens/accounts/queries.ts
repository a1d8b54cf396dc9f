import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { type ListState, toListCall } from '@verbatim/client/list-state.ts'
import { getChannelAccount, listChannelAccounts, accountList } from '@verbatim/contract/accounts.ts'
import { AccountId } from '@verbatim/contract/ids.ts'

/** One page of the connected accounts and how their capture fares. */
export function accountsQuery(api: Api, state: ListState) {
  return queryOptions({
    queryKey: ['accounts', 'list', state],
    queryFn: ({ signal }) => api(listChannelAccounts, { query: toListCall(accountList, state) }, signal),
    placeholderData: keepPreviousData,
  })
}

/** One account, with what could not be read and what was turned away. */
export function accountQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['accounts', 'one', id],
    queryFn: ({ signal }) => api(getChannelAccount, { params: { id: AccountId.parse(id) } }, signal),
  })
}
