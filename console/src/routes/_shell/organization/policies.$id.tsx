import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { PolicyScreen } from '#screens/policies/PolicyScreen.tsx'
import { policyQuery } from '#screens/policies/queries.ts'

export const Route = createFileRoute('/_shell/organization/policies/$id')({
  // An earlier version of the policy, read-only.
  validateSearch: z.object({ version: z.coerce.number().int().positive().optional().catch(undefined) }),
  loader: ({ context: { app, queryClient }, params }) => {
    void queryClient.prefetchQuery(policyQuery(app.api, params.id))
  },
  component: PolicyScreen,
})
