import type { Conversation } from '@verbatim/contract/conversations.ts'
import { formatFilter } from '@verbatim/contract/list-filter.ts'
import { exportMessages } from '@verbatim/contract/messages.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { ExportMenu } from '#exports/ExportMenu.tsx'
import { useApi, useCan } from '#shell/use-app-context.ts'

/** Exports the messages of one conversation, oldest first, as the Content Library exports them. */
export function ConversationExport({ of: { id, messageCount } }: { of: Conversation }) {
  const api = useApi()
  const toast = useToast()
  if (!useCan(exportMessages.access)) return null
  return (
    <ExportMenu
      title="Conversation"
      act="Export this conversation"
      isEmpty={messageCount === 0}
      start={async (format) => {
        const started = await api(exportMessages, {
          query: {
            filter: formatFilter([{ field: 'conversationId', operator: 'eq', values: [id] }]),
            sort: 'postedDate',
          },
          body: { format },
        })
        // The cards of exports are behind the conversation.
        toast({
          tone: 'done',
          title: 'Export started',
          message: 'The file is saved when it is ready. Close the conversation to see how far it is.',
        })
        return started
      }}
    />
  )
}
