/** Any metric by its ID, divided and narrowed as a tile asks: the same counting as in Key Metrics. */
import type { CountedTile, Dimension, TileFilter } from '@verbatim/contract/insight-tiles.ts'
import type { TileFigures } from '@verbatim/contract/insights.ts'
import type { MetricId } from '@verbatim/contract/metric-definitions.ts'
import type { Breakdown, Figure } from '@verbatim/contract/metrics.ts'
import { completenessParts } from './completeness.ts'
import { contactParts } from './contacts.ts'
import { findConversationParts } from './conversations.ts'
import { eventDivision, findDividedEvents } from './divided-events.ts'
import { findEventParts } from './event-parts.ts'
import { type Divided, largest } from './figures.ts'
import { findMessageGroups, findMessageParts, findMessageThemes } from './message-parts.ts'
import { findWayParts, mentioning } from './off-channel.ts'
import { findListPeriod } from './period.ts'
import { findCoverageParts } from './policy-coverage.ts'
import { promisePartsOf } from './promises.ts'
import { sentParts } from './representatives.ts'
import { findResponseRates, medianPartsOf } from './response-parts.ts'
import { type FindScopedParts, isScopedDimension } from './scoped-parts.ts'
import { accountDaysOf, contactsOf, type Counting, countingOf, sourceOf } from './sources.ts'
import { findWaitingParts, waitingMessageParts } from './waiting.ts'
import { waitingParts } from './waiting-owners.ts'

type Asked = Pick<CountedTile, 'metric' | 'filter'> & { readonly by?: Dimension | undefined }
type Counted = Pick<Extract<TileFigures, { state: 'counted' }>, 'figure' | 'by' | 'parts' | 'total'>

/** Counts tiles of one period; what several of them come from is counted once. */
export function tileCounter(given: Omit<Counting, 'once'>): (tile: Asked) => Promise<Counted> {
  const counting = countingOf(given)
  return async (tile) => {
    const { metric, by, filter } = tile
    if (by !== undefined && by !== 'day') return { by, ...(await partsOf(counting, { ...tile, by })) }
    const { ids, costly, count } = sourceOf(metric)
    const withCostly = costly === metric
    const key = `${ids.join(' ')} ${withCostly} ${JSON.stringify(filter)}`
    const figures = await counting.once(key, () => count(counting, filter, withCostly))
    const figure = figures.find((one): one is Figure => one.id === metric)
    if (!figure) throw new Error(`${ids.join(', ')} do not include ${metric}`)
    return { figure }
  }
}

const directions: Readonly<Partial<Record<MetricId, 'inbound' | 'outbound'>>> = {
  'messages-received': 'inbound',
  'messages-sent': 'outbound',
}

/** Figures that are divided by channel and group by queries of their own. */
const scopedParts: Readonly<Partial<Record<MetricId, FindScopedParts<TileFilter>>>> = {
  conversations: findConversationParts,
  'waiting-clients': findWaitingParts,
  'response-rate': findResponseRates,
  'first-response': medianPartsOf('first-response'),
  'first-response-business': medianPartsOf('first-response-business'),
  'covered-messages': findCoverageParts,
  'open-promises': promisePartsOf('open-promises'),
  'overdue-promises': promisePartsOf('overdue-promises'),
  'kept-promises': promisePartsOf('kept-promises'),
}

/** As the tab Cognitive Compliance divides the events that were raised. */
const ofTab: readonly Dimension[] = ['status', 'severity', 'policy']

async function partsOf(
  counting: Counting,
  { metric, by, filter }: Asked & { by: Dimension },
): Promise<Divided> {
  const { tx, scope, periods, once } = counting
  if (metric === 'contacts') {
    const counted = await contactsOf(counting, filter)
    return partsIn([contactParts(counted, filter)], 'contacts-by-channel')
  }
  if (metric === 'capture-completeness') {
    const counted = await accountDaysOf(counting, filter)
    return partsIn([completenessParts(counted, periods)], 'capture-completeness-by-channel')
  }
  const scoped = isScopedDimension(by) && scopedParts[metric]
  if (scoped)
    return once(`${metric} by ${by} ${JSON.stringify(filter)}`, () =>
      scoped(tx, scope, periods, { by, only: filter }),
    )
  if (metric === 'waiting-clients') return waitingBy(counting, by, filter)
  if (by === 'representative')
    return once('representative parts', () => sentParts(counting.tx, counting.scope, counting.periods))
  const narrowed = {
    ...filter,
    direction: directions[metric],
    ...(metric === 'off-channel-mentions' && mentioning()),
  }
  const named = JSON.stringify(narrowed)
  if (by === 'way') {
    const ways = await once(`ways ${named}`, () => findWayParts(tx, scope, periods, filter))
    return partsIn([ways], `${metric}-by-${by}`)
  }
  const isOfTab = metric === 'events-raised' && ofTab.includes(by)
  if (isOfTab || by === 'age') {
    const all = await once(`event parts ${named}`, () => findEventParts(tx, scope, periods, filter))
    return partsIn(all, isOfTab ? `events-by-${by}` : `${metric}-by-${by}`)
  }
  const division = eventDivision(metric, by)
  if (division) {
    const divided = { ...division, only: filter }
    return once(`${metric} by ${by} ${named}`, () => findDividedEvents(tx, scope, periods, divided))
  }
  const asked = async () => ({
    period: await findListPeriod(tx, periods.current, periods),
    filter: narrowed,
  })
  if (by === 'group')
    return once(`message groups ${named}`, async () => findMessageGroups(tx, scope, periods, await asked()))
  if (by === 'theme')
    return once(`message themes ${named}`, async () => findMessageThemes(tx, scope, periods, await asked()))
  const all = await once(`message parts ${named}`, async () =>
    findMessageParts(tx, scope, periods, await asked()),
  )
  return partsIn(all, `messages-by-${by}`)
}

function partsIn(all: readonly Breakdown[], wanted: string): Divided {
  const found = all.find(({ id }) => id === wanted)
  if (!found) throw new Error(`Nothing is divided as ${wanted}`)
  return largest(found.parts, found.total)
}

/** The clients who wait, by their representatives, or by what they wait for. */
async function waitingBy(
  { tx, scope, periods, once }: Counting,
  by: Dimension,
  filter: TileFilter,
): Promise<Divided> {
  if (by === 'representative') return once('waiting owners', () => waitingParts(tx, scope, periods))
  const parts = await once(`waiting messages ${JSON.stringify(filter)}`, () =>
    waitingMessageParts(tx, scope, periods, filter),
  )
  if (by === 'category' || by === 'urgency') return parts[by]
  throw new Error(`Waiting clients are not divided by ${by}`)
}
