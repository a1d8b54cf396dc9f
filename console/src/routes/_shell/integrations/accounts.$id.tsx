import { createFileRoute } from '@tanstack/react-router'
import { AccountAddress } from '#screens/accounts/account-address.ts'
import { AccountScreen } from '#screens/accounts/AccountScreen.tsx'
import { accountQuery } from '#screens/accounts/queries.ts'

export const Route = createFileRoute('/_shell/integrations/accounts/$id')({
  validateSearch: AccountAddress,
  loader: ({ context: { app, queryClient }, params }) =>
    queryClient.ensureQueryData(accountQuery(app.api, params.id)),
  component: AccountScreen,
})
