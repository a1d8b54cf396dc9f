import { createFileRoute } from '@tanstack/react-router'
import { changeRequestsList, ChangeRequestsScreen } from '#screens/change-requests/ChangeRequestsScreen.tsx'
import { listLoader } from '#lists/list.ts'
import { listAddress } from '#lists/list-address.ts'

export const Route = createFileRoute('/_shell/organization/change-requests')({
  ...listAddress,
  loader: listLoader(changeRequestsList),
  component: ChangeRequestsScreen,
})
