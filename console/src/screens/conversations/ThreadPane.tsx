import { Button, Loader, Skeleton } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { MembershipLine } from '@verbatim/contract/conversations.ts'
import type { ThreadMessage } from '@verbatim/contract/messages.ts'
import { EvidenceRail, stepEvidence } from '@verbatim/ui/thread/EvidenceRail.tsx'
import type { EvidenceMark } from '@verbatim/ui/thread/message-words.ts'
import { isTyping } from '@verbatim/ui/list-keys.ts'
import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useOverviewAddress } from './overview-address.ts'
import { ConversationThread } from '#thread/ConversationThread.tsx'
import classes from './ThreadPane.module.css'
import { useKeptPlace } from './use-kept-place.ts'

interface ThreadPaneProps {
  thread: Pick<
    UseInfiniteQueryResult,
    | 'data'
    | 'dataUpdatedAt'
    | 'isPlaceholderData'
    | 'hasPreviousPage'
    | 'hasNextPage'
    | 'isFetchingPreviousPage'
    | 'isFetchingNextPage'
    | 'isFetchPreviousPageError'
    | 'isFetchNextPageError'
    | 'fetchPreviousPage'
    | 'fetchNextPage'
  >
  /** Identifies the shown part of the thread. */
  reading: string
  /** Whether it is the newest end, so that it starts at the bottom. */
  isNewest: boolean
  messages: readonly ThreadMessage[]
  memberships: readonly MembershipLine[]
  evidence: ReadonlyMap<string, readonly EvidenceMark[]>
}

/** The thread, which loads more as the reader nears either end. */
export function ThreadPane(props: ThreadPaneProps) {
  const { thread, reading, isNewest, messages, memberships, evidence } = props
  const { at } = useOverviewAddress()
  const scroller = useRef<HTMLDivElement>(null)
  const isHere = thread.data !== undefined
  const rememberPlace = useKeptPlace(scroller, thread.data)
  useLayoutEffect(() => {
    // The thread itself scrolls to a message.
    if (isHere && isNewest) scroller.current?.scrollTo({ top: scroller.current.scrollHeight })
  }, [isHere, isNewest, reading])
  // The dialog puts the focus here when it opens: that needs no ring, going here by keyboard does.
  const [isJustOpened, setJustOpened] = useState(true)
  return (
    <div className={classes.frame} data-flows>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows enter the thread */}
      <div
        ref={scroller}
        className={classes.pane}
        data-thread
        data-just-opened={isJustOpened || undefined}
        onBlur={() => setJustOpened(false)}
        data-flows
        role="region"
        aria-label="Messages of the conversation"
        tabIndex={0}
        data-autofocus
        aria-busy={!isHere}
        onKeyDown={enterThread}
        onScroll={rememberPlace}
      >
        {isHere ? (
          <ConversationThread
            key={reading}
            messages={messages}
            memberships={memberships}
            evidence={evidence}
            currentId={at}
            before={
              thread.hasPreviousPage && (
                <ReadOn
                  label="Earlier messages"
                  isReading={thread.isFetchingPreviousPage}
                  readAt={thread.dataUpdatedAt}
                  hasFailed={thread.isFetchPreviousPageError}
                  isAllowed={!thread.isPlaceholderData}
                  read={() => void thread.fetchPreviousPage()}
                />
              )
            }
            after={
              thread.hasNextPage && (
                <ReadOn
                  label="Later messages"
                  isReading={thread.isFetchingNextPage}
                  readAt={thread.dataUpdatedAt}
                  hasFailed={thread.isFetchNextPageError}
                  isAllowed={!thread.isPlaceholderData}
                  read={() => void thread.fetchNextPage()}
                />
              )
            }
          />
        ) : (
          <ThreadSkeleton />
        )}
      </div>
      <EvidenceRail scroller={scroller} content={`${reading} ${messages.length} ${evidence.size}`} />
    </div>
  )
}

interface ReadOnProps {
  label: string
  isReading: boolean
  /** When the thread was last read. */
  readAt: number
  /** Then it waits until it is pressed. */
  hasFailed: boolean
  isAllowed: boolean
  read: () => void
}

/** Loads the neighbouring page when it becomes visible or is pressed. */
function ReadOn({ label, isReading, readAt, hasFailed, isAllowed, read }: ReadOnProps) {
  const { ref, inViewport } = useInViewport<HTMLDivElement>()
  const readOn = useEffectEvent(read)
  // Reading the whole thread again ends the reading of a page, even before that is drawn: then it starts again.
  useEffect(() => {
    if (inViewport && isAllowed && !isReading && !hasFailed) readOn()
  }, [inViewport, isAllowed, isReading, hasFailed, readAt])
  return (
    <div ref={ref} className={classes.more}>
      {isReading ? (
        <Loader size="sm" aria-label={`Reading ${label.toLowerCase()}`} />
      ) : (
        <Button variant="subtle" size="compact-sm" onClick={read}>
          {hasFailed ? `${label} could not be read. Try again` : label}
        </Button>
      )}
    </div>
  )
}

const shapes = [
  { side: 'theirs', width: '46%' },
  { side: 'theirs', width: '62%' },
  { side: 'ours', width: '54%' },
  { side: 'theirs', width: '38%' },
  { side: 'ours', width: '58%' },
  { side: 'ours', width: '34%' },
  { side: 'theirs', width: '52%' },
] as const

function ThreadSkeleton() {
  return (
    <div className={classes.skeleton} aria-hidden>
      {shapes.map(({ side, width }) => (
        <Skeleton key={width} height={56} width={width} data-side={side} />
      ))}
    </div>
  )
}

/** N leads from evidence to evidence. From the pane itself, an arrow leads to the message in question, or to the nearest end. */
function enterThread(event: KeyboardEvent<HTMLDivElement>): void {
  const isPlain = !(event.ctrlKey || event.metaKey || event.altKey)
  if (event.key.toLowerCase() === 'n' && isPlain && !isTyping(event.target)) {
    event.preventDefault()
    stepEvidence(event.currentTarget, event.shiftKey ? -1 : 1)
    return
  }
  if (event.target !== event.currentTarget) return
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-message]')]
  const current = all.find((element) => element.dataset['current'] !== undefined)
  const target = current ?? all.at(-1)
  if (!target) return
  event.preventDefault()
  target.focus()
}
