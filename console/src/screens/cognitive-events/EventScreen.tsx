import { ActionIcon } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type CognitiveEventDetail, cognitiveEventList } from '@verbatim/contract/cognitive-events.ts'
import { dispositionNames } from '@verbatim/contract/event-status.ts'
import { SeverityBadge, StatusBadge } from '@verbatim/ui/Badge.tsx'
import { numberText } from '@verbatim/ui/dates.ts'
import { Ago } from '@verbatim/ui/DateTime.tsx'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { useKeys } from '@verbatim/ui/list-keys.ts'
import { Page } from '@verbatim/ui/Page.tsx'
import { TabBar } from '@verbatim/ui/TabBar.tsx'
import { useListAddress } from '#lists/list-address.ts'
import { useApi } from '#shell/use-app-context.ts'
import { EventComments } from './EventComments.tsx'
import { EventBanners, EventFacts } from './EventFacts.tsx'
import { EventHistory } from './EventHistory.tsx'
import classes from './EventScreen.module.css'
import { EventThread } from './EventThread.tsx'
import { eventHref, eventsHref } from './event-views.ts'
import { EvidenceList } from './EvidenceList.tsx'
import { eventQuery } from './queries.ts'
import { StepButtons } from './StepButtons.tsx'
import { stepKeys } from './steps.ts'
import { useEventThread } from './use-event-thread.ts'
import { type Neighbours, useNeighbours } from './use-neighbours.ts'
import { useSteps } from './use-steps.ts'

const route = getRouteApi('/_shell/events/$id/{-$tab}')

/** One cognitive event: the conversation with its evidence, its facts, its history and comments. */
export function EventScreen() {
  const { id } = route.useParams()
  const { data: event } = useSuspenseQuery(eventQuery(useApi(), id))
  return <EventReview key={id} event={event} />
}

function EventReview({ event }: { event: CognitiveEventDetail }) {
  const { state } = useListAddress(cognitiveEventList)
  const tab = route.useParams().tab === 'history' ? 'history' : 'comments'
  const neighbours = useNeighbours(event.id, state, tab)
  const thread = useEventThread(event)
  useEventKeys(event, neighbours)
  return (
    <Page
      title={<bdi>{event.policyName}</bdi>}
      crumbs={<TextLink href={eventsHref(state)}>Cognitive Events</TextLink>}
      action={<StepButtons event={event} />}
    >
      <Standing event={event} neighbours={neighbours} />
      <EventBanners event={event} />
      <div className={classes.columns}>
        <EventThread event={event} state={thread} />
        <aside className={classes.aside} aria-label="About this event">
          <EventFacts event={event} conversation={thread.conversation} />
          <EvidenceList event={event} current={thread.current} onGo={thread.go} />
          <TabBar
            label="Comments and history"
            current={tab}
            tabs={[
              {
                id: 'comments',
                label: 'Comments',
                href: eventHref(event.id, state, 'comments'),
                count: event.commentCount,
              },
              { id: 'history', label: 'History', href: eventHref(event.id, state, 'history') },
            ]}
          />
          {tab === 'history' ? <EventHistory event={event} /> : <EventComments event={event} />}
        </aside>
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

function Steps({ previous, next, position, total }: Neighbours) {
  const { history } = useRouter()
  return (
    <nav className={classes.neighbours} aria-label="Events of the list">
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
        onClick={() => previous && history.push(previous)}
      >
        <IconChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        size="md"
        aria-label="Next event"
        title="Next event (J)"
        disabled={!next}
        onClick={() => next && history.push(next)}
      >
        <IconChevronRight size={16} aria-hidden />
      </ActionIcon>
    </nav>
  )
}

/** 1 to 5 and E decide, C comments, U takes back, J and K go on through the list. */
function useEventKeys(event: CognitiveEventDetail, { previous, next }: Neighbours): void {
  const { history } = useRouter()
  const { state } = useListAddress(cognitiveEventList)
  const { take, undo } = useSteps()
  const acts = Object.entries(stepKeys<CognitiveEventDetail>(take)).map(([key, act]) => [
    key,
    () => act(event),
  ])
  useKeys({
    ...Object.fromEntries(acts),
    c: () => {
      const box = document.querySelector<HTMLElement>('#comment')
      if (box) box.focus()
      else history.push(`${eventHref(event.id, state, 'comments')}#comment`)
    },
    u: () => undo(),
    j: next === undefined ? undefined : () => history.push(next),
    k: previous === undefined ? undefined : () => history.push(previous),
  })
}
