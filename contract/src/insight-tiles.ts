/** The tiles of an insight: which metrics they show, divided and narrowed by what, for readers with which permissions. */
import { z } from 'zod'
import { categories, urgencies } from './categories.ts'
import { channels } from './channels.ts'
import { statuses } from './event-status.ts'
import { keysOf } from './keys-of.ts'
import { type MetricId, metricIds } from './metric-definitions.ts'
import { metricTabDefinitions, metricTabIds } from './metric-tabs.ts'
import type { Permission } from './permissions.ts'
import { severities } from './severities.ts'
import { tabFigures } from './tab-figures.ts'
import { text } from './text.ts'
import { uuid } from './ids.ts'
import { setOf } from './set-of.ts'

/** By what a figure is divided. */
export const dimensionNames = {
  day: 'Day',
  channel: 'Channel',
  category: 'Category',
  urgency: 'Urgency',
  theme: 'Theme',
  group: 'Group',
  representative: 'Representative',
  status: 'Status',
  severity: 'Severity',
  policy: 'Policy',
  reviewer: 'Reviewer',
  age: 'Age',
  way: 'Kind',
}
export const dimensions = keysOf(dimensionNames)
export const Dimension = z.enum(dimensions)
export type Dimension = z.infer<typeof Dimension>

/** One of these is enough. */
type OneOf = readonly Permission[]

/** What tiles may show of a metric. */
interface TileRule {
  /** Who sees the figure. */
  readonly seenBy: OneOf
  /** By what it can be divided, and who of these sees that. */
  readonly by: Readonly<Partial<Record<Dimension, OneOf>>>
  /** By what it can be narrowed, and who of these sees that. */
  readonly narrowed: Readonly<Partial<Record<FilterField, OneOf>>>
}

type Further = Partial<Omit<TileRule, 'seenBy'>>

/** By what tiles are narrowed. */
export const filterFields = [
  'channel',
  'category',
  'urgency',
  'theme',
  'group',
  'severity',
  'status',
  'policy',
] as const
export type FilterField = (typeof filterFields)[number]

const organization = ['metrics.organization'] as const
const sales = ['metrics.sales'] as const
const digital = ['metrics.digital'] as const
const compliance = ['metrics.compliance'] as const

const daily = (...seenBy: OneOf): Further => ({ by: { day: seenBy } })

const ofMessages = {
  channel: organization,
  category: organization,
  urgency: organization,
  /** Beside the figure: who sees themes. */
  theme: ['themes.view'],
  group: organization,
} as const
const messages: Further = { by: { day: organization, ...ofMessages }, narrowed: ofMessages }
const ofWaiting = { channel: sales, category: sales, urgency: sales, group: sales } as const
const sent = [...organization, ...sales] as const
const ofEvents = { channel: compliance, group: compliance, severity: compliance, policy: compliance } as const
const decided: Further = { by: { ...ofEvents, reviewer: compliance }, narrowed: ofEvents }
const closed: Further = { ...decided, by: { day: compliance, ...decided.by } }
const raisedTo = [...organization, ...compliance] as const

/** What is divided by and narrowed to channels and groups. */
const ofScope = (...seenBy: OneOf): Further => ({
  by: { channel: seenBy, group: seenBy },
  narrowed: { channel: seenBy, group: seenBy },
})
/** The same by day as well. */
const ofScopeDaily = (...seenBy: OneOf): Further => ({
  by: { day: seenBy, channel: seenBy, group: seenBy },
  narrowed: { channel: seenBy, group: seenBy },
})

/** Divided by day alone, and narrowed to channels and groups. */
const dailyNarrowed = (...seenBy: OneOf): Further => ({ ...ofScope(...seenBy), ...daily(...seenBy) })

/** By what metrics can be divided and narrowed. What is not here is a figure alone. */
const further: Readonly<Partial<Record<MetricId, Further>>> = {
  messages,
  'messages-received': messages,
  'messages-sent': { ...messages, by: { ...messages.by, day: sent, representative: sales } },
  'active-representatives': daily(...sent),
  'adoption-rate': daily(...sales),
  'new-adopters': daily(...sales),
  'response-rate': ofScopeDaily(...sales),
  'first-response': ofScopeDaily(...sales),
  'first-response-business': ofScope(...sales),
  'open-promises': ofScope(...sales),
  'overdue-promises': ofScope(...sales),
  'kept-promises': ofScopeDaily(...sales),
  'waiting-clients': { by: { representative: sales, ...ofWaiting }, narrowed: ofWaiting },
  contacts: { ...dailyNarrowed(...digital), by: { day: digital, channel: digital } },
  'reached-contacts': dailyNarrowed(...digital),
  'engaged-contacts': dailyNarrowed(...digital),
  conversations: ofScopeDaily(...organization, ...digital),
  'overall-engagement': dailyNarrowed(...digital),
  'events-raised': {
    by: { day: raisedTo, status: compliance, ...ofEvents },
    narrowed: { ...ofEvents, status: compliance },
  },
  'open-events': { ...decided, by: { age: compliance, ...decided.by } },
  'aged-events': decided,
  'hit-rate': daily(...compliance),
  'covered-messages': ofScopeDaily(...compliance),
  'off-channel-mentions': {
    by: { day: compliance, way: compliance, channel: compliance, group: compliance },
    narrowed: { channel: compliance, category: compliance, urgency: compliance, group: compliance },
  },
  'closed-events': closed,
  'false-alarms': closed,
  'differing-decisions': closed,
  'capture-completeness': {
    by: { day: organization, channel: organization },
    narrowed: { channel: organization },
  },
}

