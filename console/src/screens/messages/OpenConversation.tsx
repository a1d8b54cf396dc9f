import { ActionIcon } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import type { Message } from '@verbatim/contract/messages.ts'
import { Link } from '@verbatim/ui/Link.tsx'
import { readable } from '@verbatim/ui/readable.ts'
import { useOverviewHref } from '#screens/conversations/overview-address.ts'

/** Opens the conversation of a row over the list. */
export function OpenConversation({ message: { id, conversationId, from } }: { message: Message }) {
  const href = useOverviewHref()
  return (
    <ActionIcon
      component={Link}
      href={href(conversationId, id)}
      size="md"
      aria-label={`Open the conversation with ${readable(from)}`}
      title="Open the conversation"
    >
      <IconMessages size={16} aria-hidden />
    </ActionIcon>
  )
}
