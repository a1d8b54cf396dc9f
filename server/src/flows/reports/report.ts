/** What a report shows: a tab of Key Metrics, as its recipient would see it on the screen. */
import { breakdownWords } from '@verbatim/contract/breakdown-words.ts'
import { changeOf, figureText, noFigure, tooFewText } from '@verbatim/contract/figure-words.ts'
import { definitionOf, type MetricId, type MetricUnit } from '@verbatim/contract/metric-definitions.ts'
import { type MetricTabId, metricTabDefinitions } from '@verbatim/contract/metric-tabs.ts'
import type { Breakdown, Dashboard, Figure } from '@verbatim/contract/metrics.ts'
import { reportDays } from '@verbatim/contract/report-period.ts'
import type { Report, ReportFigure, ReportParts, ReportSeries } from '@verbatim/documents/report/report.ts'
import { findDashboard } from '#domains/metrics/dashboards.ts'
import type { ReportScheduleRow } from '#domains/report-schedules/queries.ts'
import type { Actor } from '#kernel/actor.ts'
import { localDay } from '#kernel/local-time.ts'
import type { TenantTx } from '#platform/db.ts'

/** The figures that each tab draws by day, with the titles of their charts. */
const charts: Readonly<Record<MetricTabId, readonly (readonly [id: MetricId, title: string])[]>> = {
  organization: [['messages', 'Messages per day']],
  sales: [
    ['adoption-rate', 'Adoption by day'],
    ['messages-sent', 'Messages sent per day'],
  ],
  digital: [
    ['contacts', 'Contacts per day'],
    ['overall-engagement', 'Engagement by day'],
  ],
  compliance: [['events-raised', 'Events per day']],
}

interface About {
  readonly organization: string
  readonly timeZone: string
  /** Of the product for the organization. */
  readonly address: string
  readonly dueAt: Date
  readonly now: Date
}

export interface NamedReport extends Report {
  /** Without its ending. */
  readonly fileName: string
}

export interface FoundReport {
  readonly report: NamedReport
  /** `26 Oct – 24 Nov 2026` */
  readonly dates: string
  readonly zone: string
  readonly organization: string
  readonly address: string
}

/** The report of a schedule, counted now, for the days that its period has at its due time. */
export async function findReport(
  tx: TenantTx,
  actor: Actor,
  { name, subject: { tab }, period }: ReportScheduleRow,
  { organization, timeZone, address, dueAt, now }: About,
): Promise<FoundReport> {
  const query = reportDays(period, localDay(dueAt, timeZone))
  const dashboard = await findDashboard(tx, actor.scope, { tab, query, now })
  const { name: title, path } = metricTabDefinitions[tab]
  const dates = datesText(dashboard.from, dashboard.to)
  const before = datesText(dashboard.previousFrom, dashboard.previousTo)
  const report = {
    title,
    over: `${organization} · ${name}`,
    notes: [
      `${dates}, ${dashboard.zone} · compared with ${before} · counted at ${timeText(now, dashboard.zone)}`,
      `Counted for ${actor.name}: what they may not see is not counted.`,
    ],
    link: `${address}${path}?period=${dashboard.from}%7C${dashboard.to}`,
    figures: dashboard.figures.map(toReportFigure),
    series: charts[tab].flatMap(([id, heading]) => seriesOf(dashboard, id, heading)),
    parts: dashboard.breakdowns.map(toReportParts),
    madeAt: now,
    fileName: `${title.toLowerCase().replaceAll(' ', '-')}-${dashboard.from}-to-${dashboard.to}`,
  }
  return { report, dates, zone: timeZone, organization, address }
}

const unitNames: Readonly<Record<MetricUnit, string>> = {
  count: '',
  percent: 'percent',
  'per-thousand': 'per 1,000',
  minutes: 'minutes',
  hours: 'hours',
}

function toReportFigure({ id, value, previous, tooFew }: Figure): ReportFigure {
  const definition = definitionOf(id)
  const { name, unit, meaning, formula, isNow } = definition
  const change = changeOf(value, previous, definition)
  const hasBefore = previous !== null && previous !== 0 && previous !== value
  const words = [change?.words, hasBefore && `was ${figureText(previous, unit)}`].filter(Boolean).join(' · ')
  return {
    name,
    text: figureText(value, unit),
    change: isNow ? 'now' : tooFew ? tooFewText(tooFew) : words,
    value,
    previous,
    unit: unitNames[unit],
    meaning,
    formula,
  }
}

function seriesOf({ days, figures }: Dashboard, id: MetricId, title: string): ReportSeries[] {
  const figure = figures.find((found) => found.id === id)
  if (!figure?.series) return []
  const { unit } = definitionOf(id)
  return [
    {
      title,
      days,
      values: figure.series,
      previous: figure.previousSeries ?? [],
      textOf: (value) => figureText(value, unit),
    },
  ]
}

function toReportParts({ id, parts, total }: Breakdown): ReportParts {
  const { title, first, labels } = breakdownWords[id]
  const isPolicies = id === 'events-by-policy'
  return {
    title: total === undefined ? title : `${title}: the ${parts.length} largest of ${total}`,
    first,
    ...(isPolicies && { further: definitionOf('precision').name }),
    parts: parts.map(({ key, name, value, previous, precision = null }) => ({
      label: name ?? labels[key] ?? key,
      value,
      previous,
      text: figureText(value, 'count'),
      change: changeOf(value, previous, { unit: 'count' })?.words ?? noFigure,
      ...(isPolicies && { further: { value: precision, text: figureText(precision, 'percent') } }),
    })),
  }
}

/** `26 Oct – 24 Nov 2026` */
const datesText = (from: string, to: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(
    new Date(from),
    new Date(to),
  )

const timeText = (at: Date, zone: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).format(at)
