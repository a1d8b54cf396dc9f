import { createFileRoute, redirect } from '@tanstack/react-router'
import { OverviewAddress } from '#shell/overview-address.ts'
import { ShellScreen } from '#shell/ShellScreen.tsx'
import { viewerQuery } from '#shell/viewer.ts'

export const Route = createFileRoute('/_shell')({
  validateSearch: OverviewAddress,
  beforeLoad: ({ context, location }) => {
    if (!context.house.session.person()) throw redirect({ to: '/sign-in', search: { return: location.href } })
  },
  loader: ({ context }) => context.queryClient.ensureQueryData(viewerQuery(context.house)),
  component: ShellScreen,
})
