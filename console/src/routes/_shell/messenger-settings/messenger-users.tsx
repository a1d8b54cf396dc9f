import { createFileRoute } from '@tanstack/react-router'
import { usersLists } from '#screens/users/users-list.tsx'
import { listLoader } from '#lists/list.ts'
import { listAddress } from '#lists/list-address.ts'
import { ListScreen } from '#lists/ListScreen.tsx'

export const Route = createFileRoute('/_shell/messenger-settings/messenger-users')({
  ...listAddress,
  loader: listLoader(usersLists.messenger),
  component: () => <ListScreen list={usersLists.messenger} />,
})
