import { VisuallyHidden } from '@mantine/core'
import { deletionText, flagTexts } from '@verbatim/contract/content-words.ts'
import type { Attachment } from '@verbatim/contract/attachments.ts'
import type { ThreadMessage } from '@verbatim/contract/messages.ts'
import { Fragment, type ReactNode, useState } from 'react'
import classes from './Bubble.module.css'
import { DateTime } from '#DateTime.tsx'
import { Highlighted } from '#Highlighted.tsx'
import { TextLink } from '#Link.tsx'
import {
  type EvidenceMark,
  evidenceRanges,
  filesOf,
  isReread,
  reactionGroups,
  rereadText,
  structuredLines,
} from './message-words.ts'

interface BubbleFootProps {
  message: ThreadMessage
  marks: readonly EvidenceMark[]
  cardOf: (attachment: Attachment) => ReactNode
  hrefOf?: ((message: Pick<ThreadMessage, 'id'>) => string) | undefined
}

/** Reactions, the state of the message, and its earlier versions. */
export function BubbleFoot({ message, marks, cardOf, hrefOf }: BubbleFootProps) {
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
        {message.alsoCaptured && <AlsoCaptured copies={message.alsoCaptured} hrefOf={hrefOf} />}
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
      {open && <Versions message={message} marks={marks} cardOf={cardOf} />}
    </>
  )
}

/** The accounts that captured it, too, each with a link to its copy. */
function AlsoCaptured({
  copies,
  hrefOf,
}: { copies: NonNullable<ThreadMessage['alsoCaptured']> } & Pick<BubbleFootProps, 'hrefOf'>) {
  return (
    <span>
      also captured from{' '}
      {copies.map(({ messageId, account }, index) => {
        const name = <bdi>{account ? (account.owner ?? account.name) : 'another account'}</bdi>
        return (
          <Fragment key={messageId}>
            {index > 0 && ', '}
            {hrefOf ? <TextLink href={hrefOf({ id: messageId })}>{name}</TextLink> : name}
          </Fragment>
        )
      })}
    </span>
  )
}

/** Where nothing else is known of it, the bubble itself says that a message was not captured. */
const marksOf = ({ flags, body }: ThreadMessage) =>
  flags.filter((flag) => flag !== 'missing' || body !== null)

/** A file that the current version has is only named: it is above. */
function Versions({ message, marks, cardOf }: Omit<BubbleFootProps, 'hrefOf'>) {
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
          {structuredLines(version.structured).map(([name, value]) => (
            <p key={`${name} ${value}`} className={classes.versionFact}>
              {name}: {value}
            </p>
          ))}
          {filesOf(message, version).map((file) =>
            file.isReplaced ? (
              cardOf(file)
            ) : (
              <p key={file.id} className={classes.versionFact}>
                File: <bdi>{file.name}</bdi>
              </p>
            ),
          )}
        </li>
      ))}
    </ol>
  )
}

/** The evidence is in words or files that an edit removed, so they are shown at once. */
function hasOlderEvidence({ versions, attachments }: ThreadMessage, marks: readonly EvidenceMark[]): boolean {
  const newest = versions.at(-1)?.revision
  const replaced = new Set(attachments.flatMap(({ id, isReplaced }) => (isReplaced ? id : [])))
  return (
    newest !== undefined &&
    marks.some(
      ({ part, revision, attachmentId }) =>
        (part === 'text' && revision !== newest) || replaced.has(attachmentId as Attachment['id']),
    )
  )
}

const hasEdits = (message: ThreadMessage) =>
  message.versions.slice(1).some((version) => !isReread(message, version))
