/**
 * What counts each metric and each division of Key Metrics: tabs, tiles of insights, reports and alerts all ask here. A new metric has its
 * query in a file beside this one, and its line here. Source: docs/recipes/add-a-metric.md.
 */
import type { TileFilter } from '@verbatim/contract/insight-tiles.ts'
import type { Breakdown, FailedPart, Figure } from '@verbatim/contract/metrics.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { agreementFigures } from './agreement.ts'
import { completenessFigure, completenessParts, countAccountDays } from './completeness.ts'
import { accountFigure } from './connected-accounts.ts'
import { contactFigures, contactParts, countContacts } from './contacts.ts'
import { conversationFigure } from './conversations.ts'
import { findEventParts } from './event-parts.ts'
import { openFigures, outcomeFigures, raisedFigure } from './events.ts'
import { countLate, withLate } from './late.ts'
import { countMessages, messageFigures } from './message-counts.ts'
import { findMessageParts } from './message-parts.ts'
import { findWayParts, offChannelFigure } from './off-channel.ts'
import type { Periods } from './period.ts'
import { coverageFigure } from './policy-coverage.ts'
import { promiseFigures } from './promises.ts'
import { representativeFigures } from './representatives.ts'
import { responseFigures } from './responses.ts'
import { waitingFigure } from './waiting.ts'

type Once = <T>(key: string, count: () => Promise<T>) => Promise<T>
export type PartId = FailedPart['id']

export interface Counting {
  readonly tx: TenantTx
  readonly scope: AccessScope
  readonly periods: Periods
  /** What several sources come from is counted once for an answer. */
  readonly once: Once
}

/** For one answer. */
export const countingOf = (given: Omit<Counting, 'once'>): Counting => {
  const known = new Map<string, Promise<unknown>>()
  return {
    ...given,
    once: <T>(key: string, count: () => Promise<T>) => {
      const found = known.get(key) ?? count()
      known.set(key, found)
      return found as Promise<T>
    },
  }
}

/** What comes from the same counts, and fails together. */
interface Source {
  readonly ids: readonly PartId[]
  /** One of them that is counted only where it is asked for, because it takes longest. */
  readonly costly?: PartId
  /** Each counts with the filter that its metrics can be narrowed by. */
  readonly count: (
    counting: Counting,
    filter: TileFilter,
    withCostly: boolean,
  ) => Promise<readonly (Figure | Breakdown)[]>
}

const named = (what: string, filter: TileFilter) => `${what} ${JSON.stringify(filter)}`

const messagesOf = ({ tx, scope, periods, once }: Counting, filter: TileFilter) =>
  once(named('messages', filter), () => countMessages(tx, scope, periods, filter))
const lateOf = ({ tx, scope, periods, once }: Counting, filter: TileFilter) =>
  once(named('late', filter), () => countLate(tx, scope, periods, filter))
const raisedOf = ({ tx, scope, periods, once }: Counting, filter: TileFilter) =>
  once(named('raised', filter), () => raisedFigure(tx, scope, periods, filter))
export const contactsOf = ({ tx, scope, periods, once }: Counting, filter: TileFilter) =>
  once(named('contacts', filter), () => countContacts(tx, scope, periods, filter))
export const accountDaysOf = ({ tx, scope, periods, once }: Counting, filter: TileFilter) =>
  once(named('account days', filter), () => countAccountDays(tx, scope, periods, filter))

