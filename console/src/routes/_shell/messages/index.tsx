import { createFileRoute } from '@tanstack/react-router'
import { MessagesScreen } from '#screens/messages/MessagesScreen.tsx'
import { messagesQuestion } from '#screens/messages/queries.ts'
import { listLoader } from '#lists/list.ts'
import { pannedListAddress } from '#lists/reading-pane.ts'

export const Route = createFileRoute('/_shell/messages/')({
  ...pannedListAddress,
  loader: listLoader(messagesQuestion),
  codeSplitGroupings: [['component']], // requested while the screen is still loading
  component: MessagesScreen,
})
