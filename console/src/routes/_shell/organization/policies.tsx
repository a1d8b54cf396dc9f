import { createFileRoute } from '@tanstack/react-router'
import { policiesList, PoliciesScreen } from '#screens/policies/PoliciesScreen.tsx'
import { listLoader } from '#lists/list.ts'
import { listAddress } from '#lists/list-address.ts'

export const Route = createFileRoute('/_shell/organization/policies')({
  ...listAddress,
  loader: listLoader(policiesList),
  component: PoliciesScreen,
})
