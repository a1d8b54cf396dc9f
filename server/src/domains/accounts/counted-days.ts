/** Which days of accounts count: those that are over, of accounts that were connected at their ends. */
import { type CoverageSummary, coverageLimits } from '@verbatim/contract/account-coverage.ts'
import { dayMs, minuteMs } from '@verbatim/contract/durations.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { dayOf } from '#kernel/days.ts'
import type { TenantTx } from '#platform/db.ts'
import { allOf } from '#platform/list/sql.ts'
import { onlyRow } from '#platform/rows.ts'
import { wasConnected, wasConnectedAt } from '#schema/connected.ts'
import { coveredDays, type DayChoice } from './covered-days.ts'
import { dayStart } from './covered-time.ts'

/** The last hour of a day is compared by the next comparison, and that takes a while. */
const settlingMinutes = 15

/** The conditions for `coveredDays`. */
export async function findCounted(tx: TenantTx, now: Date): Promise<Required<DayChoice>> {
  const found = await sql<{ minutes: number }>`
    select integration_frequency_minutes as minutes from organization`.execute(tx)
  const { minutes } = onlyRow(found)
  const settled = new Date(now.getTime() - (minutes + settlingMinutes) * minuteMs)
  return {
    accounts: wasConnected('account'),
    among: sql`${wasConnectedAt('account', sql`span.ends - interval '1 microsecond'`)} and span.settles <= ${settled}`,
  }
}

/** The rows of a list as `toItem` has them, with the last days of each account. */
export async function withCoverage<Row extends { readonly id: AccountId }, Item extends object>(
  tx: TenantTx,
  rows: readonly Row[],
  toItem: (row: Row) => Item,
  now: Date,
): Promise<(Item & { coverage?: CoverageSummary })[]> {
  const ids = rows.map(({ id }) => id)
  const summaries = await findSummaries(tx, ids, now)
  return rows.map((row) => {
    const coverage = summaries.get(row.id)
    return { ...toItem(row), ...(coverage && { coverage }) }
  })
}

interface SummaryRow extends CoverageSummary {
  readonly id: AccountId
}

/** The last days of these accounts, in UTC like those of an account's page. The caller has checked that they may be seen. */
async function findSummaries(
  tx: TenantTx,
  ids: readonly AccountId[],
  now: Date,
): Promise<ReadonlyMap<AccountId, CoverageSummary>> {
  if (ids.length === 0) return new Map()
  const { accounts, among } = await findCounted(tx, now)
  const today = dayStart(now.getTime())
  const { days: most } = coverageLimits
  const covered = coveredDays({
    accounts: allOf([accounts, sql`account.id = any(${ids}::uuid[])`]),
    among,
    // Yesterday's last hour may not be compared yet.
    first: dateOf(today - (most + 1) * dayMs),
    last: dateOf(today - dayMs),
    zone: 'UTC',
    now,
  })
  const { rows } = await sql<SummaryRow>`
    select account_id as id, max(day)::text as day, (array_agg(state order by day desc))[1] as state,
      count(*) filter (where state = 'complete')::int as complete, count(*)::int as days
    from (
      select account_id, day, state, row_number() over (partition by account_id order by day desc) as n from ${covered} covered
    ) numbered where n <= ${most} group by account_id`.execute(tx)
  return new Map(rows.map(({ id, ...summary }) => [id, summary]))
}

const dateOf = (ms: number) => sql`${dayOf(ms)}::date`
