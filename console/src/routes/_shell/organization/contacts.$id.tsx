import { createFileRoute } from '@tanstack/react-router'
import { ContactScreen } from '#screens/contacts/contact-editor.tsx'
import { contactQuery } from '#screens/contacts/queries.ts'

export const Route = createFileRoute('/_shell/organization/contacts/$id')({
  loader: ({ context: { app, queryClient }, params }) => {
    void queryClient.prefetchQuery(contactQuery(app.api, params.id))
  },
  component: ContactScreen,
})