/** What tiles show of each metric. Who sees one is who sees it in Key Metrics: the readers of each tab that shows it. */
export const tileRules: Readonly<Partial<Record<MetricId, TileRule>>> = Object.fromEntries(
  metricIds.map((id) => {
    const tabs = metricTabIds.filter((tab) => tabFigures[tab].some(({ ids }) => ids.includes(id)))
    const seenBy = tabs.map((tab) => metricTabDefinitions[tab].permission)
    return [id, { seenBy, by: {}, narrowed: {}, ...further[id] }]
  }),
)

export const tileMetrics = metricIds.filter((id) => tileRules[id] !== undefined)

const chosen = <const V extends string>(values: readonly V[]) =>
  setOf(z.enum(values)).min(1).max(values.length).optional()
const some = setOf(uuid()).min(1).max(50).optional()

/** Only what has one of the values of each field is counted. */
export const TileFilter = z.strictObject({
  channel: chosen(channels),
  category: chosen(categories),
  urgency: chosen(urgencies),
  theme: some,
  group: some,
  severity: chosen(severities),
  status: chosen(statuses),
  policy: some,
})
export type TileFilter = z.infer<typeof TileFilter>

/** How a divided figure is drawn: by day as a line or columns, otherwise as bars. */
const chartForms = ['line', 'columns', 'bars'] as const
export type ChartForm = (typeof chartForms)[number]

export const gridColumns = 12

/** `title` is in place of the metric's own name, `rows` how far down a grid may reach. */
export const tileLimits = { tiles: 24, title: 100, text: 2000, rows: 400, height: 12 } as const

/** A place in a grid of 12 columns. */
export const Place = z
  .strictObject({
    x: z
      .int()
      .min(0)
      .max(gridColumns - 1),
    y: z.int().min(0).max(tileLimits.rows),
    w: z.int().min(2).max(gridColumns),
    h: z.int().min(1).max(tileLimits.height),
  })
  .refine(({ x, w }) => x + w <= gridColumns, { message: 'The tile reaches beyond the grid.' })
export type Place = z.infer<typeof Place>

const common = {
  /** Unique in its insight. */
  id: z.string().regex(/^[a-z0-9-]{1,36}$/),
  place: Place,
}
const counted = {
  ...common,
  title: text({ max: tileLimits.title }).optional(),
  metric: z.enum(metricIds),
  filter: TileFilter.default({}),
}

const FigureTile = z.strictObject({ ...counted, kind: z.literal('figure') })
const ChartTile = z.strictObject({
  ...counted,
  kind: z.literal('chart'),
  by: Dimension,
  form: z.enum(chartForms),
})
const TableTile = z.strictObject({ ...counted, kind: z.literal('table'), by: Dimension })
const TextTile = z.strictObject({
  ...common,
  kind: z.literal('text'),
  text: text({ max: tileLimits.text, min: 1 }),
})

/** What is wrong with what a tile counts, by field. */
function countedIssue({ metric, filter, ...tile }: CountedTile) {
  const rule = tileRules[metric]
  if (!rule) return { path: ['metric'], message: 'Tiles can’t show this metric.' }
  if ('by' in tile && !rule.by[tile.by])
    return { path: ['by'], message: 'This metric can’t be broken down that way.' }
  if (tile.kind === 'chart' && (tile.form === 'bars') === (tile.by === 'day'))
    return { path: ['form'], message: 'Days are drawn as a line or columns, everything else as bars.' }
  const narrowing = narrowingIssue(metric, filter)
  if (narrowing) return narrowing
  if ('by' in tile && tile.by === 'representative' && fieldsOf(filter).length > 0)
    return { path: ['filter'], message: 'A breakdown by representative can’t be filtered.' }
  return undefined
}

/** What is wrong with narrowing a metric: only where the list behind its figure can be narrowed in the same way. */
export function narrowingIssue(metric: MetricId, filter: TileFilter) {
  const beyond = fieldsOf(filter).find((field) => !tileRules[metric]?.narrowed[field])
  return beyond && { path: ['filter', beyond], message: 'This metric can’t be filtered by that.' }
}

/** What is left of a filter for a metric that can't be narrowed by all of its fields. */
export const narrowedFor = (metric: MetricId, filter: TileFilter): TileFilter =>
  Object.fromEntries(
    fieldsOf(filter)
      .filter((field) => tileRules[metric]?.narrowed[field] && (filter[field] ?? []).length > 0)
      .map((field) => [field, filter[field]]),
  )

/** The fields that a filter narrows by. */
export const fieldsOf = (filter: TileFilter): FilterField[] =>
  filterFields.filter((field) => filter[field] !== undefined)

export const Tile = z
  .discriminatedUnion('kind', [FigureTile, ChartTile, TableTile, TextTile])
  .superRefine((tile, ctx) => {
    const issue = tile.kind === 'text' ? undefined : countedIssue(tile)
    if (issue) ctx.addIssue({ code: 'custom', ...issue })
  })
export type Tile = z.infer<typeof Tile>
/** A tile that counts something. */
export type CountedTile = Exclude<Tile, { readonly kind: 'text' }>

/** Whether a reader with these permissions sees what a tile counts. */
export function seesTile(
  permissions: ReadonlySet<Permission>,
  tile: Pick<CountedTile, 'metric' | 'filter'> & { readonly by?: Dimension },
): boolean {
  const rule = tileRules[tile.metric]
  if (!rule) return false
  const holds = (needed: OneOf | undefined) => needed?.some((name) => permissions.has(name)) ?? false
  return (
    holds(rule.seenBy) &&
    (tile.by === undefined || holds(rule.by[tile.by])) &&
    fieldsOf(tile.filter).every((field) => holds(rule.narrowed[field]))
  )
}
