import '@mantine/charts/styles.layer.css'
import { AreaChart, type AreaChartProps, CompositeChart, type CompositeChartProps } from '@mantine/charts'
import type { MetricUnit } from '@verbatim/contract/metric-definitions.ts'
import { numberText, utcDayText } from '@verbatim/ui/dates.ts'
import { ReferenceDot } from 'recharts'
import classes from './DayChart.module.css'
import { changeOf, figureText } from '@verbatim/contract/figure-words.ts'
import { FigureChange } from './FigureChange.tsx'
import { lateArrival, lateSubject } from './late-words.ts'
import { nearDayText, periodNames } from './metric-period.ts'

export interface DayPoint {
  readonly day: string
  readonly value: number | null
  readonly previousDay: string
  readonly previous: number | null
  /** Further words about the day: "12 of 20 representatives". */
  readonly detail?: string | undefined
  readonly href?: string | undefined
  readonly previousHref?: string | undefined
  /** Messages of the day that arrived late, on a later day. */
  readonly late?:
    | { readonly messages: number; readonly lastOn: string; readonly href?: string | undefined }
    | undefined
}

interface DayChartProps {
  /** What the picture shows, in a sentence. */
  label: string
  points: readonly DayPoint[]
  unit: MetricUnit
  better?: 'more' | 'fewer' | undefined
  /** A line unless it says columns. */
  form?: 'line' | 'columns' | undefined
  height?: number | undefined
  onOpen: (href: string) => void
}

const usualHeight = 220
const before = { name: 'previous', color: 'var(--chart-before)', strokeDasharray: '4 4' }
const now = { name: 'value', color: 'var(--chart-now)' }
/** From so many days on, lines are thinner. */
const manyDays = 120
/** Room for the name at the end of a line, and for the values of the axis, which Mantine draws 10 px further left. */
const margin = { top: 12, right: 76, bottom: 0, left: 10 }
/** The name of the period before is longer. */
const bothNames = 104

/** A figure by day, from zero up, and the period before as a dashed line. The table beside it says the same. */
export function DayChart({ label, points, unit, better, form, height = usualHeight, onOpen }: DayChartProps) {
  const last = points.length - 1
  const hasBefore = points.some(({ previous }) => previous !== null)
  const isAbove = (points[last]?.value ?? 0) >= (points[last]?.previous ?? 0)
  const shown = hasBefore ? [before, now] : [now]
  const drawn = {
    h: height,
    data: points.map((point) => ({ ...point })),
    dataKey: 'day',
    children: lateMarks(points),
    gridColor: 'var(--line)',
    tickLine: 'none' as const,
    strokeDasharray: '0',
    xAxisProps: daysAxis(points),
    yAxisProps: {
      width: 'auto' as const,
      ...valueAxis(points, unit),
      allowDecimals: unit !== 'count',
      tickFormatter: (value: number) => (unit === 'count' ? numberText(value) : figureText(value, unit)),
    },
    tooltipProps: {
      content: ({ active, label: day }: { active?: boolean; label?: unknown }) => (
        <DayTip
          point={active ? points.find((point) => point.day === day) : undefined}
          {...{ unit, better }}
        />
      ),
    },
  } satisfies Partial<AreaChartProps> & Partial<CompositeChartProps>
  const open = ({ activeIndex }: { readonly activeIndex?: unknown }) => {
    const href = points[Number(activeIndex ?? -1)]?.href
    if (href) onOpen(href)
  }
  return (
    <div className={classes.chart} role="img" aria-label={label}>
      {form === 'columns' ? (
        <CompositeChart
          {...drawn}
          // The line is drawn over the columns.
          series={shown
            .map((one) => ({ ...one, type: one.name === now.name ? ('bar' as const) : ('line' as const) }))
            .toReversed()}
          maxBarWidth={24}
          accessibilityLayer={false}
          curveType="linear"
          connectNulls={false}
          withDots={false}
          composedChartProps={{ margin: { ...margin, right: hasBefore ? bothNames : 8 }, onClick: open }}
          lineProps={{
            label: (end: EndLabelProps) => <EndLabel {...end} last={last} isNow={false} isAbove />,
          }}
        />
      ) : (
        <AreaChart
          {...drawn}
          series={shown}
          strokeWidth={points.length > manyDays ? 1.25 : 2}
          accessibilityLayer={false}
          curveType="linear"
          connectNulls={false}
          withDots={false}
          withGradient={false}
          areaChartProps={{ margin: hasBefore ? { ...margin, right: bothNames } : margin, onClick: open }}
          areaProps={({ name }) => ({
            fillOpacity: name === now.name ? 1 : 0,
            activeDot: name === now.name,
            // A line needs two points.
            dot: points.length === 1,
            label: (end: EndLabelProps) => (
              <EndLabel
                {...end}
                last={last}
                isNow={name === now.name}
                isAbove={(name === now.name) === isAbove}
              />
            ),
          })}
        />
      )}
    </div>
  )
}

