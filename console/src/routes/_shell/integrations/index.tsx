import { createFileRoute } from '@tanstack/react-router'
import { accountList } from '@verbatim/contract/accounts.ts'
import { AccountsScreen } from '#screens/accounts/AccountsScreen.tsx'
import { accountsQuery } from '#screens/accounts/queries.ts'
import { listAddress } from '#shell/list-address.ts'

export const Route = createFileRoute('/_shell/integrations/')({
  ...listAddress(accountList),
  loader: ({ context: { house, queryClient }, deps }) => {
    void queryClient.prefetchQuery(accountsQuery(house.api, deps))
  },
  component: AccountsScreen,
})
