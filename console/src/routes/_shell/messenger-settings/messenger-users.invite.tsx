import { createFileRoute } from '@tanstack/react-router'
import { InviteUser } from '#screens/users/InviteUser.tsx'

export const Route = createFileRoute('/_shell/messenger-settings/messenger-users/invite')({
  component: () => <InviteUser side="messenger" />,
})
