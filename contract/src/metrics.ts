/** Key Metrics: the figures of a period against the period before, each with the rows that it counts. */
import { z } from 'zod'
import { drilldownLists } from './drilldown-lists.ts'
import { endpoint } from './endpoint.ts'
import { metricIds } from './metric-definitions.ts'
import { metricTabDefinitions, type MetricTabId } from './metric-tabs.ts'
import { dayMs } from './durations.ts'
import { day, dayRangeText, firstDay, lastDay } from './day.ts'

/** The most days of a period. */
export const metricLimits = { days: 731, usualDays: 30 } as const

/** The whole days before today, in other words than the periods of lists: `Last 30 days` end today. */
export const daysToYesterday = (days: number): string =>
  days === 1 ? 'Yesterday' : `${days} days to yesterday`

/**
 * The question whose list has exactly the rows of a figure: in the dialect of lists, or for the lists of `metric-lists.ts` the kind of row,
 * such as `reached` contacts, `incomplete:sms` for account days of a channel, and as `rows-of.ts` reads it
 * `waiting:…`, `bursts:answered`, `all:sms` for contacts of a channel or `conversations:sms`.
 */
export const Drilldown = z.object({
  list: z.enum(drilldownLists),
  /** Other days than the figure's: `2026-11-01|2026-11-30` for the lists of `metric-lists.ts`. */
  period: z.string().optional(),
  filter: z.string().optional(),
  /** Filters for other days than the figure's, where what is behind a share depends on it: less than 100 %, 100 %, and none. */
  shares: z.object({ less: z.string(), whole: z.string(), none: z.string() }).optional(),
  /** Of messages that are not asked for by when they were posted: the filter without that other date, its field, and the end of what counts. */
  dated: z.object({ field: z.string(), filter: z.string(), until: z.iso.datetime() }).optional(),
  /** The value of a day is not counted from rows of that day. */
  hasNoDays: z.literal(true).optional(),
  /** How many rows that list has. */
  rows: z.int(),
})
export type Drilldown = z.infer<typeof Drilldown>

const LateMessages = z.object({
  /** For the list of messages, whose rows of a day also arrived after it (`lateOn`). */
  filter: z.string(),
  /** Of the period, those that were changed. */
  days: z.array(
    z.object({
      day: z.iso.date(),
      messages: z.int(),
      /** The day on which the last of them arrived. */
      lastOn: z.iso.date(),
    }),
  ),
})
export type LateMessages = z.infer<typeof LateMessages>

export const Figure = z.object({
  id: z.enum(metricIds),
  /** `null` if nothing was there to divide by. */
  value: z.number().nullable(),
  /** In the period before; `null` also for figures of now. */
  previous: z.number().nullable(),
  /** For each of `days`, and for each day of the period before. Absent if it has no meaning by day. */
  series: z.array(z.number().nullable()).optional(),
  previousSeries: z.array(z.number().nullable()).optional(),
  /** Present if there are too few rows for a value that means something: how many there are, and how many it takes. */
  tooFew: z.object({ rows: z.int(), least: z.int() }).optional(),
  drilldown: Drilldown.optional(),
  /** Messages that arrived late, on a later day than theirs, and changed days that were over. Absent if there are none. */
  late: LateMessages.optional(),
  /** Of how many it is a part. */
  outOf: z.int().optional(),
  /** What the organization's settings make of the formula: `Monday to Friday, 09:00–17:00.` */
  note: z.string().optional(),
})
export type Figure = z.infer<typeof Figure>

export const breakdownIds = [
  'messages-by-channel',
  'messages-by-category',
  'messages-by-urgency',
  'contacts-by-channel',
  'events-by-status',
  'events-by-severity',
  'events-by-policy',
  'open-events-by-age',
  'off-channel-mentions-by-way',
  'capture-completeness-by-channel',
] as const
export type BreakdownId = (typeof breakdownIds)[number]

/** A figure divided by one dimension; the parts of a dimension with few values are all there, also empty ones. */
export const Breakdown = z.object({
  id: z.enum(breakdownIds),
  parts: z.array(
    z.object({
      /** The value of the dimension: a channel, a category, a policy's ID. */
      key: z.string(),
      /** Of a policy, whose ID says nothing. */
      name: z.string().optional(),
      value: z.number(),
      /** In the period before; `null` for figures of now. */
      previous: z.number().nullable(),
      /** Of a policy: the share of its closed events that were worth reviewing, in percent. */
      precision: z.number().nullable().optional(),
      drilldown: Drilldown.optional(),
    }),
  ),
  /** How many parts there are, if these are only the largest. */
  total: z.int().optional(),
})
export type Breakdown = z.infer<typeof Breakdown>

/** The days of a period in the organization's time zone, both included, and the period of as many days before. */
export const MetricPeriod = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  previousFrom: z.iso.date(),
  previousTo: z.iso.date(),
  /** IANA name. */
  zone: z.string(),
  /** The zone that the organization has moved to, while its days are being counted. */
  nextZone: z.string().optional(),
  /** When it was counted. A message that arrives later counts in the day when it was posted. */
  asOf: z.iso.datetime(),
  days: z.array(z.iso.date()),
})
export type MetricPeriod = z.infer<typeof MetricPeriod>

