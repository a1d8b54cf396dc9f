import { createFileRoute } from '@tanstack/react-router'
import { InviteScreen } from '#screens/users/user-editor.tsx'

export const Route = createFileRoute('/_shell/organization/platform-users/invite')({
  component: () => <InviteScreen side="platform" />,
})
