import { VisuallyHidden } from '@mantine/core'
import { deletionText, flagTexts } from '@verbatim/contract/content-words.ts'
import type { ThreadMessage } from '@verbatim/contract/messages.ts'
import { useState } from 'react'
import classes from './Bubble.module.css'
import { DateTime } from './DateTime.tsx'
import { Highlighted } from './Highlighted.tsx'
import { type EvidenceMark, evidenceRanges, isReread, reactionGroups, rereadText } from './message-words.ts'

interface BubbleFootProps {
  message: ThreadMessage
  marks: readonly EvidenceMark[]
}

/** Reactions, what became of the message, and its earlier versions. */
export function BubbleFoot({ message, marks }: BubbleFootProps) {
  const [open, setOpen] = useState(() => hasOlderEvidence(message, marks))
  const reactions = reactionGroups(message.reactions)
  return (
    <>
      {reactions.length > 0 && (
        <ul className={classes.reactions} aria-label="Reactions">
          {reactions.map(({ value, by }) => (
            <li key={value} title={by.join(', ')}>
              {value} {by.length > 1 && by.length}
              <VisuallyHidden component="span">by {by.join(', ')}</VisuallyHidden>
            </li>
          ))}
        </ul>
      )}
      {/* Without anything in it, it takes no room. */}
      <footer className={classes.foot}>
        {message.isDeleted && (
          <span className={classes.deleted}>{deletionText(message.deletion?.scope ?? 'everyone')}</span>
        )}
        {flagTexts(marksOf(message)).map((text) => (
          <span key={text}>{text}</span>
        ))}
        {message.reread && (
          <span>
            read again on <DateTime at={message.reread.at} show="day" />: {rereadText(message)}
          </span>
        )}
        {message.versions.length > 1 && (
          <button
            type="button"
            className={classes.versionsToggle}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {hasEdits(message) && 'edited · '}
            {open ? 'hide' : 'show'} versions
          </button>
        )}
      </footer>
      {open && <Versions message={message} marks={marks} />}
    </>
  )
}

/** Where nothing else is known of it, the bubble itself says that a message was not captured. */
const marksOf = ({ flags, body }: ThreadMessage) =>
  flags.filter((flag) => flag !== 'missing' || body !== null)

function Versions({ message, marks }: { message: ThreadMessage; marks: readonly EvidenceMark[] }) {
  return (
    <ol className={classes.versions} aria-label="Versions, oldest first">
      {message.versions.map((version) => (
        <li key={version.revision}>
          <span className={classes.versionAt}>
            <DateTime at={version.at} />
            {version.isSuspicious && ' · changed without an edit'}
            {isReread(message, version) && ' · read again'}
          </span>
          <Highlighted text={version.body ?? 'No text'} ranges={evidenceRanges(marks, version.revision)} />
        </li>
      ))}
    </ol>
  )
}

/** The evidence is in words that an edit removed, so they are shown at once. */
function hasOlderEvidence({ versions }: ThreadMessage, marks: readonly EvidenceMark[]): boolean {
  const newest = versions.at(-1)?.revision
  return newest !== undefined && marks.some(({ part, revision }) => part === 'text' && revision !== newest)
}

const hasEdits = (message: ThreadMessage) =>
  message.versions.slice(1).some((version) => !isReread(message, version))
