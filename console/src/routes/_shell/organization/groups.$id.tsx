import { createFileRoute } from '@tanstack/react-router'
import { GroupAddress } from '#screens/groups/groups-address.ts'
import { GroupScreen } from '#screens/groups/GroupScreen.tsx'
import { groupQuery } from '#screens/groups/queries.ts'

export const Route = createFileRoute('/_shell/organization/groups/$id')({
  validateSearch: GroupAddress,
  loader: ({ context: { house, queryClient }, params }) => {
    void queryClient.prefetchQuery(groupQuery(house.api, params.id))
  },
  component: GroupScreen,
})
