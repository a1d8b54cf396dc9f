import { createFileRoute } from '@tanstack/react-router'
import { IntegrationsTab } from '#screens/organization/IntegrationsTab.tsx'
import { profileQuery } from '#screens/organization/queries.ts'

export const Route = createFileRoute('/_shell/organization/integrations')({
  loader: ({ context: { app, queryClient } }) => {
    void queryClient.prefetchQuery(profileQuery(app.api))
  },
  component: IntegrationsTab,
})
