import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_shell/messenger-settings/')({
  beforeLoad: () => {
    throw redirect({ to: '/messenger-settings/messenger-users' as never, replace: true })
  },
})
