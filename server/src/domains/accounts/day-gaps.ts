/** Gaps of single messages: one for each account and day of UTC, which is over when it is found, and of which people are mailed once. */
import type { GapOutcome } from '@verbatim/contract/account-gaps.ts'
import type { GapKind } from '@verbatim/contract/gap-kinds.ts'
import type { AccountGapId, AccountId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { dayOf } from '#kernel/days.ts'
import { newId } from '#kernel/uuid.ts'
import { rowsOf } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { wake } from '#platform/work/wake.ts'
import { dueGaps } from './gaps.ts'

/** The time of a message, or of the first and the last of several. */
export interface Found {
  readonly accountId: AccountId
  readonly at: Date
  readonly to?: Date
}

/** Such a gap is over a moment after its last message. */
const momentMs = 1

interface DayGaps {
  readonly kind: GapKind
  /** The outcome of a gap whose messages had all arrived, and to which one is added. */
  readonly again: GapOutcome
  /** For so long, gaps of other accounts come into the same mail. */
  readonly gatherMs?: number
}

export async function noteDayGaps(
  tx: TenantTx,
  { kind, again, gatherMs = 0 }: DayGaps,
  found: readonly Found[],
  now: Date,
): Promise<void> {
  const days = Map.groupBy(found, ({ accountId, at }) => `${accountId} ${dayOf(at)}`)
  const rows = [...days.values()].map((ofDay) => ({
    id: newId<AccountGapId>(now),
    account_id: ofDay[0]?.accountId,
    began_at: new Date(Math.min(...ofDay.map(({ at }) => at.getTime()))),
    ended_at: new Date(Math.max(...ofDay.map(({ at, to = at }) => to.getTime())) + momentMs),
  }))
  if (rows.length === 0) return
  const columns = { id: 'uuid', account_id: 'uuid', began_at: 'timestamptz', ended_at: 'timestamptz' }
  const isOfDay = sql`gap.account_id = given.account_id and gap.kind = ${kind}
    and date_trunc('day', gap.began_at, 'UTC') = date_trunc('day', given.began_at, 'UTC')`
  // With those that wait to be mailed about already.
  const notifyAt = sql`least((select min(waiting.notify_at) from account_gap waiting
    where waiting.kind = ${kind} and waiting.notify_at > ${now}::timestamptz), ${new Date(now.getTime() + gatherMs)}::timestamptz)`
  await sql`update account_gap gap set began_at = least(gap.began_at, given.began_at), ended_at = greatest(gap.ended_at, given.ended_at),
      outcome = case when gap.outcome = 'arrived' then ${again} else gap.outcome end,
      notify_at = case when gap.outcome = 'arrived' and gap.notified_at is null then ${now}::timestamptz else gap.notify_at end
    from ${rowsOf(columns, rows)} where ${isOfDay}`.execute(tx)
  await sql`insert into account_gap (id, account_id, kind, began_at, ended_at, notify_at)
    select given.id, given.account_id, ${kind}, given.began_at, given.ended_at, ${notifyAt}
    from ${rowsOf(columns, rows)}
    where not exists (select from account_gap gap where ${isOfDay})`.execute(tx)
  await wake(tx, dueGaps)
}
