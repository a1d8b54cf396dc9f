import { createFileRoute, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { ConversationsScreen } from '#screens/conversations/ConversationsScreen.tsx'

/** A text that is too long is not dropped: the list would then be of all conversations. */
const Search = z.object({ find: z.string().min(1).optional().catch(undefined) })

export const Route = createFileRoute('/_signed-in')({
  validateSearch: Search,
  beforeLoad: ({ context, location }) => {
    if (!context.visit.reader()) throw redirect({ to: '/sign-in', search: { return: location.href } })
  },
  component: ConversationsScreen,
})
