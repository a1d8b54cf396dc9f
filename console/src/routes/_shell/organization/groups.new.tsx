import { createFileRoute } from '@tanstack/react-router'
import { GroupAddress } from '#screens/groups/groups-address.ts'
import { NewGroupScreen } from '#screens/groups/GroupScreen.tsx'

export const Route = createFileRoute('/_shell/organization/groups/new')({
  validateSearch: GroupAddress,
  component: NewGroupScreen,
})
