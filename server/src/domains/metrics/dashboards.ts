/** The four tabs of Key Metrics. */
import type { Dashboard, Figure, MetricQuery } from '@verbatim/contract/metrics.ts'
import { sql } from 'kysely'
import { accountWithin } from '#domains/groups/scope.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { onlyRow } from '#platform/only-row.ts'
import { agreementFigures } from './agreement.ts'
import { completenessFigure, completenessParts, countAccountDays } from './completeness.ts'
import { contactFigures, contactParts, countContacts } from './contacts.ts'
import { conversationFigure } from './conversations.ts'
import { findEventParts } from './event-parts.ts'
import { openFigures, outcomeFigures, raisedFigure } from './events.ts'
import { rowsIn } from './figures.ts'
import { countMessages, messageFigures } from './message-counts.ts'
import { findMessageParts } from './message-parts.ts'
import { findWayParts, offChannelFigure } from './off-channel.ts'
import { findPeriods, type Periods, toMetricPeriod } from './period.ts'
import { promiseFigures } from './promises.ts'
import { representativeFigures } from './representatives.ts'
import { responseFigures } from './responses.ts'
import { waitingFigure } from './waiting.ts'

/** What a tab shows. */
type Tab = (
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
) => Promise<Pick<Dashboard, 'figures' | 'breakdowns'>>

const tabs = {
  async organization(tx, scope, periods) {
    const counts = await countMessages(tx, scope, periods)
    const representatives = await representativeFigures(tx, scope, periods)
    const accountDays = await countAccountDays(tx, scope, periods)
    return {
      figures: [
        ...Object.values(messageFigures(counts, periods)),
        await conversationFigure(tx, scope, periods),
        ...representatives.filter(({ id }) => id === 'active-representatives'),
        await raisedFigure(tx, scope, periods),
        ...(await openFigures(tx, scope, periods)).filter(({ id }) => id === 'open-events'),
        await accountFigure(tx, scope),
        completenessFigure(accountDays, periods),
      ],
      breakdowns: [
        ...(await findMessageParts(tx, scope, periods, counts)),
        completenessParts(accountDays, periods),
      ],
    }
  },
  async sales(tx, scope, periods) {
    const counts = await countMessages(tx, scope, periods)
    return {
      figures: [
        ...(await representativeFigures(tx, scope, periods)),
        messageFigures(counts, periods).sent,
        await waitingFigure(tx, scope, periods),
        ...(await responseFigures(tx, scope, periods)),
        ...(await promiseFigures(tx, scope, periods)),
      ],
      breakdowns: [],
    }
  },
  async digital(tx, scope, periods) {
    const contacts = await countContacts(tx, scope, periods)
    return {
      figures: [...contactFigures(contacts, periods), await conversationFigure(tx, scope, periods)],
      breakdowns: [contactParts(contacts)],
    }
  },
  async compliance(tx, scope, periods) {
    const raised = await raisedFigure(tx, scope, periods)
    const { all } = messageFigures(await countMessages(tx, scope, periods), periods)
    return {
      figures: [
        raised,
        ...(await openFigures(tx, scope, periods)),
        hitRate(raised, all),
        await offChannelFigure(tx, scope, periods),
        ...(await outcomeFigures(tx, scope, periods)),
        ...(await agreementFigures(tx, scope, periods)),
      ],
      breakdowns: [...(await findEventParts(tx, scope, periods)), await findWayParts(tx, scope, periods)],
    }
  },
} as const satisfies Record<string, Tab>

export async function findDashboard(
  tx: TenantTx,
  scope: AccessScope,
  { tab, query, now }: { readonly tab: keyof typeof tabs; readonly query: MetricQuery; readonly now: Date },
): Promise<Dashboard> {
  const periods = await findPeriods(tx, query, now)
  return { ...toMetricPeriod(periods), ...(await tabs[tab](tx, scope, periods)) }
}

/** Accounts that are connected now. */
export async function accountFigure(tx: TenantTx, scope: AccessScope): Promise<Figure> {
  const found = await sql<{ connected: number }>`
    select count(*) filter (where account.status = 'active')::int as connected
    from channel_account account where account.removed_at is null and ${accountWithin(scope, 'account')}`.execute(
    tx,
  )
  const { connected } = onlyRow(found)
  return {
    id: 'connected-accounts',
    value: connected,
    previous: null,
    drilldown: { ...rowsIn('accounts', connected), filter: 'status[eq]:active' },
  }
}

/** Events for each thousand messages. */
export function hitRate(raised: Figure, messages: Figure): Figure {
  const rate = (events: number | null, all: number | null) =>
    all ? Math.round(((events ?? 0) / all) * 10_000) / 10 : null
  return {
    id: 'hit-rate',
    value: rate(raised.value, messages.value),
    previous: rate(raised.previous, messages.previous),
    ...(raised.drilldown && { drilldown: raised.drilldown }),
  }
}
