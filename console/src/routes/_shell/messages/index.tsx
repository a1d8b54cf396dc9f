import { createFileRoute } from '@tanstack/react-router'
import { messageList } from '@verbatim/contract/messages.ts'
import { MessagesScreen } from '#screens/messages/MessagesScreen.tsx'
import { messagesQuery } from '#screens/messages/queries.ts'
import { listAddress } from '#shell/list-address.ts'

export const Route = createFileRoute('/_shell/messages/')({
  ...listAddress(messageList),
  loader: ({ context: { house, queryClient }, deps }) => {
    void queryClient.prefetchQuery(messagesQuery(house.api, deps))
  },
  codeSplitGroupings: [['component']], // asked while the screen is still on its way
  component: MessagesScreen,
})
