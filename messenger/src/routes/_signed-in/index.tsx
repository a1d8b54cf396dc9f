import { createFileRoute } from '@tanstack/react-router'
import { NoConversation } from '#screens/conversations/NoConversation.tsx'

export const Route = createFileRoute('/_signed-in/')({ component: NoConversation })
