import { connectableChannels } from '@verbatim/contract/channels.ts'
import type { Figure } from '@verbatim/contract/metrics.ts'
import { sql } from 'kysely'
import { shownStatus } from '#domains/accounts/shown-status.ts'
import { accountWithin } from '#domains/groups/scope.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { onlyRow } from '#platform/rows.ts'
import { rowsIn } from './figures.ts'

/** Accounts that are connected now. */
export async function accountFigure(tx: TenantTx, scope: AccessScope, now: Date): Promise<Figure> {
  const found = await sql<{ connected: number; all: number; channels: number }>`
    select count(*) filter (where shown.status = 'active')::int as connected, count(*)::int as all,
      count(distinct account.channel) filter (where shown.status = 'active')::int as channels
    from channel_account account cross join ${shownStatus('account', now)}
    where account.removed_at is null and ${accountWithin(scope, 'account')}`.execute(tx)
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