const sources: readonly Source[] = [
  {
    ids: ['messages', 'messages-received', 'messages-sent'],
    count: async (counting, filter) => {
      const figures = messageFigures(await messagesOf(counting, filter), counting.periods)
      return withLate(Object.values(figures), await lateOf(counting, filter))
    },
  },
  {
    ids: ['conversations'],
    count: async ({ tx, scope, periods }, filter) => [await conversationFigure(tx, scope, periods, filter)],
  },
  {
    ids: [
      'representatives',
      'active-representatives',
      'inactive-representatives',
      'adoption-rate',
      'new-adopters',
    ],
    costly: 'adoption-rate',
    count: ({ tx, scope, periods }, _, withAdoption) =>
      representativeFigures(tx, scope, periods, withAdoption),
  },
  {
    ids: ['waiting-clients'],
    count: async ({ tx, scope, periods }, filter) => [await waitingFigure(tx, scope, periods, filter)],
  },
  {
    ids: ['response-rate', 'first-response', 'first-response-business'],
    count: ({ tx, scope, periods }, filter) => responseFigures(tx, scope, periods, filter),
  },
  {
    ids: ['open-promises', 'overdue-promises', 'kept-promises'],
    count: ({ tx, scope, periods }, filter) => promiseFigures(tx, scope, periods, filter),
  },
  {
    ids: ['contacts', 'reached-contacts', 'engaged-contacts', 'overall-engagement', 'contacts-by-channel'],
    count: async (counting, filter) => {
      const contacts = await contactsOf(counting, filter)
      const figures = contactFigures(contacts, counting.periods, filter)
      return [...withLate(figures, await lateOf(counting, filter)), contactParts(contacts, filter)]
    },
  },
  { ids: ['events-raised'], count: async (counting, filter) => [await raisedOf(counting, filter)] },
  {
    ids: ['open-events', 'aged-events'],
    count: ({ tx, scope, periods }, filter) => openFigures(tx, scope, periods, filter),
  },
  {
    ids: ['hit-rate'],
    count: async (counting) => [
      hitRate(
        await raisedOf(counting, {}),
        messageFigures(await messagesOf(counting, {}), counting.periods).all,
      ),
    ],
  },
  {
    ids: ['covered-messages'],
    count: async ({ tx, scope, periods }, filter) => [await coverageFigure(tx, scope, periods, filter)],
  },
  {
    ids: ['off-channel-mentions'],
    count: async ({ tx, scope, periods }, filter) => [await offChannelFigure(tx, scope, periods, filter)],
  },
  {
    ids: ['closed-events', 'false-alarms', 'precision', 'time-to-close', 'slow-closing'],
    count: ({ tx, scope, periods }, filter) => outcomeFigures(tx, scope, periods, filter),
  },
  {
    ids: ['agreement', 'agreement-beyond-chance', 'differing-decisions'],
    count: ({ tx, scope, periods }, filter) => agreementFigures(tx, scope, periods, filter),
  },
  {
    ids: ['connected-accounts'],
    count: async ({ tx, scope, periods }) => [await accountFigure(tx, scope, periods.asOf)],
  },
  {
    ids: ['capture-completeness'],
    count: async (counting, filter) => [
      completenessFigure(await accountDaysOf(counting, filter), counting.periods, filter),
    ],
  },
  {
    ids: ['messages-by-channel', 'messages-by-category', 'messages-by-urgency'],
    count: async (counting) => {
      const { tx, scope, periods } = counting
      return findMessageParts(tx, scope, periods, await messagesOf(counting, {}))
    },
  },
  {
    ids: ['capture-completeness-by-channel'],
    count: async (counting) => [completenessParts(await accountDaysOf(counting, {}), counting.periods)],
  },
  {
    ids: ['events-by-status', 'events-by-severity', 'events-by-policy', 'open-events-by-age'],
    count: ({ tx, scope, periods }) => findEventParts(tx, scope, periods),
  },
  {
    ids: ['off-channel-mentions-by-way'],
    count: async ({ tx, scope, periods }) => [await findWayParts(tx, scope, periods)],
  },
]

/** What counts a figure or a division. */
export function sourceOf(id: PartId): Source {
  const source = sources.find(({ ids }) => ids.includes(id))
  if (!source) throw new Error(`No source counts ${id}`)
  return source
}

/** Events for each thousand messages. */
function hitRate(raised: Figure, messages: Figure): Figure {
  const rate = (events: number | null, all: number | null) =>
    all ? Math.round(((events ?? 0) / all) * 10_000) / 10 : null
  const rates = (events: Figure['series'] = [], all: Figure['series'] = []) =>
    events.map((one, at) => rate(one, all[at] ?? null))
  return {
    id: 'hit-rate',
    value: rate(raised.value, messages.value),
    previous: rate(raised.previous, messages.previous),
    series: rates(raised.series, messages.series),
    previousSeries: rates(raised.previousSeries, messages.previousSeries),
    ...(raised.drilldown && { drilldown: raised.drilldown }),
  }
}
