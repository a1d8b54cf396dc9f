import {
  type Icon,
  IconDownload,
  IconFile,
  IconFileMusic,
  IconFileSpreadsheet,
  IconFileText,
  IconFileZip,
  IconMovie,
  IconPhoto,
} from '@tabler/icons-react'
import { lackText } from '@verbatim/contract/attachment-words.ts'
import type { Attachment } from '@verbatim/contract/attachments.ts'
import { ScanFact } from './ScanFact.tsx'
import type { ReactNode } from 'react'
import classes from './AttachmentCard.module.css'
import { sizeText } from '#dates.ts'

interface AttachmentCardProps {
  attachment: Attachment
  preview?: ReactNode
  /** The text in it. */
  inside?: ReactNode
  onDownload?: (() => void) | undefined
}

const icons: [RegExp, Icon][] = [
  [/^image\//, IconPhoto],
  [/^audio\//, IconFileMusic],
  [/^video\//, IconMovie],
  [/csv|sheet|excel/, IconFileSpreadsheet],
  [/zip|compressed|tar/, IconFileZip],
  [/^text\/|pdf|word|document/, IconFileText],
]

const stateWords = { pending: 'still downloading', gap: 'could not be downloaded', stored: undefined }

const kinds = { image: 'Image', audio: 'Audio', video: 'Video', text: 'Text' } as const

/** What a file is: by the ending of its name, or by its type if it has none. */
function kindText(name: string, contentType: string): string {
  const [, ending] = /\.(\w{1,5})$/.exec(name) ?? []
  const [general = ''] = contentType.split('/')
  return ending?.toUpperCase() ?? kinds[general as keyof typeof kinds] ?? contentType
}

/** A file of a message: its picture if it has one, its name, type and size, or why it is missing. */
export function AttachmentCard({ attachment, preview, inside, onDownload }: AttachmentCardProps) {
  const { name, contentType = '', sizeBytes, state, gapReason, scan, reading } = attachment
  const isAbsent = reading?.absence !== undefined
  const isBlocked = scan?.state === 'infected'
  const FileIcon = icons.find(([pattern]) => pattern.test(contentType))?.[1] ?? IconFile
  const problem = stateWords[state]
  const facts = [
    kindText(name, contentType),
    sizeBytes !== undefined && sizeText(sizeBytes),
    problem,
    gapReason && lackText(gapReason),
  ]
  return (
    <div className={classes.card} data-state={isBlocked ? 'blocked' : state}>
      {preview && !isBlocked && <div className={classes.preview}>{preview}</div>}
      <div className={classes.file}>
        <FileIcon size={20} aria-hidden />
        <div className={classes.words}>
          <bdi className={classes.name}>{name}</bdi>
          <span className={classes.facts} title={contentType}>
            {facts.filter(Boolean).join(' · ')}
          </span>
          {scan && <ScanFact scan={scan} />}
        </div>
        {onDownload && state === 'stored' && !isBlocked && (
          <button
            type="button"
            className={classes.download}
            aria-label={`Download ${name}`}
            disabled={isAbsent}
            title={isAbsent ? 'The file is not available now' : undefined}
            onClick={onDownload}
          >
            <IconDownload size={16} aria-hidden />
          </button>
        )}
      </div>
      {inside}
    </div>
  )
}
