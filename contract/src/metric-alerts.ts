/** Alerts on metrics: who is mailed when a figure crosses a threshold, and when it comes back. Source: docs/metrics.md. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { expectedVersion, lastChange } from './expected-version.ts'
import { givenText } from './figure-words.ts'
import { MetricAlertId, MetricCrossingId, UserId } from './ids.ts'
import { narrowingIssue, TileFilter } from './insight-tiles.ts'
import { listSpec } from './list.ts'
import { mailStates } from './mail.ts'
import { definitionOf, type MetricId, metricIds } from './metric-definitions.ts'
import { type MetricTabId, metricTabIds } from './metric-tabs.ts'
import { daysToYesterday } from './metrics.ts'
import { Named } from './named.ts'
import { tabFigures } from './tab-figures.ts'
import { text } from './text.ts'
import { usualEndpoints } from './usual-endpoints.ts'
import { wholeNumberText } from './whole-number.ts'
import { setOf } from './set-of.ts'

/** Metrics that the first tab also shows in full; of others that several tabs show, the last one is theirs. */
const ofOverview: Partial<Record<MetricId, MetricTabId>> = {
  'messages-sent': 'organization',
  conversations: 'organization',
}

/** The tab that shows each metric: its figure is asked there, and its permission is needed. */
export const tabOfMetric = {
  ...Object.fromEntries(
    metricTabIds.flatMap((tab) => tabFigures[tab].flatMap(({ ids }) => ids.map((id) => [id, tab]))),
  ),
  ...ofOverview,
} as Readonly<Record<MetricId, MetricTabId>>

/** Whole days before today; a figure of now has none, so they do not matter for it. */
export const alertDays = [1, 7, 30, 90] as const
export const alertDaysNames: Readonly<Record<(typeof alertDays)[number], string>> = {
  1: daysToYesterday(1),
  7: daysToYesterday(7),
  30: daysToYesterday(30),
  90: daysToYesterday(90),
}

const amount = ({ from, to }: { from: number; to: number }) =>
  z
    .number({ error: wholeNumberText })
    .min(0, { error: wholeNumberText, abort: true })
    .min(from, `From ${from} to ${to}.`)
    .max(to, `From ${from} to ${to}.`)
const Threshold = amount({ from: 0, to: 1_000_000_000 })
const Percent = amount({ from: 1, to: 100_000 })

/** `rises` and `falls` are against the period of as many days before, in percent of its figure. */
export const AlertCondition = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('above'), value: Threshold }),
  z.strictObject({ kind: z.literal('below'), value: Threshold }),
  z.strictObject({ kind: z.literal('rises'), percent: Percent }),
  z.strictObject({ kind: z.literal('falls'), percent: Percent }),
])
export type AlertCondition = z.infer<typeof AlertCondition>

export const conditionKinds = ['above', 'below', 'rises', 'falls'] as const
export const conditionKindNames: Readonly<Record<AlertCondition['kind'], string>> = {
  above: 'Is above',
  below: 'Is below',
  rises: 'Rises by',
  falls: 'Falls by',
}

/** `above 10`, `rises by 20% or more compared with the previous period` */
export function conditionText(metric: MetricId, condition: AlertCondition): string {
  switch (condition.kind) {
    case 'above':
    case 'below':
      return `${condition.kind} ${givenText(condition.value, definitionOf(metric).unit)}`
    case 'rises':
    case 'falls':
      return `${condition.kind} by ${condition.percent}% or more compared with the previous period`
  }
}

export const metricAlertList = listSpec({
  fields: {
    name: { type: 'text', sort: true },
    metric: { type: 'enum', values: metricIds, sort: true },
    status: { type: 'enum', values: ['enabled', 'disabled'], sort: true },
    changedAt: { type: 'date', sort: true },
  },
  defaultSort: 'name',
  search: ['name'],
})

/** Sizes that a person can reach. */
export const metricAlertLimits = { name: 80, recipients: 50, crossings: 100, alerts: 100 } as const

const Recipients = setOf(UserId)
  .refine((ids) => ids.length > 0, { message: 'Field cannot be empty.' })
  .refine((ids) => ids.length <= metricAlertLimits.recipients, {
    message: `An alert can have at most ${metricAlertLimits.recipients} recipients.`,
  })

