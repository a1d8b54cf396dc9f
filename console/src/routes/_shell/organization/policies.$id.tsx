import { createFileRoute } from '@tanstack/react-router'
import { PolicyAddress } from '#screens/policies/policies-address.ts'
import { PolicyScreen } from '#screens/policies/PolicyScreen.tsx'
import { policyQuery } from '#screens/policies/queries.ts'

export const Route = createFileRoute('/_shell/organization/policies/$id')({
  validateSearch: PolicyAddress,
  loader: ({ context: { app, queryClient }, params }) => {
    void queryClient.prefetchQuery(policyQuery(app.api, params.id))
  },
  component: PolicyScreen,
})
