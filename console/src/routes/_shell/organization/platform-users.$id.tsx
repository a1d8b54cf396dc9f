import { createFileRoute } from '@tanstack/react-router'
import { userQuery } from '#screens/users/queries.ts'
import { UserScreen } from '#screens/users/user-editor.tsx'

export const Route = createFileRoute('/_shell/organization/platform-users/$id')({
  loader: ({ context: { app, queryClient }, params }) => {
    void queryClient.prefetchQuery(userQuery(app.api, 'platform', params.id))
  },
  component: () => <UserScreen side="platform" />,
})
