import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconRadar2 } from '@tabler/icons-react'
import { defaultPage, type ListState, toExportCall, withoutBroken } from '@verbatim/client/list-state.ts'
import {
  type CognitiveEvent,
  exportCognitiveEvents,
  cognitiveEventList,
} from '@verbatim/contract/cognitive-events.ts'
import type { Page } from '@verbatim/contract/list.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import { EmptyState } from '@verbatim/ui/EmptyState.tsx'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { readable } from '@verbatim/ui/readable.ts'
import {
  countSelected,
  everythingSelected,
  isAny,
  type Selection,
  toggleRow,
} from '@verbatim/ui/table/selection.ts'
import { TabBar } from '@verbatim/ui/frame/TabBar.tsx'
import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react'
import { isRefused } from '#failures/openable.ts'
import { list, listQuery } from '#lists/list.ts'
import { useListAddress } from '#lists/list-address.ts'
import { ListScreen, useListAnswer } from '#lists/ListScreen.tsx'
import { useReadingPane } from '#lists/reading-pane.ts'
import { rowsAhead } from '#lists/rows-ahead.ts'
import { rowsOf } from '#lists/rows-of.ts'
import { useApi, useViewer } from '#shell/use-app-context.ts'
import { HiddenNames } from '#thread/HiddenNames.tsx'
import { BulkSteps, useBulkStep } from '#screens/cognitive-events/steps/BulkSteps.tsx'
import { eventColumns } from './event-columns.tsx'
import {
  eventHref,
  eventsHref,
  eventViews,
  openFilter,
  similarTo,
} from '#screens/cognitive-events/queue/event-views.ts'
import { eventCountQuery, eventsQuestion } from './queries.ts'
import { noteShown } from '#screens/cognitive-events/queue/queue-start.ts'
import { SimilarNote, useCanChangeMany } from './SimilarEvents.tsx'
import { useCalmPage } from '#screens/cognitive-events/queue/use-calm-page.ts'
import { useEventSelection } from '#screens/cognitive-events/queue/use-event-selection.ts'
import { useEventFields } from './use-event-fields.ts'
import { useEventListKeys } from './use-event-list-keys.ts'

const EventPane = lazy(() => import('./EventPane.tsx').then(({ EventPane: Loaded }) => ({ default: Loaded })))

/** Cognitive Events: what policies raised, to be looked at, decided on, and handed on. */
const eventsList = list({
  ...eventsQuestion,
  title: 'Cognitive Events',
  saved: 'cognitive-events',
  noun: 'events',
  columns: eventColumns,
  days: { sortBy: 'triggeredTime', at: ({ triggeredTime }) => triggeredTime },
  fields: [],
  searchPlaceholder: 'Search by policy, person or text',
  rowLabel: ({ policyName, from }) => `${policyName}, ${readable(from)}`,
  exports: { title: 'Cognitive events', call: exportCognitiveEvents },
  empty: {
    icon: IconRadar2,
    drawing: 'thread',
    title: 'No events in this period',
    text: 'When a message breaks a policy, it appears here within seconds with the matching words.',
  },
})

function EventsNote(props: ComponentProps<typeof SimilarNote>) {
  return (
    <>
      <HiddenNames />
      <SimilarNote {...props} />
    </>
  )
}

