/** The four tabs of Key Metrics. */
import { connectableChannels } from '@verbatim/contract/channels.ts'
import type { MetricTabId } from '@verbatim/contract/metric-tabs.ts'
import type { Breakdown, Dashboard, FailedPart, Figure, MetricQuery } from '@verbatim/contract/metrics.ts'
import { tabFigures } from '@verbatim/contract/tab-figures.ts'
import { sql } from 'kysely'
import { accountWithin } from '#domains/groups/scope.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { onlyRow } from '#platform/only-row.ts'
import { agreementFigures } from './agreement.ts'
import { completenessFigure, completenessParts, countAccountDays } from './completeness.ts'
import { contactFigures, contactParts, countContacts } from './contacts.ts'
import { conversationFigure } from './conversations.ts'
import { type CountPart, partCounter, type PartCounting } from './counted-parts.ts'
import { findEventParts } from './event-parts.ts'
import { openFigures, outcomeFigures, raisedFigure } from './events.ts'
import { rowsIn } from './figures.ts'
import { countMessages, messageFigures } from './message-counts.ts'
import { findMessageParts } from './message-parts.ts'
import { findWayParts, offChannelFigure } from './off-channel.ts'
import { findPeriods, type Periods, toMetricPeriod } from './period.ts'
import { coverageFigure } from './policy-coverage.ts'
import { promiseFigures } from './promises.ts'
import { representativeFigures } from './representatives.ts'
import { responseFigures } from './responses.ts'
import { waitingFigure } from './waiting.ts'

type PartId = FailedPart['id']

/** What comes from the same counts, and fails together. */
interface Part {
  /** In the order of the tab. */
  readonly ids: readonly PartId[]
  /** May also count what other tabs show. */
  readonly count: (counting: Counting) => Promise<readonly (Figure | Breakdown)[]>
}

interface Counting {
  readonly tx: TenantTx
  readonly scope: AccessScope
  readonly periods: Periods
  /** What several parts come from. */
  readonly shared: ReturnType<typeof sharedCounts>
}

/** Each is counted once, when the first part asks for it. */
function sharedCounts(tx: TenantTx, scope: AccessScope, periods: Periods) {
  return {
    messages: once(() => countMessages(tx, scope, periods)),
    accountDays: once(() => countAccountDays(tx, scope, periods)),
    contacts: once(() => countContacts(tx, scope, periods)),
    raised: once(() => raisedFigure(tx, scope, periods)),
  }
}

function once<T>(count: () => Promise<T>): () => Promise<T> {
  let counted: Promise<T> | undefined
  return () => (counted ??= count())
}

const messages = (...ids: ('messages' | 'messages-received' | 'messages-sent')[]): Part => ({
  ids,
  count: async ({ periods, shared }) => Object.values(messageFigures(await shared.messages(), periods)),
})

const conversations: Part = {
  ids: ['conversations'],
  count: async ({ tx, scope, periods }) => [await conversationFigure(tx, scope, periods)],
}

const representatives = (
  ...ids: (
    | 'representatives'
    | 'active-representatives'
    | 'inactive-representatives'
    | 'adoption-rate'
    | 'new-adopters'
  )[]
): Part => ({
  ids,
  count: ({ tx, scope, periods }) => representativeFigures(tx, scope, periods, ids.includes('adoption-rate')),
})

const raised: Part = {
  ids: ['events-raised'],
  count: async ({ shared }) => [await shared.raised()],
}

const openEvents = (...ids: ('open-events' | 'aged-events')[]): Part => ({
  ids,
  count: ({ tx, scope, periods }) => openFigures(tx, scope, periods),
})

