import type { Attachment } from '@verbatim/contract/attachments.ts'
import type { ThreadMessage } from '@verbatim/contract/messages.ts'
import type { ReactNode } from 'react'
import { AttachmentCard } from './AttachmentCard.tsx'
import classes from './Bubble.module.css'
import { BubbleFoot } from './BubbleFoot.tsx'
import { BubbleStamp } from './BubbleStamp.tsx'
import { channelMeaning } from '#colors.ts'
import { Face } from '#Face.tsx'
import { Highlighted } from '#Highlighted.tsx'
import {
  type EvidenceMark,
  evidenceRanges,
  newestRevision,
  placeholderOf,
  factRanges,
  structuredLines,
  subjectRanges,
} from './message-words.ts'
import { OtherTexts } from './OtherTexts.tsx'
import type { TextRange } from '#ranges.ts'
import { readable } from '#readable.ts'

interface BubbleProps {
  message: ThreadMessage
  continues: boolean
  /** The channel is named: it is another one than before. */
  isNewChannel: boolean
  marks: readonly EvidenceMark[] | undefined
  isCurrent: boolean
  preview: ((message: ThreadMessage, attachment: Attachment) => ReactNode) | undefined
  inside:
    | ((message: ThreadMessage, attachment: Attachment, marks: readonly EvidenceMark[]) => ReactNode)
    | undefined
  onDownload: ((message: ThreadMessage, attachment: Attachment) => void) | undefined
  hrefOf: ((message: Pick<ThreadMessage, 'id'>) => string) | undefined
  author: ((message: ThreadMessage) => ReactNode) | undefined
}

/** One message of a thread: ours at the right, theirs at the left. */
export function Bubble(props: BubbleProps) {
  const { message, continues, isNewChannel, marks = [], isCurrent } = props
  const { preview, inside, onDownload, hrefOf, author } = props
  const href = hrefOf?.(message)
  const revision = newestRevision(message)
  const cardOf = (attachment: Attachment) => (
    <AttachmentCard
      key={attachment.id}
      attachment={attachment}
      inside={inside?.(message, attachment, marks)}
      preview={attachment.hasPreview ? preview?.(message, attachment) : undefined}
      onDownload={onDownload && (() => onDownload(message, attachment))}
    />
  )
  const ranges: TextRange[] = [
    ...message.highlights.map((range) => ({ ...range, tone: 'hit' as const })),
    ...evidenceRanges(marks, revision),
  ]
  return (
    <li
      className={classes.line}
      data-side={message.direction === 'outbound' ? 'ours' : 'theirs'}
      data-continues={continues || undefined}
    >
      <article
        className={classes.bubble}
        tabIndex={-1}
        data-message={message.id}
        data-current={isCurrent || undefined}
        data-deleted={message.isDeleted || undefined}
        aria-label={`${readable(message.from)}: ${message.body ?? placeholderOf(message) ?? 'attachment'}`}
      >
        {!continues && (
          <BubbleHead message={message} isNewChannel={isNewChannel} href={href} author={author} />
        )}
        {message.subject && (
          <p className={classes.subject}>
            <Highlighted text={message.subject} ranges={subjectRanges(message, marks)} />
          </p>
        )}
        <BubbleText message={message} ranges={ranges} marks={marks} />
        <OtherTexts message={message} marks={marks} />
        {message.attachments.filter(({ isReplaced }) => !isReplaced).map(cardOf)}
        <BubbleFoot message={message} marks={marks} cardOf={cardOf} hrefOf={hrefOf} />
        {continues && (
          <div className={classes.beside}>
            <BubbleStamp message={message} href={href} />
          </div>
        )}
      </article>
    </li>
  )
}

/** The name and the time of a burst, which its first bubble has. */
function BubbleHead({
  message,
  isNewChannel,
  href,
  author,
}: Pick<BubbleProps, 'message' | 'isNewChannel' | 'author'> & { href: string | undefined }) {
  const { label, icon: ChannelIcon } = channelMeaning(message.channel)
  const to = message.recipients.filter(({ addressing }) => addressing !== undefined)
  return (
    <header className={classes.head}>
      <Face name={message.from} size="tiny" />
      {isNewChannel && (
        <span title={label}>
          <ChannelIcon size={14} aria-label={label} />
        </span>
      )}
      {author?.(message) ?? (
        <bdi className={classes.author} title={message.author.address}>
          {readable(message.from)}
        </bdi>
      )}
      {message.direction === 'internal' && <span className={classes.aside}>internal</span>}
      {to.length > 0 && (
        <span className={classes.aside} title={to.map(({ address }) => address).join(', ')}>
          to <bdi>{readable(to[0]?.name ?? '')}</bdi>
          {to.length > 1 && ` and ${to.length - 1} more`}
        </span>
      )}
      <BubbleStamp message={message} href={href} />
    </header>
  )
}

interface BubbleTextProps {
  message: ThreadMessage
  ranges: readonly TextRange[]
  marks: readonly EvidenceMark[]
}

function BubbleText({ message, ranges, marks }: BubbleTextProps) {
  const facts = structuredLines(message.structured)
  const placeholder = message.body === null && facts.length === 0 ? placeholderOf(message) : undefined
  return (
    <>
      {message.body !== null && (
        <div className={classes.text}>
          <Highlighted text={message.body} ranges={ranges} />
        </div>
      )}
      {placeholder && <p className={classes.placeholder}>{placeholder}</p>}
      {facts.length > 0 && (
        <dl className={classes.facts}>
          {facts.map(([name, value]) => (
            <div key={`${name} ${value}`}>
              <dt>{name}</dt>
              <dd dir="auto">
                <Highlighted text={value} ranges={factRanges(message, marks, value)} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
