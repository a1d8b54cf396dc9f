import { createFileRoute } from '@tanstack/react-router'
import { readListState } from '@verbatim/client/list-state.ts'
import { cognitiveEventList } from '@verbatim/contract/cognitive-events.ts'
import { EventScreen } from '#screens/cognitive-events/EventScreen.tsx'
import { eventQuery, startQueue } from '#screens/cognitive-events/queries.ts'
import { listAddress } from '#lists/list-address.ts'

export const Route = createFileRoute('/_shell/events/$id/{-$tab}')({
  ...listAddress,
  loader: ({ context: { app, queryClient }, params, deps, cause }) => {
    if (cause === 'enter') startQueue(queryClient, app.api, readListState(cognitiveEventList, deps))
    return queryClient.ensureQueryData(eventQuery(app.api, params.id))
  },
  component: EventScreen,
})
