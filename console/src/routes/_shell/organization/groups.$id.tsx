import { createFileRoute } from '@tanstack/react-router'
import { GroupScreen } from '#screens/groups/group-editor.tsx'
import { groupQuery } from '#screens/groups/queries.ts'

export const Route = createFileRoute('/_shell/organization/groups/$id')({
  loader: ({ context: { house, queryClient }, params }) => {
    void queryClient.prefetchQuery(groupQuery(house.api, params.id))
  },
  component: GroupScreen,
})
