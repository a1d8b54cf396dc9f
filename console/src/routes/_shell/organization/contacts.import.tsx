import { createFileRoute } from '@tanstack/react-router'
import { ImportStartScreen } from '#screens/imports/ImportStartScreen.tsx'

export const Route = createFileRoute('/_shell/organization/contacts/import')({
  component: () => <ImportStartScreen kind="contacts" />,
})
