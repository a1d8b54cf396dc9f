import { createFileRoute } from '@tanstack/react-router'
import { ProfileScreen } from '#screens/permission-profiles/profile-editor.tsx'
import { profileQuery } from '#screens/permission-profiles/queries.ts'

export const Route = createFileRoute('/_shell/organization/permission-profiles/$id/{-$tab}')({
  loader: ({ context: { app, queryClient }, params }) => {
    void queryClient.prefetchQuery(profileQuery(app.api, params.id))
  },
  component: ProfileScreen,
})
