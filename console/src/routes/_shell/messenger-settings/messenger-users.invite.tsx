import { createFileRoute } from '@tanstack/react-router'
import { InviteScreen } from '#screens/users/user-editor.tsx'

export const Route = createFileRoute('/_shell/messenger-settings/messenger-users/invite')({
  component: () => <InviteScreen side="messenger" />,
})
