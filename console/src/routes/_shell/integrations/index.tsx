import { createFileRoute } from '@tanstack/react-router'
import { AccountsScreen } from '#screens/accounts/AccountsScreen.tsx'
import { accountsList } from '#screens/accounts/accounts-list.tsx'
import { listLoader } from '#lists/list.ts'
import { listAddress } from '#lists/list-address.ts'

export const Route = createFileRoute('/_shell/integrations/')({
  ...listAddress,
  loader: listLoader(accountsList),
  component: AccountsScreen,
})
