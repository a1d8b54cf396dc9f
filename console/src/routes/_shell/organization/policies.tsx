import { createFileRoute } from '@tanstack/react-router'
import { policyList } from '@verbatim/contract/policies.ts'
import { PoliciesScreen } from '#screens/policies/PoliciesScreen.tsx'
import { policiesQuery } from '#screens/policies/queries.ts'
import { listAddress } from '#shell/list-address.ts'

export const Route = createFileRoute('/_shell/organization/policies')({
  ...listAddress(policyList),
  loader: ({ context: { house, queryClient }, deps }) => {
    void queryClient.prefetchQuery(policiesQuery(house.api, deps))
  },
  component: PoliciesScreen,
})
