import { createFileRoute, redirect } from '@tanstack/react-router'
import { OverviewAddress } from '#screens/conversations/overview-address.ts'
import { ShellScreen } from '#shell/ShellScreen.tsx'
import { viewerQuery } from '#shell/viewer.ts'

export const Route = createFileRoute('/_shell')({
  validateSearch: OverviewAddress,
  beforeLoad: ({ context, location }) => {
    const { session } = context.app
    if (session.person()) return
    const ending = session.ending()
    const ended = ending === 'signed-out' ? undefined : ending
    throw redirect({ to: '/sign-in', search: { return: location.href, ended } })
  },
  loader: ({ context }) => context.queryClient.ensureQueryData(viewerQuery(context.app)),
  codeSplitGroupings: [['component']], // requested while the screen is still loading
  component: ShellScreen,
})
