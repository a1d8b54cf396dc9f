import { createFileRoute } from '@tanstack/react-router'
import { ContactAddress } from '#screens/contacts/contacts-address.ts'
import { ContactScreen } from '#screens/contacts/ContactScreen.tsx'
import { contactQuery } from '#screens/contacts/queries.ts'

export const Route = createFileRoute('/_shell/organization/contacts/$id')({
  validateSearch: ContactAddress,
  loader: ({ context: { house, queryClient }, params }) => {
    void queryClient.prefetchQuery(contactQuery(house.api, params.id))
  },
  component: ContactScreen,
})
