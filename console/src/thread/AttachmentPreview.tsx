import { useQuery } from '@tanstack/react-query'
import { type Attachment, getAttachmentPreview } from '@verbatim/contract/attachments.ts'
import type { ThreadMessage } from '@verbatim/contract/messages.ts'
import { AttachmentPicture } from '@verbatim/ui/thread/AttachmentPicture.tsx'
import { useApi } from '#shell/use-app-context.ts'

interface AttachmentPreviewProps {
  message: ThreadMessage
  attachment: Attachment
}

/** An attachment's picture, fetched if the user may read the message. */
export function AttachmentPreview({ message, attachment: { id, name } }: AttachmentPreviewProps) {
  const api = useApi()
  const { data, error } = useQuery({
    queryKey: ['attachments', 'preview', message.id, id],
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const params = { messageId: message.id, attachmentId: id }
      return (await api(getAttachmentPreview, { params }, signal)).read()
    },
  })
  return <AttachmentPicture name={name} bytes={data} failed={error !== null} />
}
