import { createFileRoute } from '@tanstack/react-router'
import { ImportStartScreen } from '#screens/imports/ImportStartScreen.tsx'

export const Route = createFileRoute('/_shell/messenger-settings/messenger-users/import')({
  component: () => <ImportStartScreen kind="messenger-users" />,
})
