import type { ThreadMessage } from '@verbatim/contract/messages.ts'
import { Thread, type ThreadProps } from '@verbatim/ui/thread/Thread.tsx'
import { useCan } from '#shell/use-app-context.ts'
import { AttachmentInside } from './AttachmentInside.tsx'
import { AttachmentPreview } from './AttachmentPreview.tsx'
import { PersonName } from './PersonName.tsx'
import { useAttachmentDownload } from './use-attachment-download.ts'

interface ConversationThreadProps extends ThreadProps {
  /** The reader's search words, also marked in attachments. */
  search?: string | undefined
}

/** A thread whose times link to the messages, and whose attachments authorized users can view and save. */
export function ConversationThread({ search, ...props }: ConversationThreadProps) {
  const mayOpen = useCan('messages.view_attachments')
  const download = useAttachmentDownload()
  return (
    <Thread
      messageHref={messageHref}
      author={drawAuthor}
      inside={(message, attachment, marks) => (
        <AttachmentInside message={message} attachment={attachment} marks={marks} search={search} />
      )}
      {...(mayOpen && { preview: drawPreview, onDownload: download })}
      {...props}
    />
  )
}

const messageHref = ({ id }: Pick<ThreadMessage, 'id'>) => `/messages/${id}`

const drawAuthor = ({ from, author: { address, userId, contactId } }: ThreadMessage) => (
  <PersonName person={{ name: from, address, userId, contactId }} />
)

const drawPreview: NonNullable<ThreadProps['preview']> = (message, attachment) => (
  <AttachmentPreview message={message} attachment={attachment} />
)
