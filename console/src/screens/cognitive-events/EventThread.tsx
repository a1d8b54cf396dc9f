import { ActionIcon, Button, Skeleton, Text } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import type { CognitiveEventDetail } from '@verbatim/contract/cognitive-events.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import { EvidenceRail } from '@verbatim/ui/thread/EvidenceRail.tsx'
import { Link } from '@verbatim/ui/Link.tsx'
import { useKeys } from '@verbatim/ui/list-keys.ts'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { ErrorPage } from '#failures/ErrorPage.tsx'
import { useOverviewHref } from '#screens/conversations/overview-address.ts'
import { ConversationThread } from '#thread/ConversationThread.tsx'
import classes from './EventThread.module.css'
import { isInWords, marksByMessage } from './evidence.ts'
import type { EventThreadState } from './use-event-thread.ts'

interface EventThreadProps {
  event: CognitiveEventDetail
  state: EventThreadState
  /** Beside the list, where P closes the pane. */
  isInPane?: true
}

/** The conversation, with the words that broke the policy marked, and the way from one to the next: N, and Shift N or P. */
export function EventThread({ event, state, isInPane }: EventThreadProps) {
  const { evidence } = event
  const { thread, messages, memberships, current, index, go } = state
  const overviewHref = useOverviewHref()
  const scroller = useRef<HTMLDivElement>(null)
  const keepPlace = useKeptPlace(scroller, messages[0]?.id)
  const isLoaded = messages.some(({ id }) => id === current?.messageId)
  useCurrentInSight(scroller, isLoaded ? current?.id : undefined, current?.messageId)
  const step = (by: number) => go((index + by + evidence.length) % evidence.length)
  useKeys({
    n: ({ shiftKey }) => step(shiftKey ? -1 : 1),
    ...(!isInPane && { p: () => step(-1) }),
  })
  return (
    <section className={classes.panel} aria-label="Conversation" data-flows>
      <header className={classes.head}>
        <h2 className={classes.title}>Conversation</h2>
        <EvidenceSteps index={index} count={evidence.length} onStep={step} />
        <Button
          component={Link}
          href={overviewHref(event.conversationId, current?.messageId)}
          variant="default"
          size="compact-sm"
        >
          Overview
        </Button>
      </header>
      <div className={classes.frame} data-flows>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be reached by keyboard */}
        <div
          ref={scroller}
          className={classes.scroller}
          data-flows
          tabIndex={0}
          role="region"
          aria-label="Messages in order"
        >
          {thread.error && !thread.data ? (
            <ErrorPage error={thread.error} onRetry={() => void thread.refetch()} />
          ) : thread.data ? (
            <ConversationThread
              messages={messages}
              memberships={memberships}
              evidence={marksByMessage(evidence, current)}
              currentId={current && !isInWords(current) ? current.messageId : undefined}
              before={
                <ThreadEnd
                  label="Load earlier messages"
                  end="This is the start of the conversation."
                  hasMore={thread.hasPreviousPage}
                  isLoading={thread.isFetchingPreviousPage}
                  onLoad={() => {
                    keepPlace()
                    void thread.fetchPreviousPage()
                  }}
                />
              }
              after={
                <ThreadEnd
                  label="Load later messages"
                  end="No later messages."
                  hasMore={thread.hasNextPage}
                  isLoading={thread.isFetchingNextPage}
                  onLoad={() => void thread.fetchNextPage()}
                />
              }
            />
          ) : (
            <ThreadSkeleton />
          )}
        </div>
        <EvidenceRail scroller={scroller} content={thread.data} />
      </div>
    </section>
  )
}

interface EvidenceStepsProps {
  index: number
  count: number
  onStep: (by: number) => void
}

function EvidenceSteps({ index, count, onStep }: EvidenceStepsProps) {
  if (count < 2) return <span className={classes.steps}>{count === 1 && '1 piece of evidence'}</span>
  return (
    <div className={classes.steps}>
      <span aria-live="polite">
        Evidence {numberText(index + 1)} of {numberText(count)}
      </span>
      <ActionIcon
        size="md"
        aria-label="Previous evidence"
        title="Previous evidence (Shift N)"
        onClick={() => onStep(-1)}
      >
        <IconChevronUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon size="md" aria-label="Next evidence" title="Next evidence (N)" onClick={() => onStep(1)}>
        <IconChevronDown size={16} aria-hidden />
      </ActionIcon>
    </div>
  )
}

interface ThreadEndProps {
  label: string
  /** The text at the end of the thread. */
  end: string
  hasMore: boolean
  isLoading: boolean
  onLoad: () => void
}

function ThreadEnd({ label, end, hasMore, isLoading, onLoad }: ThreadEndProps) {
  return (
    <div className={classes.end}>
      {hasMore ? (
        <Button size="compact-sm" variant="default" loading={isLoading} onClick={onLoad}>
          {label}
        </Button>
      ) : (
        <Text span size="xs" c="dimmed">
          {end}
        </Text>
      )}
    </div>
  )
}

const skeletonWidths = ['52%', '38%', '64%', '44%', '58%'] as const

function ThreadSkeleton() {
  return (
    <div className={classes.skeleton} aria-hidden>
      {skeletonWidths.map((width, i) => (
        <Skeleton key={width} height={56} width={width} ml={i % 2 === 0 ? 0 : 'auto'} />
      ))}
    </div>
  )
}

/** Scrolls the current evidence to the middle of the conversation, without scrolling the page. */
function useCurrentInSight(
  scroller: RefObject<HTMLElement | null>,
  evidenceId: string | undefined,
  messageId: string | undefined,
): void {
  useEffect(() => {
    const { current: box } = scroller
    const message = box?.querySelector(`[data-message="${messageId}"]`)
    if (!evidenceId || !box || !message) return
    const bring = () => {
      const target = message.querySelector('mark[data-tone="current"]') ?? message
      box.scrollBy({ top: middleOf(target) - middleOf(box) })
    }
    bring()
    // Messages outside the view get their real heights only now.
    const frame = requestAnimationFrame(bring)
    return () => cancelAnimationFrame(frame)
  }, [scroller, evidenceId, messageId])
}

function middleOf(element: Element): number {
  const { top, height } = element.getBoundingClientRect()
  return top + height / 2
}

/** Keeps the visible messages in place when others are inserted before them. Call the returned function before requesting those. */
function useKeptPlace(scroller: RefObject<HTMLElement | null>, firstId: string | undefined): () => void {
  const fromEnd = useRef<number>(undefined)
  useLayoutEffect(() => {
    const { current: element } = scroller
    if (!element || fromEnd.current === undefined) return
    element.scrollTo({ top: element.scrollHeight - fromEnd.current })
    fromEnd.current = undefined
  }, [scroller, firstId])
  return () => {
    const { current: element } = scroller
    if (element) fromEnd.current = element.scrollHeight - element.scrollTop
  }
}
