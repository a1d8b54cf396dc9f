import { createFileRoute } from '@tanstack/react-router'
import { NewGroupScreen } from '#screens/groups/group-editor.tsx'

export const Route = createFileRoute('/_shell/organization/groups/new')({
  component: NewGroupScreen,
})
