import type { MembershipLine } from '@verbatim/contract/conversations.ts'
import type { Attachment } from '@verbatim/contract/attachments.ts'
import type { ThreadMessage } from '@verbatim/contract/messages.ts'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { Bubble } from './Bubble.tsx'
import { longDateText, timeText } from '#dates.ts'
import { type EvidenceMark, namedIn } from './message-words.ts'
import { isInSight } from './is-in-sight.ts'
import classes from './Thread.module.css'
import { type ThreadLine, threadLines } from './thread-lines.ts'

export interface ThreadProps {
  /** Oldest first. */
  messages: readonly ThreadMessage[]
  memberships?: readonly MembershipLine[]
  /** Message id → where rules matched. */
  evidence?: ReadonlyMap<string, readonly EvidenceMark[]>
  /** The message this is about: ringed, and brought into sight when it changes. */
  currentId?: string | undefined
  /** Its place on the screen: in the middle, or moved no more than needed. */
  bring?: 'center' | 'nearest'
  /** Draws the picture of an attachment that has one. */
  preview?: (message: ThreadMessage, attachment: Attachment) => ReactNode
  /** Renders the text of an attachment, with the highlights of the message's parts. */
  inside?: (message: ThreadMessage, attachment: Attachment, marks: readonly EvidenceMark[]) => ReactNode
  /** Draws who wrote a message; undefined for the plain name. */
  author?: (message: ThreadMessage) => ReactNode
  onDownload?: (message: ThreadMessage, attachment: Attachment) => void
  messageHref?: (message: Pick<ThreadMessage, 'id'>) => string
  /** Above and below: what fetches the rest of the thread. */
  before?: ReactNode
  after?: ReactNode
}

/** A conversation as it went. Arrow keys walk from message to message. */
export function Thread(props: ThreadProps) {
  const { messages, memberships = [], currentId, bring = 'center', before, after } = props
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const current = list.current?.querySelector(`[data-message="${currentId}"]`)
    // The margin that it has below a bar is no reason to scroll the page.
    if (current && !(bring === 'nearest' && isInSight(current))) current.scrollIntoView({ block: bring })
  }, [currentId, bring])
  return (
    <>
      {before}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows walk its messages */}
      <ol ref={list} className={classes.thread} aria-label="Messages" onKeyDown={walk}>
        {threadLines(messages.map(namedIn(messages)), memberships).map((line) => (
          <Line key={line.key} line={line} {...props} />
        ))}
      </ol>
      {after}
    </>
  )
}

function Line({ line, ...props }: ThreadProps & { line: ThreadLine }) {
  switch (line.kind) {
    case 'day':
      return (
        <li className={classes.day}>
          <span>{longDateText(line.at)}</span>
        </li>
      )
    case 'membership':
      return (
        <li className={classes.system}>
          <bdi>{line.line.who}</bdi> {line.line.action}
          {line.line.by && (
            <>
              {' '}
              · by <bdi>{line.line.by}</bdi>
            </>
          )}{' '}
          · {timeText(line.line.at)}
        </li>
      )
    case 'message':
      return (
        <Bubble
          message={line.message}
          continues={line.continues}
          isNewChannel={line.isNewChannel}
          marks={props.evidence?.get(line.message.id)}
          isCurrent={props.currentId === line.message.id}
          preview={props.preview}
          inside={props.inside}
          onDownload={props.onDownload}
          hrefOf={props.messageHref}
          author={props.author}
        />
      )
  }
}

/** Up and down lead to the neighbouring message. */
function walk(event: KeyboardEvent<HTMLOListElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-message]')]
  const at = all.findIndex((element) => element.contains(document.activeElement))
  const next = all[at + (event.key === 'ArrowDown' ? 1 : -1)]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** A page whose title and link back stay in sight on a phone while it scrolls: without them a thread is of no one. */
export const KeptTitle = ({ children }: { children: ReactNode }) => (
  <div className={classes.kept}>{children}</div>
)
