import { createFileRoute } from '@tanstack/react-router'
import { ImportStartScreen } from '#screens/imports/ImportStartScreen.tsx'

export const Route = createFileRoute('/_shell/organization/platform-users/import')({
  component: () => <ImportStartScreen kind="platform-users" />,
})
