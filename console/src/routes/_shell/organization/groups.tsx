import { createFileRoute } from '@tanstack/react-router'
import { groupsList } from '#screens/groups/groups-list.tsx'
import { listLoader } from '#lists/list.ts'
import { listAddress } from '#lists/list-address.ts'
import { ListScreen } from '#lists/ListScreen.tsx'

export const Route = createFileRoute('/_shell/organization/groups')({
  ...listAddress,
  loader: listLoader(groupsList),
  component: () => <ListScreen list={groupsList} />,
})
