import { createFileRoute } from '@tanstack/react-router'
import { AccountScreen } from '#screens/accounts/AccountScreen.tsx'
import { accountQuery } from '#screens/accounts/queries.ts'

export const Route = createFileRoute('/_shell/integrations/accounts/$id')({
  loader: ({ context: { app, queryClient }, params }) =>
    queryClient.ensureQueryData(accountQuery(app.api, params.id)),
  component: AccountScreen,
})
