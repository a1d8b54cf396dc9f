import { Button } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { IconRadar2 } from '@tabler/icons-react'
import { defaultPage, type ListState, toExportCall } from '@verbatim/client/list-state.ts'
import {
  type CognitiveEvent,
  exportCognitiveEvents,
  type StatusChange,
  cognitiveEventList,
} from '@verbatim/contract/cognitive-events.ts'
import { badgeCount } from '@verbatim/ui/badge-count.ts'
import { useKeys } from '@verbatim/ui/list-keys.ts'
import { countSelected, nothingSelected } from '@verbatim/ui/selection.ts'
import { TabBar } from '@verbatim/ui/TabBar.tsx'
import { useState } from 'react'
import { ExportMenu } from '#shell/exports/ExportMenu.tsx'
import type { StartExport } from '#shell/exports/mutations.ts'
import { useListAddress } from '#shell/list-address.ts'
import { ListScreen } from '#shell/ListScreen.tsx'
import { useApi, useCan, useViewer } from '#shell/use-house.ts'
import { BulkSteps, useBulkStep } from './BulkSteps.tsx'
import { eventColumns } from './event-columns.tsx'
import { eventHref, eventsHref, eventViews } from './event-views.ts'
import classes from './EventsScreen.module.css'
import { eventCountQuery, eventsQuery } from './queries.ts'
import { stepKeys } from './steps.ts'
import { useCalmPage } from './use-calm-page.ts'
import { useEventFields } from './use-event-fields.ts'
import { useSelection } from './use-selection.ts'
import { useSteps } from './use-steps.ts'

/** Cognitive Events: what policies raised, to be looked at, decided on, and handed on. */
export function EventsScreen() {
  const { history } = useRouter()
  const { state } = useListAddress(cognitiveEventList)
  const api = useApi()
  const answer = useQuery(eventsQuery(api, state))
  const [selection, setSelection] = useSelection(state)
  const [isInRows, setInRows] = useState(false)
  const count = countSelected(selection, answer.data?.total ?? 0)
  // Another question's rows stay in sight until this one's are here, but are not its rows.
  const fresh = answer.isPlaceholderData ? undefined : answer.data
  const { page = answer.data, arrived, catchUp } = useCalmPage(fresh, state, isInRows || count > 0)
  const fields = useEventFields()
  const { take, undo } = useSteps()
  const bulk = {
    selection,
    total: page?.total ?? 0,
    query: toExportCall(cognitiveEventList, state),
    onDone: () => {
      setSelection(nothingSelected)
      catchUp()
    },
    onOutdated: catchUp,
  }
  const bulkStep = useBulkStep(bulk)
  const canBulk = useCan('events.bulk')
  const canExport = useCan('events.export')
  const startExport: StartExport = (format) =>
    api(exportCognitiveEvents, { query: bulk.query, body: { format } })
  useKeys({ u: () => undo() })
  const takeStep = (event: CognitiveEvent, change: StatusChange) =>
    count > 0 ? bulkStep.take(change) : take(event, change)
  return (
    <ListScreen
      title="Cognitive Events"
      noun="events"
      spec={cognitiveEventList}
      answer={{ ...answer, data: page }}
      columns={eventColumns}
      fields={fields}
      searchPlaceholder="Search by policy"
      action={
        <>
          <Arrived count={arrived} onShow={catchUp} />
          {canExport && (
            <ExportMenu title="Cognitive events" isEmpty={page?.total === 0} start={startExport} />
          )}
        </>
      }
      views={<Views state={state} />}
      onBusy={setInRows}
      rowHref={({ id }) => eventHref(id, state)}
      rowLabel={({ policyName, from }) => `${policyName}, ${from}`}
      rowKeys={{
        ...stepKeys(takeStep),
        c: ({ id }) => history.push(`${eventHref(id, state, 'comments')}#comment`),
      }}
      {...(canBulk && { bulk: { selection, onSelect: setSelection, actions: <BulkSteps {...bulk} /> } })}
      empty={{
        icon: IconRadar2,
        title: 'No events in this period',
        text: 'When a message breaks a policy, it appears here within seconds with the matching words.',
      }}
    />
  )
}

/** The kept questions, with how much waits in each. */
function Views({ state }: { state: ListState }) {
  const api = useApi()
  const views = eventViews(useViewer().id)
  const states = views.map(({ filter }): ListState => ({ ...state, filter, page: defaultPage }))
  const counts = useQueries({
    queries: states.map((asked, i) => ({
      ...eventCountQuery(api, asked),
      enabled: views[i]?.isCounted ?? false,
    })),
  })
  return (
    <TabBar
      label="Views"
      current={views.find(({ filter }) => filter === state.filter)?.id ?? ''}
      tabs={views.map(({ id, label }, i) => ({
        id,
        label,
        href: eventsHref(states[i] ?? state),
        count: counts[i]?.data,
      }))}
    />
  )
}

/** What has come in while the reader was busy, and lets it in. */
function Arrived({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div role="status" className={classes.arrived}>
      {count > 0 && (
        <Button variant="light" onClick={onShow}>
          {badgeCount(count)} new
        </Button>
      )}
    </div>
  )
}