/** What each tab shows. */
const tabs: Readonly<Record<MetricTabId, readonly Part[]>> = {
  organization: [
    messages('messages', 'messages-received', 'messages-sent'),
    conversations,
    representatives('active-representatives'),
    raised,
    openEvents('open-events'),
    { ids: ['connected-accounts'], count: async ({ tx, scope }) => [await accountFigure(tx, scope)] },
    {
      ids: ['capture-completeness'],
      count: async ({ periods, shared }) => [completenessFigure(await shared.accountDays(), periods)],
    },
    {
      ids: ['messages-by-channel', 'messages-by-category', 'messages-by-urgency'],
      count: async ({ tx, scope, periods, shared }) =>
        findMessageParts(tx, scope, periods, await shared.messages()),
    },
    {
      ids: ['capture-completeness-by-channel'],
      count: async ({ periods, shared }) => [completenessParts(await shared.accountDays(), periods)],
    },
  ],
  sales: [
    representatives(
      'representatives',
      'active-representatives',
      'inactive-representatives',
      'adoption-rate',
      'new-adopters',
    ),
    messages('messages-sent'),
    {
      ids: ['waiting-clients'],
      count: async ({ tx, scope, periods }) => [await waitingFigure(tx, scope, periods)],
    },
    {
      ids: ['response-rate', 'first-response', 'first-response-business'],
      count: ({ tx, scope, periods }) => responseFigures(tx, scope, periods),
    },
    {
      ids: ['open-promises', 'overdue-promises', 'kept-promises'],
      count: ({ tx, scope, periods }) => promiseFigures(tx, scope, periods),
    },
  ],
  digital: [
    {
      ids: ['contacts', 'reached-contacts', 'engaged-contacts', 'overall-engagement', 'contacts-by-channel'],
      count: async ({ periods, shared }) => {
        const contacts = await shared.contacts()
        return [...contactFigures(contacts, periods), contactParts(contacts)]
      },
    },
    conversations,
  ],
  compliance: [
    raised,
    openEvents('open-events', 'aged-events'),
    {
      ids: ['hit-rate'],
      count: async ({ periods, shared }) => [
        hitRate(await shared.raised(), messageFigures(await shared.messages(), periods).all),
      ],
    },
    {
      ids: ['covered-messages'],
      count: async ({ tx, scope, periods }) => [await coverageFigure(tx, scope, periods)],
    },
    {
      ids: ['off-channel-mentions'],
      count: async ({ tx, scope, periods }) => [await offChannelFigure(tx, scope, periods)],
    },
    {
      ids: ['closed-events', 'false-alarms', 'precision', 'time-to-close', 'slow-closing'],
      count: ({ tx, scope, periods }) => outcomeFigures(tx, scope, periods),
    },
    {
      ids: ['agreement', 'agreement-beyond-chance', 'differing-decisions'],
      count: ({ tx, scope, periods }) => agreementFigures(tx, scope, periods),
    },
    {
      ids: ['events-by-status', 'events-by-severity', 'events-by-policy', 'open-events-by-age'],
      count: ({ tx, scope, periods }) => findEventParts(tx, scope, periods),
    },
    {
      ids: ['off-channel-mentions-by-way'],
      count: async ({ tx, scope, periods }) => [await findWayParts(tx, scope, periods)],
    },
  ],
}

interface Asked {
  readonly tab: MetricTabId
  readonly query: MetricQuery
  readonly now: Date
}

/** A tab's figures and divisions as a whole answer. */
export const findDashboard = (
  tx: TenantTx,
  scope: AccessScope,
  { tab, query, now, ...counting }: Asked & PartCounting,
): Promise<Dashboard> => countDashboard(tx, scope, { tab, query, now, countPart: partCounter(tx, counting) })

/** A tab's figures and divisions, each part counted by itself. */
export async function countDashboard(
  tx: TenantTx,
  scope: AccessScope,
  { tab, query, now, countPart }: Asked & { readonly countPart: CountPart },
): Promise<Dashboard> {
  const periods = await findPeriods(tx, query, now)
  const given = { tx, scope, periods, shared: sharedCounts(tx, scope, periods) }
  const found: (Figure | Breakdown)[] = []
  const failed: FailedPart[] = []
  for (const { ids, count } of tabs[tab]) {
    const part = await countPart(ids.join(' '), () => count(given))
    if ('counted' in part) found.push(...ids.map((id) => requireOne(part.counted, id)))
    else failed.push(...ids.map((id) => ({ id, reason: part.failed })))
  }
  return {
    ...toMetricPeriod(periods),
    figures: inOrder(
      tab,
      found.filter((one) => !isBreakdown(one)),
    ),
    breakdowns: found.filter((one) => isBreakdown(one)),
    failed,
  }
}

function inOrder(tab: MetricTabId, figures: readonly Figure[]): Figure[] {
  const order = tabFigures[tab].flatMap(({ ids }) => ids)
  return figures.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
}

const isBreakdown = (one: Figure | Breakdown): one is Breakdown => 'parts' in one

function requireOne(all: readonly (Figure | Breakdown)[], wanted: PartId): Figure | Breakdown {
  const found = all.find(({ id }) => id === wanted)
  if (!found) throw new Error(`Nothing counts ${wanted}`)
  return found
}

/** Accounts that are connected now. */
export async function accountFigure(tx: TenantTx, scope: AccessScope): Promise<Figure> {
  const found = await sql<{ connected: number; all: number; channels: number }>`
    select count(*) filter (where account.status = 'active')::int as connected, count(*)::int as all,
      count(distinct account.channel) filter (where account.status = 'active')::int as channels
    from channel_account account where account.removed_at is null and ${accountWithin(scope, 'account')}`.execute(
    tx,
  )
  const { connected, all, channels } = onlyRow(found)
  return {
    id: 'connected-accounts',
    value: connected,
    previous: null,
    outOf: all,
    drilldown: { ...rowsIn('accounts', connected), filter: 'status[eq]:active' },
    note: `On ${channels} of ${connectableChannels.length} channels.`,
  }
}

/** Events for each thousand messages. */
export function hitRate(raised: Figure, messages: Figure): Figure {
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
