import { createFileRoute } from '@tanstack/react-router'
import { profilesList } from '#screens/permission-profiles/profiles-list.tsx'
import { listLoader } from '#lists/list.ts'
import { listAddress } from '#lists/list-address.ts'
import { ListScreen } from '#lists/ListScreen.tsx'

export const Route = createFileRoute('/_shell/organization/permission-profiles')({
  ...listAddress,
  loader: listLoader(profilesList),
  component: () => <ListScreen list={profilesList} />,
})
