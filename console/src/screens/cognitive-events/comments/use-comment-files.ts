import { asFailure } from '@verbatim/client/failure.ts'
import { CommentFile, uploadCommentFile } from '@verbatim/contract/event-comments.ts'
import { evidenceFileLimits, fileSizeText } from '@verbatim/contract/evidence-files.ts'
import { failures } from '@verbatim/contract/errors.ts'
import type { EventId } from '@verbatim/contract/ids.ts'
import { useDraft } from '#shell/use-draft.ts'
import { useState } from 'react'
import { z } from 'zod'
import { useApi } from '#shell/use-app-context.ts'

/** A file being uploaded, or one whose upload failed. */
export interface Upload {
  readonly key: string
  readonly name: string
  readonly sizeBytes: number
  /** The uploaded share, from 0 to 1. */
  readonly share: number
  /** Why it was refused; undefined during the upload. */
  readonly problem?: string
}

const mostFiles = 10
const Kept = z.array(CommentFile)

/** Files for the next comment on an event. Uploaded files are kept with the draft, so a reload does not lose them. */
export function useCommentFiles(eventId: EventId) {
  const api = useApi()
  const [kept, keep] = useDraft(`comment-files.${eventId}`)
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const files = readKept(kept)
  const end = (key: string) => setUploads((known) => known.filter((upload) => upload.key !== key))

  const change = (key: string, part: Partial<Upload>) =>
    setUploads((known) => known.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const send = async (file: File, key: string) => {
    const body = new Uint8Array(await file.arrayBuffer())
    const call = { params: { id: eventId }, query: { name: file.name }, body }
    const sent = await api(uploadCommentFile, call, undefined, (share) => change(key, { share }))
    // Another file may have been uploaded meanwhile.
    keep((before) => JSON.stringify([...readKept(before), sent]))
    end(key)
  }
  const add = (chosen: readonly File[]) => {
    const room = mostFiles - files.length - uploads.filter(({ problem }) => problem === undefined).length
    const started = chosen.map((file, i) => {
      const upload: Upload = { key: crypto.randomUUID(), name: file.name, sizeBytes: file.size, share: 0 }
      const problem = i < room ? problemOf(file) : `A comment can have at most ${mostFiles} files.`
      return { file, upload: problem ? { ...upload, problem } : upload }
    })
    setUploads((known) => [...known, ...started.map(({ upload }) => upload)])
    for (const { file, upload } of started) {
      if (upload.problem) continue
      send(file, upload.key).catch((error: unknown) =>
        change(upload.key, { problem: asFailure(error).message }),
      )
    }
  }
  return {
    files,
    uploads,
    add,
    dismiss: end,
    remove: (id: string) => keep((before) => without(before, [id])),
    /** Those that were sent; another one may have been uploaded meanwhile. */
    forget: (sent: readonly string[]) => keep((before) => without(before, sent)),
    isBusy: uploads.some(({ problem }) => problem === undefined),
  }
}

function without(kept: string, ids: readonly string[]): string {
  const left = readKept(kept).filter(({ id }) => !ids.includes(id))
  return left.length > 0 ? JSON.stringify(left) : ''
}

function readKept(text: string): CommentFile[] {
  try {
    return text ? Kept.parse(JSON.parse(text)) : []
  } catch {
    return []
  }
}

const kinds: readonly string[] = evidenceFileLimits.extensions
const allowed = kinds.join(', ')

/** The allowed files, shown before an upload. */
export const fileHint = `${allowed}; up to ${evidenceFileLimits.sizeBytes / 1024 / 1024} MB each, at most ${mostFiles} files`
export const fileAccept = [...kinds, 'jpeg'].map((kind) => `.${kind}`).join(',')

/** Why the server would refuse a file, in its words; checked without sending it. */
function problemOf({ name, size }: File): string | undefined {
  if (size > evidenceFileLimits.sizeBytes)
    return failures['event.file-too-large'].message
      .replace('{size}', fileSizeText(size))
      .replace('{allowed}', allowed)
  const extension = name.toLowerCase().split('.').at(-1)?.replace('jpeg', 'jpg') ?? ''
  if (!kinds.includes(extension)) return failures['event.file-type'].message.replace('{allowed}', allowed)
  return undefined
}
