/** Any metric by its ID, divided and narrowed as a tile asks: the same counting as in Key Metrics. */
import type { CountedTile, Dimension, TileFilter } from '@verbatim/contract/insight-tiles.ts'
import type { TileFigures } from '@verbatim/contract/insights.ts'
import type { MetricId } from '@verbatim/contract/metric-definitions.ts'
import type { Breakdown, Figure } from '@verbatim/contract/metrics.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { agreementFigures } from './agreement.ts'
import { completenessFigure, completenessParts, countAccountDays } from './completeness.ts'
import { contactFigures, contactParts, countContacts } from './contacts.ts'
import { conversationFigure } from './conversations.ts'
import { accountFigure, hitRate } from './dashboards.ts'
import { findEventParts, findSupervisedParts } from './event-parts.ts'
import { openFigures, outcomeFigures, raisedFigure } from './events.ts'
import { type Divided, largest } from './figures.ts'
import { countMessages, messageFigures } from './message-counts.ts'
import { findMessageGroups, findMessageParts, findMessageThemes } from './message-parts.ts'
import { findWayParts, mentioning, offChannelFigure } from './off-channel.ts'
import { findListPeriod, type Periods } from './period.ts'
import { coverageFigure } from './policy-coverage.ts'
import { promiseFigures } from './promises.ts'
import { findRepresentatives, representativeFigures } from './representatives.ts'
import { responseFigures } from './responses.ts'
import { waitingFigure } from './waiting.ts'
import { waitingParts } from './waiting-owners.ts'

type Asked = Pick<CountedTile, 'metric' | 'filter'> & { readonly by?: Dimension | undefined }
type Counted = Pick<Extract<TileFigures, { state: 'counted' }>, 'figure' | 'by' | 'parts' | 'total'>

interface Counting {
  readonly tx: TenantTx
  readonly scope: AccessScope
  readonly periods: Periods
}

/** Counts that several figures come from, each with the filter that it understands. */
const sources = {
  messages: async ({ tx, scope, periods }: Counting, filter: TileFilter) =>
    Object.values(messageFigures(await countMessages(tx, scope, periods, filter), periods)),
  conversations: async ({ tx, scope, periods }: Counting) => [await conversationFigure(tx, scope, periods)],
  responses: ({ tx, scope, periods }: Counting) => responseFigures(tx, scope, periods),
  representatives: ({ tx, scope, periods }: Counting) => representativeFigures(tx, scope, periods, false),
  adoption: ({ tx, scope, periods }: Counting) => representativeFigures(tx, scope, periods, true),
  promises: ({ tx, scope, periods }: Counting) => promiseFigures(tx, scope, periods),
  waiting: async ({ tx, scope, periods }: Counting) => [await waitingFigure(tx, scope, periods)],
  contacts: async ({ tx, scope, periods }: Counting) =>
    contactFigures(await countContacts(tx, scope, periods), periods),
  raised: async ({ tx, scope, periods }: Counting, filter: TileFilter) => [
    await raisedFigure(tx, scope, periods, filter),
  ],
  open: ({ tx, scope, periods }: Counting, filter: TileFilter) => openFigures(tx, scope, periods, filter),
  outcomes: ({ tx, scope, periods }: Counting, filter: TileFilter) =>
    outcomeFigures(tx, scope, periods, filter),
  agreement: ({ tx, scope, periods }: Counting, filter: TileFilter) =>
    agreementFigures(tx, scope, periods, filter),
  hits: async ({ tx, scope, periods }: Counting) => [
    hitRate(
      await raisedFigure(tx, scope, periods),
      messageFigures(await countMessages(tx, scope, periods), periods).all,
    ),
  ],
  coverage: async ({ tx, scope, periods }: Counting) => [await coverageFigure(tx, scope, periods)],
  'off-channel': async ({ tx, scope, periods }: Counting, filter: TileFilter) => [
    await offChannelFigure(tx, scope, periods, filter),
  ],
  accounts: async ({ tx, scope }: Counting) => [await accountFigure(tx, scope)],
  completeness: async ({ tx, scope, periods }: Counting, filter: TileFilter) => [
    completenessFigure(await countAccountDays(tx, scope, periods, filter), periods, filter),
  ],
} satisfies Record<string, (counting: Counting, filter: TileFilter) => Promise<Figure[]>>

