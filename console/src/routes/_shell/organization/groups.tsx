import { createFileRoute } from '@tanstack/react-router'
import { managedGroupList } from '@verbatim/contract/groups.ts'
import { GroupsScreen } from '#screens/groups/GroupsScreen.tsx'
import { managedGroupsQuery } from '#screens/groups/queries.ts'
import { listAddress } from '#shell/list-address.ts'

export const Route = createFileRoute('/_shell/organization/groups')({
  ...listAddress(managedGroupList),
  loader: ({ context: { house, queryClient }, deps }) => {
    void queryClient.prefetchQuery(managedGroupsQuery(house.api, deps))
  },
  component: GroupsScreen,
})
