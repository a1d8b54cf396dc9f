import { createFileRoute } from '@tanstack/react-router'
import { EventsScreen } from '#screens/cognitive-events/EventsScreen.tsx'
import { eventsQuestion } from '#screens/cognitive-events/queries.ts'
import { listLoader } from '#lists/list.ts'
import { pannedListAddress } from '#lists/reading-pane.ts'

export const Route = createFileRoute('/_shell/events/')({
  ...pannedListAddress,
  loader: listLoader(eventsQuestion),
  component: EventsScreen,
})
