import { createFileRoute, redirect } from '@tanstack/react-router'
import { ProfileScreen } from '#screens/organizations/ProfileScreen.tsx'
import { profileQuery } from '#screens/organizations/queries.ts'

export const Route = createFileRoute('/_shell/organization/profile')({
  beforeLoad: ({ location }) => {
    // Where the provider was set up before; bookmarks still lead there.
    if (location.hash === 'profile-provider')
      throw redirect({ href: '/organization/integrations#integrations-provider' })
  },
  loader: ({ context: { app, queryClient } }) => {
    void queryClient.prefetchQuery(profileQuery(app.api))
  },
  component: ProfileScreen,
})
