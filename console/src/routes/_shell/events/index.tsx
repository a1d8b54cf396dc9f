import { createFileRoute } from '@tanstack/react-router'
import { EventsScreen } from '#screens/cognitive-events/EventsScreen.tsx'
import { eventsQuestion } from '#screens/cognitive-events/queries.ts'
import { listLoader } from '#lists/list.ts'
import { listAddress } from '#lists/list-address.ts'

export const Route = createFileRoute('/_shell/events/')({
  ...listAddress,
  loader: listLoader(eventsQuestion),
  component: EventsScreen,
})
