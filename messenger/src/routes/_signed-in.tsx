import { createFileRoute, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { ConversationsScreen } from '#screens/conversations/ConversationsScreen.tsx'

const Search = z.object({ find: z.string().min(1).max(200).optional().catch(undefined) })

export const Route = createFileRoute('/_signed-in')({
  validateSearch: Search,
  beforeLoad: ({ context, location }) => {
    if (!context.visit.reader()) throw redirect({ to: '/sign-in', search: { return: location.href } })
  },
  component: ConversationsScreen,
})