export function EventsScreen() {
  const { state, conditions } = useListAddress(cognitiveEventList)
  const answer = useListAnswer(eventsList, state)
  const lastRead = useLastRead(state)
  const { selection, seen, ...chosen } = useEventSelection(state)
  const [isInRows, setInRows] = useState(false)
  const pane = useReadingPane((id) => eventHref(id, state))
  // Another question's rows stay in sight until this one's are here, but are not its rows.
  const fresh = answer.isPlaceholderData ? undefined : answer.data
  // While rows are selected the page is held: if they left it meanwhile, the bar that is changing them would leave too.
  const isBusy = isInRows || isAny(selection) || pane.id !== undefined
  const { page: shown, arrived, catchUp } = useCalmPage(fresh, state, isBusy)
  useShown(state, shown)
  const page = isRefused(answer.error) ? undefined : (shown ?? answer.data)
  const total = page?.total ?? 0
  const count = countSelected(selection, total)
  const bulk = useBulkStep({
    selection,
    total,
    seen,
    query: toExportCall(cognitiveEventList, state),
    onDone: (done: Selection) => {
      chosen.end(done)
      catchUp()
    },
    onOutdated: () => {
      catchUp()
      chosen.renew(lastRead())
    },
  })
  // What is being saved keeps its selection, which ends when it is saved.
  const select = (next: Selection) => (bulk.hold.isBusy() ? undefined : chosen.select(next, page))
  const alike = { likeOf: similarTo(conditions), total }
  const canChangeMany = useCanChangeMany(alike)
  const isMine = useView(state)?.id === 'mine' && !state.search
  const toggle = canChangeMany ? (id: string) => select(toggleRow(selection, id)) : undefined
  const rows = rowsOf<CognitiveEvent>({ ...answer, data: page })
  const { onDrawn, ...keys } = useEventListKeys({ state, pane, rows, toggle, bulk, isForMany: count > 0 })
  return (
    <ListScreen
      list={eventsList}
      answer={{ ...answer, data: page }}
      fields={useEventFields()}
      arrivals={{ count: arrived, onShow: catchUp }}
      views={<Views state={state} />}
      none={isMine && <NoneMine state={state} />}
      onBusy={setInRows}
      rowHref={({ id }) => eventHref(id, state)}
      {...keys}
      pane={{
        state: pane,
        one: 'event',
        pageOf: (id) => eventHref(id, state),
        draw: (id) => (
          <OpenEvent
            id={id}
            ahead={rowsAhead(page?.items, id).map((event) => event.id)}
            likeOf={alike.likeOf}
            onDrawn={chosen.seeing(onDrawn)}
          />
        ),
      }}
      note={<EventsNote {...alike} onSelectAll={() => select(everythingSelected)} />}
      {...(canChangeMany && {
        bulk: {
          selection,
          onSelect: select,
          isHeld: bulk.isPending,
          one: 'event',
          actions: <BulkSteps {...{ count, bulk }} />,
        },
      })}
    />
  )
}

/** The page as it was last read, also while an older one is held. */
function useLastRead(state: ListState) {
  const queryClient = useQueryClient()
  const { queryKey } = listQuery(useApi(), eventsList, state)
  return () => queryClient.getQueryData(queryKey)
}

/** An event that is opened goes on from what is shown. */
function useShown(state: ListState, page: Page<CognitiveEvent> | undefined): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (page) noteShown(queryClient, state, page)
  }, [queryClient, state, page])
}

function OpenEvent(props: ComponentProps<typeof EventPane>) {
  return (
    <Suspense>
      <EventPane {...props} />
    </Suspense>
  )
}

/** The saved view that matches this list's question, if any. A question that is not understood is not that of all events. */
function useView({ filter, broken }: ListState) {
  return eventViews(useViewer().id).find((view) => !broken && view.filter === filter)
}

/** Shown if no event is assigned to this reader, with a link to open events. */
function NoneMine({ state }: { state: ListState }) {
  const api = useApi()
  const open = { ...state, filter: openFilter, page: defaultPage }
  const { data: count } = useQuery(eventCountQuery(api, open))
  return (
    <EmptyState
      icon={IconRadar2}
      drawing="thread"
      title="No open events are assigned to you"
      action={count ? <TextLink href={eventsHref(open)}>{openWords(count)}</TextLink> : undefined}
    >
      Events that you take for review, or that a colleague assigns to you, appear here.
    </EmptyState>
  )
}

const openWords = (count: number) =>
  count === 1 ? 'Show the open event' : `Show all ${numberText(count)} open events`

/** The saved views, with the number of waiting events in each. */
function Views({ state }: { state: ListState }) {
  const api = useApi()
  const views = eventViews(useViewer().id)
  const view = useView(state)
  const states = views.map(({ filter }): ListState => ({
    ...withoutBroken(state),
    filter,
    page: defaultPage,
  }))
  const counts = useQueries({
    queries: states.map((asked, i) => ({
      ...eventCountQuery(api, asked),
      enabled: views[i]?.isCounted ?? false,
    })),
  })
  return (
    <TabBar
      label="Views"
      current={view?.id ?? ''}
      tabs={views.map(({ id, label }, i) => ({
        id,
        label,
        href: eventsHref(states[i] ?? state),
        count: counts[i]?.data,
      }))}
    />
  )
}
