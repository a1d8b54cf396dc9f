import { Skeleton } from '@mantine/core'
import { urgencyNames } from '@verbatim/contract/categories.ts'
import type { CognitiveEventDetail } from '@verbatim/contract/cognitive-events.ts'
import { dispositionNames } from '@verbatim/contract/event-status.ts'
import { CategoryBadge, SeverityBadge, StatusBadge } from '@verbatim/ui/Badge.tsx'
import { Ago } from '@verbatim/ui/DateTime.tsx'
import { useEffect, useEffectEvent } from 'react'
import { ErrorPage } from '#failures/ErrorPage.tsx'
import { openable } from '#failures/openable.ts'
import { PaneContent, PendingContent } from '#lists/PaneContent.tsx'
import type { DrawnRow } from '#lists/pane-law.ts'
import { PersonName } from '#thread/PersonName.tsx'
import { EventBanners } from './EventFacts.tsx'
import classes from './EventPane.module.css'
import { EventThread } from './EventThread.tsx'
import { useOpened } from '#screens/cognitive-events/queue/opened-events.ts'
import { StepButtons } from '#screens/cognitive-events/steps/StepButtons.tsx'
import { useAhead } from '#screens/cognitive-events/queue/use-ahead.ts'
import { useEvent } from './use-event.ts'
import { useEventThread } from './use-event-thread.ts'

interface EventPaneProps {
  id: string
  /** The events that the reader opens next, in the likely order. */
  ahead: readonly string[]
  /** The list shows the events that are similar to this one. */
  likeOf: string | undefined
  /** The event that keys may act on, as soon as it is drawn. */
  onDrawn: (drawn: DrawnRow<CognitiveEventDetail> | undefined) => void
}

/** One event beside the list: its conversation, and the steps. */
export function EventPane({ id, ahead, likeOf, onDrawn }: EventPaneProps) {
  const { data: event, error, refetch } = openable(useEvent(id))
  useAhead(ahead, event !== undefined)
  const tell = useEffectEvent(onDrawn)
  const isSettled = event !== undefined || error !== null
  useEffect(() => {
    tell(isSettled ? { id, content: event } : undefined)
    return () => tell(undefined)
  }, [id, event, isSettled])
  if (event) return <EventRead key={id} event={event} likeOf={likeOf} />
  if (error) return <ErrorPage error={error} onRetry={() => void refetch()} />
  return <PendingPane />
}

function EventRead({ event, likeOf }: { event: CognitiveEventDetail; likeOf: string | undefined }) {
  const { policyName, severity, status, disposition, category, urgency, from, triggeredTime, assignee } =
    event
  const thread = useEventThread(event)
  useOpened(event.id, likeOf)
  return (
    <PaneContent
      title={policyName}
      head={
        <>
          <div className={classes.standing}>
            <SeverityBadge severity={severity} />
            <StatusBadge status={status} />
            {disposition && <span>{dispositionNames[disposition]}</span>}
            {category && <CategoryBadge category={category} />}
            <span className={classes.meta}>
              <bdi>{from}</bdi> · <Ago at={triggeredTime} />
              {/* In words: beside the severity, the same badge would say nothing. */}
              {urgency && ` · ${urgencyNames[urgency].toLowerCase()} urgency`}
              {assignee && (
                <>
                  {' '}
                  · assigned to <PersonName person={{ name: assignee.name, userId: assignee.id }} />
                </>
              )}
            </span>
          </div>
          <StepButtons event={event} />
        </>
      }
    >
      <EventBanners event={event} />
      <EventThread event={event} state={thread} isInPane />
    </PaneContent>
  )
}

/** An event that is loading. */
export function PendingPane() {
  return (
    <PendingContent>
      <Skeleton mx={16} width={360} height={36} />
      <Skeleton className={classes.rest} />
    </PendingContent>
  )
}
