import { createFileRoute } from '@tanstack/react-router'
import { importWords } from '#screens/imports/import-sides.ts'
import { ImportScreen } from '#screens/imports/ImportScreen.tsx'
import { importQuery } from '#screens/imports/queries.ts'

export const Route = createFileRoute('/_shell/organization/contacts/imports/$id')({
  loader: ({ context: { app, queryClient }, params }) => {
    void queryClient.prefetchQuery(importQuery(app.api, params.id))
  },
  component: () => <ImportScreen place={importWords.contacts} />,
})