/** A ring on each day with messages that arrived late. */
const lateMarks = (points: readonly DayPoint[]) =>
  points.map(({ day, value, late }) =>
    late && value !== null ? (
      <ReferenceDot key={day} x={day} y={value} r={4} className={classes.late ?? ''} />
    ) : undefined,
  )

const mostTicks = 8

const steps = [1, 2, 5, 10]
const intervals = 4

/** From zero to the end of the axis. Counts have round steps: 0, 100, 200 and not 0, 95, 190. */
function valueAxis(
  points: readonly DayPoint[],
  unit: MetricUnit,
): { domain: [number, number | 'auto']; ticks?: number[] } {
  if (unit !== 'count') return { domain: [0, unit === 'percent' ? 100 : 'auto'] }
  const most = Math.max(1, ...points.flatMap(({ value, previous }) => [value ?? 0, previous ?? 0]))
  const least = Math.max(1, most / intervals)
  const power = 10 ** Math.floor(Math.log10(least))
  const step = power * (steps.find((size) => size * power >= least) ?? 1)
  const ticks = Array.from({ length: intervals + 1 }, (_, at) => at * step)
  return { domain: [0, intervals * step], ticks }
}

/** Days that are equally far from each other: charts of one period have the same ones. */
function daysAxis(points: readonly DayPoint[]) {
  const step = Math.ceil(points.length / mostTicks)
  return {
    tickFormatter: nearDayText,
    ticks: points.filter((_, at) => at % step === 0).map(({ day }) => day),
    // On a narrow screen every second of them, or every third.
    interval: 'equidistantPreserveStart' as const,
    minTickGap: 4,
  }
}

interface EndLabelProps {
  x?: number | string | undefined
  y?: number | string | undefined
  index?: number | undefined
  value?: unknown
}

/** The name of a line at its end. The two never cover each other, because one is above its line and one below. */
function EndLabel(props: EndLabelProps & { last: number; isNow: boolean; isAbove: boolean }) {
  const { x, y, index, value, last, isNow, isAbove } = props
  if (index !== last || value === null || x === undefined || y === undefined) return <g />
  return (
    <text
      className={classes.name}
      data-now={isNow || undefined}
      x={Number(x) + 8}
      y={Number(y) + (isAbove ? -2 : 12)}
    >
      {isNow ? periodNames.now : periodNames.before}
    </text>
  )
}

interface DayTipProps {
  point: DayPoint | undefined
  unit: MetricUnit
  better: 'more' | 'fewer' | undefined
}

/** The exact figure of a day, and its change. */
function DayTip({ point, unit, better }: DayTipProps) {
  if (!point) return undefined
  const { day, value, previousDay, previous, detail, href, late } = point
  const change = changeOf(value, previous, { unit, ...(better && { better }) })
  return (
    <div className={classes.tip}>
      <span className={classes.tipDay}>{utcDayText(new Date(day))}</span>
      <span className={classes.tipValue}>{figureText(value, unit)}</span>
      {detail && <span>{detail}</span>}
      {late && <span>{`${lateSubject([{ day, late }])} ${lateArrival([{ day, late }])}`}</span>}
      {previous !== null && (
        <span className={classes.tipBefore}>
          {utcDayText(new Date(previousDay))}: {figureText(previous, unit)}
        </span>
      )}
      {change && <FigureChange change={change} />}
      {href && <span className={classes.tipBefore}>Click to see the rows</span>}
    </div>
  )
}
