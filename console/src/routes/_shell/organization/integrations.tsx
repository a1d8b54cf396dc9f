import { createFileRoute } from '@tanstack/react-router'
import { IntegrationsTab } from '#screens/organizations/IntegrationsTab.tsx'
import { profileQuery } from '#screens/organizations/queries.ts'

export const Route = createFileRoute('/_shell/organization/integrations')({
  loader: ({ context: { app, queryClient } }) => {
    void queryClient.prefetchQuery(profileQuery(app.api))
  },
  component: IntegrationsTab,
})
