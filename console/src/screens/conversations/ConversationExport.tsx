import type { Conversation } from '@verbatim/contract/conversations.ts'
import { formatFilter } from '@verbatim/contract/list-filter.ts'
import { exportMessages } from '@verbatim/contract/messages.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { ExportMenu } from '#exports/ExportMenu.tsx'
import { useApi, useCan } from '#shell/use-app-context.ts'

/** Exports the messages of one conversation, oldest first, as the Content Library exports them. */
export function ConversationExport({ of: { id, messageCount, title, participants } }: { of: Conversation }) {
  const api = useApi()
  const toast = useToast()
  if (!useCan(exportMessages.access)) return null
  return (
    <ExportMenu
      title={
        title ??
        participants
          .slice(0, 2)
          .map(({ name }) => name)
          .join(', ')
      }
      act="Export this conversation"
      isEmpty={messageCount === 0}
      start={(format) =>
        api(exportMessages, {
          query: {
            filter: formatFilter([{ field: 'conversationId', operator: 'eq', values: [id] }]),
            sort: 'postedDate',
          },
          body: { format },
        })
      }
      // The cards of exports are behind the conversation.
      onStarted={() =>
        toast({ tone: 'done', title: 'Export started', message: 'Close the conversation to see it.' })
      }
    />
  )
}
