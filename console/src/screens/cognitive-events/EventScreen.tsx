import { ActionIcon, Skeleton } from '@mantine/core'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { conditionsOf, pickListState } from '@verbatim/client/list-state.ts'
import { type CognitiveEventDetail, cognitiveEventList } from '@verbatim/contract/cognitive-events.ts'
import { dispositionNames } from '@verbatim/contract/event-status.ts'
import { SeverityBadge, StatusBadge } from '@verbatim/ui/Badge.tsx'
import { numberText } from '@verbatim/ui/dates.ts'
import { Ago } from '@verbatim/ui/DateTime.tsx'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { memo } from 'react'
import { KeptTitle } from '@verbatim/ui/thread/Thread.tsx'
import { Page } from '@verbatim/ui/frame/Page.tsx'
import { TabBar } from '@verbatim/ui/frame/TabBar.tsx'
import { ErrorPage } from '#failures/ErrorPage.tsx'
import { openable } from '#failures/openable.ts'
import { PendingTitle } from '#failures/PendingPage.tsx'
import { goTo } from '#lists/address-change.ts'
import { useListAddress } from '#lists/list-address.ts'
import { IdentityNotice } from '#thread/IdentityNotice.tsx'
import { EventComments } from '#screens/cognitive-events/comments/EventComments.tsx'
import { EventBanners, EventFacts } from './EventFacts.tsx'
import { EventHistory } from './EventHistory.tsx'
import classes from './EventScreen.module.css'
import { EventThread } from './EventThread.tsx'
import { eventHref, eventsHref, similarTo } from '#screens/cognitive-events/queue/event-views.ts'
import { EvidenceList } from './EvidenceList.tsx'
import { useOpened } from '#screens/cognitive-events/queue/opened-events.ts'
import { SimilarEvents } from './SimilarEvents.tsx'
import { StepButtons } from '#screens/cognitive-events/steps/StepButtons.tsx'
import { useAhead } from '#screens/cognitive-events/queue/use-ahead.ts'
import { type DrawnEvent, useEventKeys } from './use-event-keys.ts'
import { useEvent } from './use-event.ts'
import { useEventThread } from './use-event-thread.ts'
import { type Neighbours, useNeighbours } from '#screens/cognitive-events/queue/use-neighbours.ts'

const route = getRouteApi('/_shell/events/$id/{-$tab}')

/** One cognitive event: the conversation with its evidence, its facts, its history and comments. */
export function EventScreen() {
  const { id, tab } = route.useParams()
  const { data: event, error, refetch } = openable(useEvent(id))
  const neighbours = useNeighbours(id, useListToWalk(), tabOf(tab))
  useAhead(neighbours.ahead, event !== undefined)
  const { history } = useRouter()
  const isLeft = !history.location.pathname.split('/').includes(id)
  return (
    <>
      <EventKeys drawn={{ id, event, isMissing: error !== null }} neighbours={neighbours} />
      {event ? (
        <EventReview key={id} event={event} neighbours={neighbours} isLeft={isLeft} />
      ) : error ? (
        <ErrorPage error={error} onRetry={() => void refetch()} />
      ) : (
        <PendingEvent neighbours={neighbours} />
      )}
    </>
  )
}

interface EventKeysProps {
  drawn: DrawnEvent
  neighbours: Neighbours
}

/** Apart from what is drawn, which is not drawn again with each key. */
function EventKeys({ drawn, neighbours }: EventKeysProps) {
  useEventKeys(drawn, neighbours)
  return null
}

const tabOf = (tab: string | undefined) => (tab === 'history' ? 'history' : 'comments')

/** The list that the event was opened from, if any: for the ways back to it. */
function useFrom() {
  const { state } = useListAddress(cognitiveEventList)
  const isFromList = Object.keys(pickListState(route.useSearch())).length > 0
  return isFromList ? state : undefined
}

/** The same, for the steps through it. A list that is not understood has no events, and the server would return more. */
function useListToWalk() {
  const from = useFrom()
  return from?.broken ? undefined : from
}

