import { createFileRoute } from '@tanstack/react-router'
import { NewProfileScreen } from '#screens/permission-profiles/profile-editor.tsx'

export const Route = createFileRoute('/_shell/organization/permission-profiles/new/{-$tab}')({
  component: NewProfileScreen,
})
