import { createFileRoute } from '@tanstack/react-router'
import { profileList } from '@verbatim/contract/permission-profiles.ts'
import { ProfilesScreen } from '#screens/permission-profiles/ProfilesScreen.tsx'
import { profilesQuery } from '#screens/permission-profiles/queries.ts'
import { listAddress } from '#shell/list-address.ts'

export const Route = createFileRoute('/_shell/organization/permission-profiles')({
  ...listAddress(profileList),
  loader: ({ context: { house, queryClient }, deps }) => {
    void queryClient.prefetchQuery(profilesQuery(house.api, deps))
  },
  component: ProfilesScreen,
})
