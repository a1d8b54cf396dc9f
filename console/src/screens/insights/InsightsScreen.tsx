import { Button, Skeleton } from '@mantine/core'
import { IconChartHistogram, IconCopy, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useRouter } from '@tanstack/react-router'
import { asFailure } from '@verbatim/client/failure.ts'
import { duplicateInsight, type Insight, insightTypeNames } from '@verbatim/contract/insights.ts'
import { EmptyState } from '@verbatim/ui/EmptyState.tsx'
import { Link } from '@verbatim/ui/Link.tsx'
import { Page } from '@verbatim/ui/frame/Page.tsx'
import { ErrorPage } from '#failures/ErrorPage.tsx'
import { Loaded } from '#failures/Loaded.tsx'
import { openable } from '#failures/openable.ts'
import { PeriodLine, SubjectActs } from '#screens/metrics/PeriodLine.tsx'
import { UsualPeriod, usePeriod } from '#screens/metrics/rows-address.ts'
import { useAct } from '#shell/use-act.ts'
import { useApi, useCan } from '#shell/use-app-context.ts'
import { EmbeddedInsight } from './EmbeddedInsight.tsx'
import { InsightMenu } from './InsightMenu.tsx'
import { InsightSchedules } from './InsightSchedules.tsx'
import classes from './InsightsScreen.module.css'
import { MissingTiles } from './MissingTiles.tsx'
import { figuresQuery, insightQuery, menuQuery } from './queries.ts'
import { TileGrid } from './TileGrid.tsx'

/** Insights: the menu, and the one that the address names. */
export function InsightsScreen({ id }: { id: string | undefined }) {
  const { data: groups, error, refetch } = openable(useQuery(menuQuery(useApi())))
  const first = groups?.flatMap(({ items }) => items)[0]
  if (error && !groups) return <ErrorPage error={error} onRetry={() => void refetch()} />
  if (id === undefined && first) return <Navigate to={`/insights/${first.id}` as string} replace />
  return (
    <div className={classes.frame} data-flows>
      {groups && <InsightMenu groups={groups} current={id} />}
      <div className={classes.open} data-flows>
        {id !== undefined && <OneInsight key={id} id={id} />}
        {id === undefined && groups && (
          <Page title="Insights" layout="reading">
            <EmptyState icon={IconChartHistogram} title="No insights for you yet">
              The people who manage insights decide who sees them.
            </EmptyState>
          </Page>
        )}
      </div>
    </div>
  )
}

function OneInsight({ id }: { id: string }) {
  const asked = useQuery(insightQuery(useApi(), id))
  const { error, refetch } = asked
  return (
    <Loaded of={asked} pending={<PendingInsight />}>
      {(insight) => {
        if (insight.provider === 'native')
          return (
            <UsualPeriod value={String(insight.definition.usualDays)}>
              <OpenInsight insight={insight} />
            </UsualPeriod>
          )
        // It may no longer be theirs to see, and nothing there ends the session. Without a connection, what is open stays.
        if (error && asFailure(error).code !== 'network')
          return <ErrorPage error={error} onRetry={() => void refetch()} />
        return <OpenEmbedded insight={insight} />
      }}
    </Loaded>
  )
}

function PendingInsight() {
  return (
    <Page title="Insights" layout="reading">
      <Skeleton height={320} radius="md" />
    </Page>
  )
}

function OpenInsight({ insight }: { insight: Insight }) {
  const { name, type, definition, isReadyMade } = insight
  const { period } = usePeriod()
  const { data, error, refetch, isFetching, isPlaceholderData } = openable(
    useQuery(figuresQuery(useApi(), insight, period)),
  )
  const maySeeSchedules = useCan('reports.view')
  const again = () => void refetch()
  const retry = { again, isRunning: isFetching }
  return (
    <Page
      title={<bdi>{name}</bdi>}
      tabTitle={`${name} · Insights`}
      crumbs={isReadyMade ? `Ready-made ${insightTypeNames[type].toLowerCase()}` : insightTypeNames[type]}
      layout="reading"
      action={
        <>
          <SubjectActs subject={{ kind: 'insight', insightId: insight.id }} />
          <Actions insight={insight} />
        </>
      }
    >
      <PeriodLine counted={data} />
      <div className={classes.content} data-fading={isPlaceholderData || undefined}>
        {error && !data ? (
          <ErrorPage error={error} onRetry={again} />
        ) : definition.tiles.length === 0 ? (
          <EmptyState icon={IconChartHistogram} title="No tiles yet">
            Edit this insight to add figures, charts, tables and text.
          </EmptyState>
        ) : (
          <>
            <MissingTiles tiles={definition.tiles} figures={data} retry={retry} />
            <TileGrid name={name} tiles={definition.tiles} figures={data} onRetry={again} />
          </>
        )}
      </div>
      {maySeeSchedules && <InsightSchedules id={insight.id} />}
    </Page>
  )
}

function OpenEmbedded({ insight }: { insight: Insight }) {
  const { name, type } = insight
  return (
    <Page
      title={<bdi>{name}</bdi>}
      tabTitle={`${name} · Insights`}
      crumbs={insightTypeNames[type]}
      layout="reading"
      action={<Actions insight={insight} />}
    >
      <EmbeddedInsight key={insight.version} insight={insight} />
    </Page>
  )
}

/** For those who manage insights: to copy and change it. */
function Actions({ insight: { id, isReadyMade } }: { insight: Insight }) {
  const canManage = useCan('insights.manage')
  const { history } = useRouter()
  const duplicate = useAct({
    call: (api) => api(duplicateInsight, { params: { id } }),
    done: (copy) => `“${copy.name}” was created`,
    failed: 'The insight was not duplicated',
    touches: ['insights'],
    onDone: (copy) => history.push(`/organization/insights/${copy.id}`),
  })
  return (
    <>
      {canManage && (
        <Button
          variant="default"
          leftSection={<IconCopy size={16} aria-hidden />}
          loading={duplicate.isPending}
          onClick={() => duplicate.mutate()}
        >
          Duplicate
        </Button>
      )}
      {canManage && !isReadyMade && (
        <Button
          component={Link}
          href={`/organization/insights/${id}`}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          Edit
        </Button>
      )}
    </>
  )
}
