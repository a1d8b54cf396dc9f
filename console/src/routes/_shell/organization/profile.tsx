import { createFileRoute } from '@tanstack/react-router'
import { ProfileScreen } from '#screens/organization/ProfileScreen.tsx'
import { profileQuery } from '#screens/organization/queries.ts'

export const Route = createFileRoute('/_shell/organization/profile')({
  loader: ({ context: { app, queryClient } }) => {
    void queryClient.prefetchQuery(profileQuery(app.api))
  },
  component: ProfileScreen,
})
