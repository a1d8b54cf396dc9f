import { Skeleton } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { definitionOf, type MetricId } from '@verbatim/contract/metric-definitions.ts'
import type { Dashboard, Figure, MetricPeriod } from '@verbatim/contract/metrics.ts'
import { numberText, utcDayText } from '@verbatim/ui/dates.ts'
import { lazy, type ReactNode, Suspense } from 'react'
import type { DayPoint } from './DayChart.tsx'
import { lateOn, onDay } from '@verbatim/contract/drilldown-days.ts'
import { changeOf, evenText, figureText } from '@verbatim/contract/figure-words.ts'
import { goTo } from '#lists/address-change.ts'
import { FigureInfo } from './FigureInfo.tsx'
import { lateMeaning } from './late-words.ts'
import { LateNote } from './LateNote.tsx'
import { isUnfinished, nearDayText, periodNames, previousDays } from './metric-period.ts'
import type { Numbers } from './NumberTable.tsx'
import classes from './Panel.module.css'
import { Panel } from './Panel.tsx'
import { useDrilldown } from './use-drilldown.ts'

/** The library of charts is large, so the figures are there before it. */
const DayChart = lazy(() => import('./DayChart.tsx').then(({ DayChart: Loaded }) => ({ default: Loaded })))

const usualHeight = 220

interface DayPanelProps {
  title: string
  id: MetricId
  /** In place of the metric's. */
  better?: 'more' | 'fewer' | undefined
  note?: ReactNode
  /** Undefined while it is counted. */
  counted: { readonly period: MetricPeriod; readonly points: readonly DayPoint[] } | undefined
  failure?: ReactNode
  form?: 'line' | 'columns' | undefined
  height?: number
  /** Whether a sentence below the chart says what arrived late, where there is room for it. */
  saysLate?: boolean
}

/** A figure by day: as a chart, and as a table. */
export function DayPanel(props: DayPanelProps) {
  const { title, id, note, counted, failure, form, height = usualHeight, saysLate = false } = props
  const { history } = useRouter()
  const { unit, better = props.better } = definitionOf(id)
  const hasLate = counted?.points.some(({ late }) => late) ?? false
  return (
    <Panel
      title={title}
      note={note}
      height={height}
      dates={counted?.period}
      numbers={counted && dayNumbers(counted.points, unit, counted.period)}
      failure={failure}
      drawn={{ form: form ?? 'line', most: unit === 'percent' ? 100 : undefined }}
      info={
        counted && (
          <FigureInfo id={id} name={title} note={hasLate ? lateMeaning : undefined} period={counted.period} />
        )
      }
    >
      {counted && (
        <div className={classes.drawn}>
          <Suspense fallback={<Skeleton height={height} radius="md" aria-busy />}>
            <DayChart
              label={wordsOf(title, counted.points, unit)}
              points={counted.points}
              unit={unit}
              better={better}
              form={form}
              height={height}
              onOpen={(href) => goTo(history, href)}
            />
          </Suspense>
          {saysLate && <LateNote points={counted.points} />}
        </div>
      )}
    </Panel>
  )
}

type Unit = Parameters<typeof figureText>[1]

export function dayNumbers(
  points: readonly DayPoint[],
  unit: Unit,
  period: Pick<MetricPeriod, 'asOf' | 'zone'>,
): Numbers {
  const text = (value: number | null) => evenText(value, unit)
  const hasLate = points.some(({ late }) => late)
  return {
    first: 'Day',
    columns: [
      { label: periodNames.now, text },
      { label: periodNames.before, text, isBefore: true },
      ...(hasLate ? [{ label: 'Arrived late', text: lateText, isBeside: true as const }] : []),
    ],
    rows: points.map(({ day, value, previousDay, previous, href, previousHref, late }) => ({
      key: day,
      label: `${utcDayText(new Date(day))}${isUnfinished(day, period) ? ', so far' : ''}`,
      values: [value, previous, ...(hasLate ? [late?.messages ?? null] : [])],
      href,
      before: { label: nearDayText(previousDay), href: previousHref },
      beside: late?.href,
    })),
  }
}

/** Nothing where nothing arrived late: few days have a number. */
const lateText = (value: number | null) => (value === null ? '' : numberText(value))

/** The chart in a sentence. */
function wordsOf(title: string, points: readonly DayPoint[], unit: Unit): string {
  const known = points.filter(({ value }) => value !== null)
  const most = known.toSorted((one, other) => (other.value ?? 0) - (one.value ?? 0))[0]
  const last = known.at(-1)
  if (!most || !last) return `${title}: nothing to show`
  const change = changeOf(last.value, last.previous, { unit })
  return `${title}: highest on ${nearDayText(most.day)} with ${figureText(most.value, unit)}; last on ${nearDayText(last.day)} with ${figureText(last.value, unit)}${change ? `, ${change.words}` : ''}`
}

/** A figure of the dashboard by day; days lead to their rows. */
export function useFigureByDay(dashboard: Dashboard | undefined, id: MetricId): DayPanelProps['counted'] {
  return useDayPoints(
    dashboard,
    dashboard?.figures.find((found) => found.id === id),
  )
}

/** The same of any figure. */
export function useDayPoints(
  period: MetricPeriod | undefined,
  figure: Figure | undefined,
): DayPanelProps['counted'] {
  const hrefOf = useDrilldown()
  if (!period || !figure?.series) return undefined
  const { drilldown, late } = figure
  const dayHref = (day: string, value: number | null) =>
    hrefOf(drilldown && onDay(drilldown, day, period, value))
  const ofDay = new Map(
    late?.days.map(({ day, ...messages }) => [day, { ...messages, href: hrefOf(lateOn(late, day, period)) }]),
  )
  const points = pointsOf(period, figure, dayHref)
  return { period, points: points.map((point) => ({ ...point, late: ofDay.get(point.day) })) }
}

function pointsOf(
  period: MetricPeriod,
  { series = [], previousSeries = [] }: Figure,
  hrefOf: (day: string, value: number | null) => string | undefined,
): DayPoint[] {
  const before = previousDays(period)
  return period.days.map((day, index) => {
    const [value, previous] = [series[index] ?? null, previousSeries[index] ?? null]
    return {
      day,
      value,
      previousDay: before[index] ?? day,
      previous,
      href: hrefOf(day, value),
      previousHref: before[index] === undefined ? undefined : hrefOf(before[index], previous),
    }
  })
}
