import { createFileRoute } from '@tanstack/react-router'
import { readListState } from '@verbatim/client/list-state.ts'
import { cognitiveEventList } from '@verbatim/contract/cognitive-events.ts'
import { EventScreen } from '#screens/cognitive-events/EventScreen.tsx'
import { eventAheadQuery, eventQuery } from '#screens/cognitive-events/queries.ts'
import { startQueue } from '#screens/cognitive-events/queue/queue-start.ts'
import { listAddress } from '#lists/list-address.ts'

export const Route = createFileRoute('/_shell/events/$id/{-$tab}')({
  ...listAddress,
  // Waits for nothing: the next event is drawn at once, even if it is not loaded yet.
  loader: ({ context: { app, queryClient }, params, deps, cause }) => {
    if (cause === 'preload') return void queryClient.prefetchQuery(eventAheadQuery(app.api, params.id))
    if (cause === 'enter') startQueue(queryClient, readListState(cognitiveEventList, deps), params.id)
    void queryClient.prefetchQuery(eventQuery(app.api, params.id))
  },
  component: EventScreen,
})
