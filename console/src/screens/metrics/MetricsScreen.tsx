import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { breakdownWords } from '@verbatim/contract/breakdown-words.ts'
import { metricTabDefinitions, metricTabIds } from '@verbatim/contract/metric-tabs.ts'
import { type Dashboard, failedParts, type Figure } from '@verbatim/contract/metrics.ts'
import { definitionOf, metricDefinitions } from '@verbatim/contract/metric-definitions.ts'
import type { ReportSubject } from '@verbatim/contract/report-schedules.ts'
import { EmptyState } from '@verbatim/ui/EmptyState.tsx'
import { Link } from '@verbatim/ui/Link.tsx'
import { Page } from '@verbatim/ui/frame/Page.tsx'
import { TabBar } from '@verbatim/ui/frame/TabBar.tsx'
import { ErrorPage } from '#failures/ErrorPage.tsx'
import { openable } from '#failures/openable.ts'
import { searchText } from '@verbatim/client/search-text.ts'
import { metricTabs, openScreens, screenOf } from '#shell/navigation.ts'
import { useApi, useCan, useViewer } from '#shell/use-app-context.ts'
import { placeOf } from '@verbatim/contract/drilldown-lists.ts'
import { Figures } from './Figures.tsx'
import classes from './MetricsScreen.module.css'
import { MissingParts } from './MissingParts.tsx'
import { PeriodLine } from './PeriodLine.tsx'
import { dashboardQuery, type MetricTab } from './queries.ts'
import { usePeriod } from './rows-address.ts'
import type { Retry } from './SectionFailure.tsx'
import { tabContents } from './tabs.tsx'

/** Key Metrics: the figures of a period against the period before, each with the rows behind it. */
export function MetricsScreen({ tab }: { tab: MetricTab }) {
  const { permissions } = useViewer()
  const { period } = usePeriod()
  const current = screenOf(metricTabs, `/metrics/${tab}`)
  const { data, error, refetch, isFetching, isPlaceholderData } = openable(
    useQuery(dashboardQuery(useApi(), tab, period)),
  )
  const retry = { again: () => void refetch(), isRunning: isFetching }
  const { Rows } = tabContents[tab]
  // The parts with calls of their own would be refused as well.
  const isOpen = current !== undefined && permissions.has(current.permission)
  const isEmpty = data !== undefined && isBlank(data)
  const hasRows = !isEmpty || data.figures.some(leadsToRows)
  return (
    <Page title="Key Metrics" tabTitle={`${current?.label ?? tab} · Key Metrics`} layout="reading">
      <TabBar
        label="Key Metrics"
        current={current?.href ?? ''}
        tabs={openScreens(metricTabs, permissions).map(({ href, label }) => ({
          id: href,
          label,
          href: `${href}${searchText({ period })}`,
        }))}
      />
      {isOpen && <PeriodLine subject={subjectAt(`/metrics/${tab}`)} counted={data} />}
      <div className={classes.content} data-fading={isPlaceholderData || undefined}>
        {error && !data ? (
          <ErrorPage error={error} onRetry={retry.again} />
        ) : (
          <Counted tab={tab} dashboard={data} retry={retry} />
        )}
        {isOpen && hasRows && Rows && <Rows />}
      </div>
    </Page>
  )
}

interface Counting {
  readonly tab: MetricTab
  readonly dashboard: Dashboard | undefined
  readonly retry: Retry
}

function Counted({ tab, dashboard, retry }: Counting) {
  const { figures, Charts, none } = tabContents[tab]
  return (
    <>
      {dashboard && <MissingParts parts={missingIn(dashboard)} retry={retry} />}
      <Figures dashboard={dashboard} groups={figures} retry={retry} />
      {dashboard && isBlank(dashboard) ? (
        <Nothing none={none} />
      ) : (
        <Charts dashboard={dashboard} retry={retry} />
      )}
    </>
  )
}

const missingIn = (dashboard: Dashboard) =>
  failedParts(dashboard).map(({ id, reason }) => ({
    reason,
    name:
      id in metricDefinitions
        ? metricDefinitions[id as keyof typeof metricDefinitions].name
        : breakdownWords[id as keyof typeof breakdownWords].title,
  }))

/** What is printed, downloaded and scheduled. */
function subjectAt(path: string): ReportSubject | undefined {
  const tab = metricTabIds.find((id) => metricTabDefinitions[id].path === path)
  return tab && { kind: 'metrics', tab }
}

/**
 * Whether neither period has anything, which is not known if something could not be counted. Figures of now say nothing about that;
 * people may be there without messages, and messages be covered without a finding.
 */
const isBlank = (dashboard: Dashboard) =>
  failedParts(dashboard).length === 0 &&
  dashboard.figures
    .filter(
      ({ id }) => !definitionOf(id).isNow && !id.endsWith('representatives') && id !== 'covered-messages',
    )
    .every(({ value, previous }) => !value && !previous)

/** Who did not write is there without any message. */
const leadsToRows = ({ value, drilldown }: Figure) =>
  Boolean(value) && drilldown !== undefined && placeOf(drilldown.list).rows !== undefined

/** In place of charts: there is nothing to draw, and the next step. */
function Nothing({ none }: { none: string }) {
  const { period, change } = usePeriod()
  const canConnect = useCan('integrations.view')
  return (
    <EmptyState
      drawing="sheet"
      title="Nothing in this period"
      action={
        <>
          {period !== '365' && (
            <Button variant="default" onClick={() => change('365')}>
              Show the 365 days to yesterday
            </Button>
          )}
          {canConnect && (
            <Button variant="default" component={Link} href="/integrations">
              See what is connected
            </Button>
          )}
        </>
      }
    >
      {none}
    </EmptyState>
  )
}
