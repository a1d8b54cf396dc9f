import { Skeleton } from '@mantine/core'
import { useCallback } from 'react'
import classes from './AttachmentPicture.module.css'

interface AttachmentPictureProps {
  /** The name of the attachment. */
  name: string
  /** The picture's bytes; undefined while they are loading. */
  bytes: Blob | undefined
  /** Whether the attachment has no picture. */
  failed: boolean
}

/** The picture of an attachment, as the server drew it; the attached bytes themselves are never shown by the browser. */
export function AttachmentPicture({ name, bytes, failed }: AttachmentPictureProps) {
  const show = useCallback((image: HTMLImageElement) => bytes && showBytes(image, bytes), [bytes])
  if (failed) return <span className={classes.none}>No preview</span>
  return bytes ? (
    <img ref={show} alt={`Preview of ${name}`} className={classes.picture} />
  ) : (
    <Skeleton className={classes.waiting} radius={0} />
  )
}

/** Shows bytes in memory; their address is released when the picture is removed. */
function showBytes(image: HTMLImageElement, bytes: Blob): () => void {
  const url = URL.createObjectURL(bytes)
  image.src = url
  return () => URL.revokeObjectURL(url)
}
