import { createFileRoute } from '@tanstack/react-router'
import { usersQuery } from '#screens/users/queries.ts'
import { platformUserList } from '@verbatim/contract/users.ts'
import { UsersScreen } from '#screens/users/UsersScreen.tsx'
import { listAddress } from '#shell/list-address.ts'

export const Route = createFileRoute('/_shell/organization/platform-users')({
  ...listAddress(platformUserList),
  loader: ({ context: { house, queryClient }, deps }) => {
    void queryClient.prefetchQuery(usersQuery(house.api, 'platform', deps))
  },
  component: () => <UsersScreen side="platform" />,
})
