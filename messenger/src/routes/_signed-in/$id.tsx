import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { ConversationScreen } from '#screens/conversations/ConversationScreen.tsx'

/** `about` shows the facts if there is room for one pane only. */
const Search = z.object({ about: z.boolean().or(z.stringbool()).optional().catch(undefined) })

export const Route = createFileRoute('/_signed-in/$id')({
  validateSearch: Search,
  component: ConversationScreen,
})