interface EventReviewProps {
  event: CognitiveEventDetail
  neighbours: Neighbours
  /** Whether the address is already another one. */
  isLeft: boolean
}

/** Drawn again when something changes that it shows, unless the next event is about to take its place. */
const EventReview = memo(function Review({ event, neighbours }: EventReviewProps) {
  const from = useFrom()
  const tab = tabOf(route.useParams().tab)
  const thread = useEventThread(event)
  useOpened(event.id, from && similarTo(conditionsOf(cognitiveEventList, from)))
  return (
    <KeptTitle>
      <Page title={<bdi>{event.policyName}</bdi>} crumbs={<Crumbs />} action={<StepButtons event={event} />}>
        <Standing event={event} neighbours={neighbours} />
        <EventBanners event={event} />
        <IdentityNotice conversation={thread.conversation} />
        <div className={classes.columns} data-flows>
          <EventThread event={event} state={thread} />
          <aside className={classes.aside} aria-label="About this event" data-flows>
            <EventFacts event={event} conversation={thread.conversation} />
            <EvidenceList event={event} current={thread.current} onGo={thread.go} />
            <SimilarEvents event={event} />
            <TabBar
              label="Comments and history"
              current={tab}
              tabs={[
                {
                  id: 'comments',
                  label: 'Comments',
                  href: eventHref(event.id, from, 'comments'),
                  count: event.commentCount,
                },
                { id: 'history', label: 'History', href: eventHref(event.id, from, 'history') },
              ]}
            />
            {tab === 'history' ? <EventHistory event={event} /> : <EventComments event={event} />}
          </aside>
        </div>
      </Page>
    </KeptTitle>
  )
}, isSame)

function isSame(a: EventReviewProps, b: EventReviewProps): boolean {
  if (b.isLeft) return true
  const { previous, next, position, total } = a.neighbours
  const at = b.neighbours
  const isPlaced = at.previous === previous && at.next === next && at.position === position
  return a.event === b.event && isPlaced && at.total === total
}

function Crumbs() {
  const { state } = useListAddress(cognitiveEventList)
  return <TextLink href={eventsHref(state)}>Cognitive Events</TextLink>
}

/** The screen while an event loads, already with links to its neighbours. */
function PendingEvent({ neighbours }: { neighbours: Neighbours }) {
  return (
    <Page title={<PendingTitle />} crumbs={<Crumbs />}>
      <div className={classes.standing}>
        <Skeleton width={240} height={20} />
        <Steps {...neighbours} />
      </div>
      <div className={classes.columns}>
        <Skeleton height={420} />
        <Skeleton height={420} />
      </div>
    </Page>
  )
}

/** The event's status, and its place in the list. */
function Standing({ event, neighbours }: { event: CognitiveEventDetail; neighbours: Neighbours }) {
  const { severity, status, disposition, from, triggeredTime } = event
  return (
    <div className={classes.standing}>
      <SeverityBadge severity={severity} />
      <StatusBadge status={status} />
      {disposition && <span>{dispositionNames[disposition]}</span>}
      <span className={classes.meta}>
        <bdi>{from}</bdi> · <Ago at={triggeredTime} />
      </span>
      <Steps {...neighbours} />
    </div>
  )
}

/** The steps through the list that the event was opened from; nothing without a list. */
function Steps({ previous, next, position, total }: Neighbours) {
  const { history } = useRouter()
  if (!useListToWalk()) return
  return (
    <nav className={classes.neighbours} aria-label="Events of the list" data-screen-only>
      {position !== undefined && (
        <span>
          {numberText(position)} of {numberText(total)}
        </span>
      )}
      <ActionIcon
        size="md"
        aria-label="Previous event"
        title="Previous event (K)"
        disabled={!previous}
        onClick={() => previous && goTo(history, previous)}
      >
        <IconChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        size="md"
        aria-label="Next event"
        title="Next event (J)"
        disabled={!next}
        onClick={() => next && goTo(history, next)}
      >
        <IconChevronRight size={16} aria-hidden />
      </ActionIcon>
    </nav>
  )
}
