import { createFileRoute } from '@tanstack/react-router'
import { NewContactScreen } from '#screens/contacts/contact-editor.tsx'

export const Route = createFileRoute('/_shell/organization/contacts/new')({
  component: NewContactScreen,
})
