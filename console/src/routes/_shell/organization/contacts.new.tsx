import { createFileRoute } from '@tanstack/react-router'
import { ContactAddress } from '#screens/contacts/contacts-address.ts'
import { NewContactScreen } from '#screens/contacts/ContactScreen.tsx'

export const Route = createFileRoute('/_shell/organization/contacts/new')({
  validateSearch: ContactAddress,
  component: NewContactScreen,
})
