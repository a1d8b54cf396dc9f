import { createFileRoute } from '@tanstack/react-router'
import { AccountScreen } from '#screens/account/AccountScreen.tsx'
import { accountQuery, devicesQuery } from '#screens/account/queries.ts'

export const Route = createFileRoute('/_shell/account')({
  loader: ({ context: { house, queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(accountQuery(house.api)),
      queryClient.ensureQueryData(devicesQuery(house.api)),
    ]),
  component: AccountScreen,
})
