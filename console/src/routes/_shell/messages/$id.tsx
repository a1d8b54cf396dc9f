import { createFileRoute } from '@tanstack/react-router'
import { MessageScreen } from '#screens/messages/MessageScreen.tsx'
import { MessageAddress, messageQuery } from '#screens/messages/queries.ts'

export const Route = createFileRoute('/_shell/messages/$id')({
  validateSearch: MessageAddress,
  loaderDeps: ({ search }) => ({ search: search.search }),
  loader: ({ context: { house, queryClient }, params, deps }) =>
    queryClient.ensureQueryData(messageQuery(house.api, params.id, deps.search)),
  component: MessageScreen,
})