const sourceOf: Readonly<Partial<Record<MetricId, keyof typeof sources>>> = {
  messages: 'messages',
  'messages-received': 'messages',
  'messages-sent': 'messages',
  conversations: 'conversations',
  'response-rate': 'responses',
  'first-response': 'responses',
  'first-response-business': 'responses',
  representatives: 'representatives',
  'active-representatives': 'representatives',
  'inactive-representatives': 'representatives',
  'adoption-rate': 'adoption',
  'new-adopters': 'representatives',
  'waiting-clients': 'waiting',
  'open-promises': 'promises',
  'overdue-promises': 'promises',
  'kept-promises': 'promises',
  contacts: 'contacts',
  'reached-contacts': 'contacts',
  'engaged-contacts': 'contacts',
  'overall-engagement': 'contacts',
  'events-raised': 'raised',
  'open-events': 'open',
  'aged-events': 'open',
  precision: 'outcomes',
  'time-to-close': 'outcomes',
  'slow-closing': 'outcomes',
  'closed-events': 'outcomes',
  'false-alarms': 'outcomes',
  agreement: 'agreement',
  'agreement-beyond-chance': 'agreement',
  'differing-decisions': 'agreement',
  'hit-rate': 'hits',
  'covered-messages': 'coverage',
  'off-channel-mentions': 'off-channel',
  'connected-accounts': 'accounts',
  'capture-completeness': 'completeness',
}

type Once = <T>(key: string, count: () => Promise<T>) => Promise<T>

/** Counts tiles of one period; what several of them come from is counted once. */
export function tileCounter(counting: Counting): (tile: Asked) => Promise<Counted> {
  const known = new Map<string, Promise<unknown>>()
  const once: Once = <T>(key: string, count: () => Promise<T>) => {
    const found = known.get(key) ?? count()
    known.set(key, found)
    return found as Promise<T>
  }
  return async (tile) => {
    const { metric, by, filter } = tile
    if (by !== undefined && by !== 'day') return { by, ...(await partsOf(counting, { ...tile, by }, once)) }
    const source = sourceOf[metric]
    if (!source) throw new Error(`No source counts ${metric}`)
    const figures = await once(`${source} ${JSON.stringify(filter)}`, () => sources[source](counting, filter))
    const figure = figures.find(({ id }) => id === metric)
    if (!figure) throw new Error(`${source} do not count ${metric}`)
    return { figure }
  }
}

const directions: Readonly<Partial<Record<MetricId, 'inbound' | 'outbound'>>> = {
  'messages-received': 'inbound',
  'messages-sent': 'outbound',
}
const mostRepresentatives = 20

async function partsOf(
  { tx, scope, periods }: Counting,
  { metric, by, filter }: Required<Asked>,
  once: Once,
): Promise<Divided> {
  if (metric === 'contacts') {
    const contacts = await once('contact parts', () => countContacts(tx, scope, periods))
    return partsIn([contactParts(contacts)], 'contacts-by-channel')
  }
  if (metric === 'capture-completeness') {
    const counted = await once(`completeness parts ${JSON.stringify(filter)}`, () =>
      countAccountDays(tx, scope, periods, filter),
    )
    return partsIn([completenessParts(counted, periods)], 'capture-completeness-by-channel')
  }
  if (metric === 'waiting-clients') return once('waiting parts', () => waitingParts(tx, scope, periods))
  if (by === 'representative')
    return once('representative parts', () => representativeParts({ tx, scope, periods }))
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
  if (metric === 'events-raised' || by === 'age') {
    const all = await once(`event parts ${named}`, () => findEventParts(tx, scope, periods, filter))
    return partsIn(all, metric === 'events-raised' ? `events-by-${by}` : `${metric}-by-${by}`)
  }
  if (by === 'policy' || by === 'reviewer')
    return once(`${metric} by ${by} ${named}`, () =>
      findSupervisedParts(tx, scope, periods, { metric, by, only: filter }),
    )
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

/** What the representatives who sent most sent. */
async function representativeParts({ tx, scope, periods }: Counting): Promise<Divided> {
  const asked = { kind: 'active', limit: mostRepresentatives, skip: 0, sort: '-sent' } as const
  const { items, total } = await findRepresentatives(tx, scope, periods, asked)
  const parts = items.map(({ id, name, sent, previous, drilldown }) => ({
    key: id,
    name,
    value: sent,
    previous,
    ...(drilldown && { drilldown }),
  }))
  return largest(parts, total)
}
