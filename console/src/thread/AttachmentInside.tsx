import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  type Absence,
  type Attachment,
  type AttachmentReading,
  getAttachmentText,
  type UnreadableReason,
} from '@verbatim/contract/attachments.ts'
import type { ThreadMessage } from '@verbatim/contract/messages.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { attachmentRanges, type EvidenceMark } from '@verbatim/ui/thread/message-words.ts'
import type { TextRange } from '@verbatim/ui/ranges.ts'
import { useOpenedByEvidence } from '@verbatim/ui/thread/use-opened-by-evidence.ts'
import { WindowedText } from '@verbatim/ui/thread/WindowedText.tsx'
import { useId } from 'react'
import { Loaded } from '#failures/Loaded.tsx'
import { useApi, useCan } from '#shell/use-app-context.ts'
import classes from './AttachmentInside.module.css'

interface AttachmentInsideProps {
  message: ThreadMessage
  attachment: Attachment
  marks: readonly EvidenceMark[]
  /** The reader's search words. */
  search: string | undefined
}

/** The text of an attachment: the state of reading, and the text on demand, with its evidence. */
export function AttachmentInside({ message, attachment, marks, search }: AttachmentInsideProps) {
  const { id, name, reading } = attachment
  const mayOpen = useCan('messages.view_attachments')
  const evidence = attachmentRanges(marks, id)
  const [wanted, setWanted] = useOpenedByEvidence(evidence)
  const panel = useId()
  if (!reading) return null
  if (reading.state !== 'read' && reading.state !== 'partly')
    return <p className={classes.state}>{readingWords(reading)}</p>
  if (!mayOpen) return null
  const matches = counted(evidence.length, 'match', 'matches')
  const label = `${wanted ? 'Hide text' : 'Show text'}${evidence.length > 0 ? ` · ${matches}` : ''}`
  return (
    <div className={classes.inside}>
      <Button
        size="compact-xs"
        variant="subtle"
        aria-expanded={wanted}
        aria-controls={panel}
        aria-label={`${label}: ${name}`} // contains the visible text, for speech input
        onClick={() => setWanted(!wanted)}
      >
        {label}
      </Button>
      {reading.state === 'partly' && <p className={classes.state}>{readingWords(reading)}</p>}
      <div id={panel}>
        {wanted && (
          <InsideText messageId={message.id} id={id} name={name} evidence={evidence} search={search} />
        )}
      </div>
    </div>
  )
}

interface InsideTextProps {
  messageId: ThreadMessage['id']
  id: Attachment['id']
  name: string
  evidence: readonly TextRange[]
  search: string | undefined
}

function InsideText({ messageId, id, name, evidence, search }: InsideTextProps) {
  const api = useApi()
  const asked = useQuery({
    queryKey: ['attachments', 'text', messageId, id, search],
    staleTime: Infinity,
    queryFn: ({ signal }) => {
      const params = { messageId, attachmentId: id }
      return api(getAttachmentText, { params, query: search ? { search } : {} }, signal)
    },
  })
  return (
    <Loaded of={asked} pending={<Loader size="xs" aria-label={`Reading ${name}`} />} inline>
      {({ text, highlights }) => {
        const hits = highlights.map((range) => ({ ...range, tone: 'hit' as const }))
        return <WindowedText name={name} text={text} ranges={[...evidence, ...hits]} />
      }}
    </Loaded>
  )
}

const reasonWords: Record<UnreadableReason, string> = {
  encrypted: 'it is protected by a password',
  damaged: 'the file is damaged',
  'no-text': 'it has no text, such as a scan',
  'too-large': 'it is too large',
  limits: 'it would take too long',
}

const absenceWords: Record<Absence, string> = {
  missing: 'the file is missing',
  changed: 'the file differs from what was kept',
  away: 'the file can’t be reached',
}

/** How far an attachment was read, in words. */
function readingWords({ state, reason, absence }: AttachmentReading): string {
  switch (state) {
    case 'waiting':
      return absence
        ? `Not searched or examined yet: ${absenceWords[absence]}. Verbatim tries again automatically.`
        : 'The text is being read.'
    case 'read':
      return 'The text is searched and examined.'
    case 'partly':
      return 'Only part of it is searched and examined, because it is too long or partly unreadable.'
    case 'unreadable':
      return `Not searched or examined: ${reason ? reasonWords[reason] : 'it could not be read'}.`
    case 'unsupported':
      return 'Files of this type are not searched or examined.'
  }
}
