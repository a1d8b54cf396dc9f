import { createFileRoute } from '@tanstack/react-router'
import { contactsList } from '#screens/contacts/contacts-list.tsx'
import { listLoader } from '#lists/list.ts'
import { listAddress } from '#lists/list-address.ts'
import { ListScreen } from '#lists/ListScreen.tsx'

export const Route = createFileRoute('/_shell/organization/contacts')({
  ...listAddress,
  loader: listLoader(contactsList),
  component: () => <ListScreen list={contactsList} />,
})