/** Why a figure could not be counted now: it took longer than it may, or the database refused it. */
export const failedReasons = ['too-long', 'unavailable'] as const
export type FailedReason = (typeof failedReasons)[number]

export const FailedPart = z.object({
  id: z.enum([...metricIds, ...breakdownIds]),
  reason: z.enum(failedReasons),
})
export type FailedPart = z.infer<typeof FailedPart>

export const Dashboard = MetricPeriod.extend({
  figures: z.array(Figure),
  breakdowns: z.array(Breakdown),
  /**
   * Figures and divisions of this tab that could not be counted now. They are not among the others, which are valid. During an update, an
   * answer of the version before has none.
   */
  failed: z.array(FailedPart).optional(),
})
export type Dashboard = z.infer<typeof Dashboard>

/** What of a tab could not be counted. */
export const failedParts = ({ failed }: Dashboard): readonly FailedPart[] => failed ?? []

/**
 * A period: the whole days before today, or from one day to another, both included. Without either, the last 30 whole days.
 */
export const periodFields = {
  days: z.coerce.number().int().min(1).max(metricLimits.days).optional(),
  'date-from': day().optional(),
  'date-to': day().optional(),
}
type PeriodFields = {
  days?: number | undefined
  'date-from'?: string | undefined
  'date-to'?: string | undefined
}

/** What is wrong with a period, by field. */
export function periodIssue(
  { days, 'date-from': from, 'date-to': to }: PeriodFields,
  most: number = metricLimits.days,
) {
  if (days !== undefined && (from ?? to) !== undefined)
    return { path: ['days'], message: 'Give either days or dates, not both.' }
  if ((from === undefined) !== (to === undefined))
    return {
      path: [from === undefined ? 'date-from' : 'date-to'],
      message: 'Give both the first and the last day.',
    }
  if (from === undefined || to === undefined) return undefined
  if (from < firstDay || to > lastDay)
    return {
      path: [from < firstDay ? 'date-from' : 'date-to'],
      message: dayRangeText,
    }
  if (from > to) return { path: ['date-to'], message: 'The last day is before the first.' }
  if ((Date.parse(to) - Date.parse(from)) / dayMs >= most)
    return { path: ['date-from'], message: `A period has at most ${most} days.` }
  return undefined
}

/** A question about a period, with the fields of a call. */
export function ofPeriod<F extends z.ZodRawShape>(fields: F) {
  return z.strictObject({ ...periodFields, ...fields }).superRefine((value, ctx) => {
    const issue = periodIssue(value as PeriodFields)
    if (issue) ctx.addIssue({ code: 'custom', ...issue })
  })
}

export const MetricQuery = ofPeriod({})
export type MetricQuery = z.infer<typeof MetricQuery>

export const figureFileFormats = ['pdf', 'xlsx'] as const
export type FigureFileFormat = (typeof figureFileFormats)[number]

/** The figures of a tab as a file, with its tables of people. */
const fileOf = <const T extends MetricTabId>(tab: T) =>
  endpoint({
    method: 'GET',
    path: `/bff/metrics/${tab}/file`,
    query: ofPeriod({ format: z.enum(figureFileFormats) }),
    response: z.any(),
    access: metricTabDefinitions[tab].permission,
    file: true,
  })

export const metricFileCalls = {
  organization: fileOf('organization'),
  sales: fileOf('sales'),
  digital: fileOf('digital'),
  compliance: fileOf('compliance'),
} as const

/** Organization Overview. */
export const getMetrics = endpoint({
  method: 'GET',
  path: '/bff/metrics',
  query: MetricQuery,
  response: Dashboard,
  access: 'metrics.organization',
})

/** Sales Effectiveness. */
export const getSalesMetrics = endpoint({
  method: 'GET',
  path: '/bff/metrics/sales',
  query: MetricQuery,
  response: Dashboard,
  access: 'metrics.sales',
})

/** Digital Engagement. */
export const getDigitalMetrics = endpoint({
  method: 'GET',
  path: '/bff/metrics/digital',
  query: MetricQuery,
  response: Dashboard,
  access: 'metrics.digital',
})

/** Cognitive Compliance. */
export const getComplianceMetrics = endpoint({
  method: 'GET',
  path: '/bff/metrics/compliance',
  query: MetricQuery,
  response: Dashboard,
  access: 'metrics.compliance',
})

/** How many messages each category has; with `category-id` only that one. */
export const getCategoryMetrics = endpoint({
  method: 'GET',
  path: '/bff/categories/metrics',
  query: ofPeriod({ 'category-id': z.string().max(64).optional() }),
  response: MetricPeriod.extend({
    items: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        messages: z.int(),
        previous: z.int(),
        /** Of all messages of the period, in percent. */
        share: z.number().nullable(),
        series: z.array(z.int()),
        drilldown: Drilldown,
      }),
    ),
  }),
  access: 'metrics.organization',
  failures: ['category.not-found'],
})
