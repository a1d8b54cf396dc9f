import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Attachment, getAttachmentPreview, type ThreadMessage } from '@verbatim/contract/messages.ts'
import { useEffect, useRef } from 'react'
import { useApi } from '#shell/use-house.ts'
import classes from './AttachmentPreview.module.css'

interface AttachmentPreviewProps {
  message: ThreadMessage
  attachment: Attachment
}

/** The picture of an attachment, as the server drew it; the attached bytes themselves are never shown by the browser. */
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
  if (error) return <span className={classes.none}>No preview</span>
  return data ? (
    <Picture bytes={data} alt={`Preview of ${name}`} />
  ) : (
    <Skeleton className={classes.waiting} radius={0} />
  )
}

/** Bytes that the page holds, as a picture. */
function Picture({ bytes, alt }: { bytes: Blob; alt: string }) {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const url = URL.createObjectURL(bytes)
    if (image.current) image.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [bytes])
  return <img ref={image} alt={alt} className={classes.picture} />
}
