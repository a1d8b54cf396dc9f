import { useQuery } from '@tanstack/react-query'
import type { Attachment } from '@verbatim/contract/attachments.ts'
import type { ThreadMessage } from '@verbatim/contract/messages.ts'
import { AttachmentPicture } from '@verbatim/ui/thread/AttachmentPicture.tsx'
import { useVisit } from '#shell/use-visit.ts'
import { previewQuery } from './queries.ts'

interface AttachmentPreviewProps {
  message: ThreadMessage
  attachment: Attachment
}

/** An attachment's picture, fetched if the user may read the message. */
export function AttachmentPreview({ message, attachment: { id, name } }: AttachmentPreviewProps) {
  const { data, error } = useQuery(previewQuery(useVisit(), message.id, id))
  return <AttachmentPicture name={name} bytes={data} failed={error !== null} />
}