const Fields = z.strictObject({
  name: text({ max: metricAlertLimits.name, min: 1 }),
  metric: z.enum(metricIds),
  /** Only what has one of the values of each field is counted. */
  filter: TileFilter,
  days: z.literal(alertDays),
  condition: AlertCondition,
  /** Platform users. The figure of each is what they may see. */
  recipientIds: Recipients,
  enabled: z.boolean(),
})

export const withoutBeforeText = 'This is a current figure, without a previous period. Choose above or below.'
const needsBefore = { message: withoutBeforeText, path: ['condition'] }

/** A figure of now has no period before, so it can neither rise nor fall. */
export const isComparable = (metric: MetricId, kind: AlertCondition['kind']): boolean =>
  !definitionOf(metric).isNow || kind === 'above' || kind === 'below'
const hasBefore = ({ metric, condition }: Pick<z.infer<typeof Fields>, 'metric' | 'condition'>) =>
  isComparable(metric, condition.kind)

type Question = Pick<z.infer<typeof Fields>, 'metric' | 'filter'>

/** Only where the list behind the figure can be narrowed, too. */
function refuseNarrowing({ metric, filter }: Question, ctx: z.RefinementCtx): void {
  const issue = narrowingIssue(metric, filter)
  if (issue) ctx.addIssue({ code: 'custom', ...issue })
}

export const MetricAlertDraft = Fields.extend({
  filter: TileFilter.default({}),
  enabled: z.boolean().default(true),
})
  .refine(hasBefore, needsBefore)
  .superRefine(refuseNarrowing)
export type MetricAlertDraft = z.infer<typeof MetricAlertDraft>

/** Absent fields stay unchanged; the metric and its condition are changed together, and another metric without a filter is not narrowed. */
export const MetricAlertChange = Fields.partial()
  .extend(expectedVersion)
  .refine(({ metric, condition }) => (metric === undefined) === (condition === undefined), {
    message: 'Give the metric and its condition together.',
    path: ['condition'],
  })
  .refine(({ metric, filter }) => filter === undefined || metric !== undefined, {
    message: 'Give the metric together with its filters.',
    path: ['filter'],
  })
  .refine(({ metric, condition }) => !metric || !condition || hasBefore({ metric, condition }), needsBefore)
  .superRefine(({ metric, filter }, ctx) => {
    if (metric && filter) refuseNarrowing({ metric, filter }, ctx)
  })

export const MetricAlert = z.object({
  id: MetricAlertId,
  name: z.string(),
  metric: z.enum(metricIds),
  filter: TileFilter,
  days: z.literal(alertDays),
  condition: AlertCondition,
  recipients: z.array(Named(UserId)),
  enabled: z.boolean(),
  /** For how many recipients it is crossed now, among those whose crossings the reader may know of: all, or only their own. */
  crossedFor: z.int(),
  /** How many checks in a row could not be done. */
  failedChecks: z.int(),
  checkedAt: z.iso.datetime().optional(),
  ...lastChange,
})
export type MetricAlert = z.infer<typeof MetricAlert>

const path = '/bff/api/v1/metric-alerts'

export const metricAlertCalls = usualEndpoints({
  path,
  id: MetricAlertId,
  list: metricAlertList,
  viewedAs: 'metric-alerts',
  thing: MetricAlert,
  draft: MetricAlertDraft,
  change: MetricAlertChange,
  view: 'notifications.view',
  manage: 'notifications.manage',
  failures: {
    missing: 'metric-alert.not-found',
    changed: 'metric-alert.changed',
    refused: ['metric-alert.name-taken', 'metric-alert.unknown-recipient', 'metric-alert.too-many'],
  },
})

/** That the figure of one recipient crossed the threshold or came back, without the figure, which is for the recipient alone. */
export const MetricCrossing = z.object({
  id: MetricCrossingId,
  recipient: Named(UserId),
  at: z.iso.datetime(),
  isCrossed: z.boolean(),
  mail: z.object({ state: z.enum(mailStates), reason: z.string().optional() }).optional(),
})
export type MetricCrossing = z.infer<typeof MetricCrossing>

/** The newest crossings of an alert: all, to readers who may see every row; else those of the reader. */
export const listMetricCrossings = endpoint({
  method: 'GET',
  path: `${path}/:id/crossings`,
  params: z.object({ id: MetricAlertId }),
  response: z.object({ items: z.array(MetricCrossing) }),
  access: 'notifications.view',
  failures: ['metric-alert.not-found'],
})
