import { createFileRoute } from '@tanstack/react-router'
import { cognitiveEventList } from '@verbatim/contract/cognitive-events.ts'
import { EventsScreen } from '#screens/cognitive-events/EventsScreen.tsx'
import { eventsQuery } from '#screens/cognitive-events/queries.ts'
import { listAddress } from '#shell/list-address.ts'

export const Route = createFileRoute('/_shell/events/')({
  ...listAddress(cognitiveEventList),
  loader: ({ context: { house, queryClient }, deps }) => {
    void queryClient.prefetchQuery(eventsQuery(house.api, deps))
  },
  component: EventsScreen,
})
