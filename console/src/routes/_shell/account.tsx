import { createFileRoute } from '@tanstack/react-router'
import { AccountScreen } from '#screens/account/AccountScreen.tsx'
import { accountQuery, devicesQuery } from '#screens/account/queries.ts'

export const Route = createFileRoute('/_shell/account')({
  loader: ({ context: { app, queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(accountQuery(app.api)),
      queryClient.ensureQueryData(devicesQuery(app.api)),
    ]),
  component: AccountScreen,
})
