import { createFileRoute } from '@tanstack/react-router'
import { accountsList } from '#screens/accounts/accounts-list.tsx'
import { listLoader } from '#lists/list.ts'
import { listAddress } from '#lists/list-address.ts'
import { ListScreen } from '#lists/ListScreen.tsx'

export const Route = createFileRoute('/_shell/integrations/')({
  ...listAddress,
  loader: listLoader(accountsList),
  component: () => <ListScreen list={accountsList} />,
})
