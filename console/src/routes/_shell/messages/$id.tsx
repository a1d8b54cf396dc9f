import { createFileRoute } from '@tanstack/react-router'
import { MessageScreen } from '#screens/messages/MessageScreen.tsx'
import { contextQuery, messageQuery } from '#screens/messages/queries.ts'
import { listAddress } from '#lists/list-address.ts'

/** A message's address contains the state of its list, for the way back and for highlighting the searched words. */
export const Route = createFileRoute('/_shell/messages/$id')({
  ...listAddress,
  loaderDeps: ({ search: { search } }) => ({ search }),
  loader: async ({ context: { app, queryClient }, params, deps: { search }, cause }) => {
    // A hover is no opening: it loads the screen, and nothing that the audit trail would call opened.
    if (cause === 'preload') return
    const message = await queryClient.ensureQueryData(messageQuery(app.api, params.id, search))
    await queryClient.prefetchQuery(contextQuery(app.api, message, search))
  },
  component: MessageScreen,
})
