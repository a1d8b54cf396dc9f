import { createFileRoute } from '@tanstack/react-router'
import { usersQuery } from '#screens/users/queries.ts'
import { messengerUserList } from '@verbatim/contract/users.ts'
import { UsersScreen } from '#screens/users/UsersScreen.tsx'
import { listAddress } from '#shell/list-address.ts'

export const Route = createFileRoute('/_shell/messenger-settings/messenger-users')({
  ...listAddress(messengerUserList),
  loader: ({ context: { house, queryClient }, deps }) => {
    void queryClient.prefetchQuery(usersQuery(house.api, 'messenger', deps))
  },
  component: () => <UsersScreen side="messenger" />,
})
