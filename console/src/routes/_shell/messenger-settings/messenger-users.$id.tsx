import { createFileRoute } from '@tanstack/react-router'
import { userQuery } from '#screens/users/queries.ts'
import { UserScreen } from '#screens/users/user-editor.tsx'

export const Route = createFileRoute('/_shell/messenger-settings/messenger-users/$id')({
  loader: ({ context: { app, queryClient }, params }) => {
    void queryClient.prefetchQuery(userQuery(app.api, 'messenger', params.id))
  },
  component: () => <UserScreen side="messenger" />,
})
