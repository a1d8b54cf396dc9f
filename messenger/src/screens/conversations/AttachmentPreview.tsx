import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Attachment, ThreadMessage } from '@verbatim/contract/messages.ts'
import { useCallback } from 'react'
import { useVisit } from '#shell/use-visit.ts'
import classes from './AttachmentPreview.module.css'
import { previewQuery } from './queries.ts'

interface AttachmentPreviewProps {
  message: ThreadMessage
  attachment: Attachment
}

/** The picture of an attachment; the attached bytes themselves are never shown by the browser. */
export function AttachmentPreview({ message, attachment: { id, name } }: AttachmentPreviewProps) {
  const { data, error } = useQuery(previewQuery(useVisit(), message.id, id))
  const show = useCallback((image: HTMLImageElement) => data && showBytes(image, data), [data])
  if (error) return <span className={classes.none}>No preview</span>
  return data ? (
    <img ref={show} alt={`Preview of ${name}`} className={classes.picture} />
  ) : (
    <Skeleton className={classes.waiting} radius={0} />
  )
}

/** Shows bytes in memory; their address is given back when the picture goes. */
function showBytes(image: HTMLImageElement, bytes: Blob): () => void {
  const url = URL.createObjectURL(bytes)
  image.src = url
  return () => URL.revokeObjectURL(url)
}
