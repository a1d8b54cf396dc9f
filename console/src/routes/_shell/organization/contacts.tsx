import { createFileRoute } from '@tanstack/react-router'
import { contactList } from '@verbatim/contract/contacts.ts'
import { ContactsScreen } from '#screens/contacts/ContactsScreen.tsx'
import { contactsQuery } from '#screens/contacts/queries.ts'
import { listAddress } from '#shell/list-address.ts'

export const Route = createFileRoute('/_shell/organization/contacts')({
  ...listAddress(contactList),
  loader: ({ context: { house, queryClient }, deps }) => {
    void queryClient.prefetchQuery(contactsQuery(house.api, deps))
  },
  component: ContactsScreen,
})
