import { createFileRoute } from '@tanstack/react-router'
import { GroupScreen } from '#screens/groups/group-editor.tsx'
import { groupQuery } from '#screens/groups/queries.ts'

export const Route = createFileRoute('/_shell/organization/groups/$id')({
  loader: ({ context: { app, queryClient }, params }) => {
    void queryClient.prefetchQuery(groupQuery(app.api, params.id))
  },
  component: GroupScreen,
})
