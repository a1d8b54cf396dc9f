/** What people of the organization promised clients by a day, and whether they kept it. */
import type { Drilldown, Figure } from '@verbatim/contract/metrics.ts'
import { sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import { dayAfter } from '#kernel/days.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { onlyRow } from '#platform/rows.ts'
import { isSaid } from '#schema/said.ts'
import { byDays, share } from './figures.ts'
import { type Days, type Periods, startOf } from './period.ts'
import { isThere } from './still-there.ts'

/** An older promise is not waited for any more. */
const overdueDays = 30

interface Row {
  /** Null: of all days. */
  day: string | null
  open: number
  overdue: number
  overdue_since: Date
  due: number
  kept: number
  due_before: number
  kept_before: number
  due_from: Date
  due_until: Date
  over: number
  over_kept: number
}

/**
 * Whether people of the organization wrote in the conversation after a promise and by its day, with more than the same promise. Only what
 * the reader may see counts. `schema/functions/promises.sql` finds the messages in the same way. Under row-level security an index
 * is asked for a `case`, and for no `coalesce`.
 */
const isKept = (scope: AccessScope) => sql`exists (
  select from message said where said.tenant_id = message.tenant_id and said.conversation_id = message.conversation_id
    and said.posted_at > case when message.edited_at is null then message.posted_at else message.edited_at end
    and said.posted_at <= promise.due_at
    and said.direction = 'outbound' and ${isSaid('said')}
    and ${isThere('said')}
    and not exists (select from promise again
      where again.tenant_id = said.tenant_id and again.message_id = said.id and again.deed = promise.deed)
    and ${withinScope(scope, 'said')})`

/**
 * Promises that are open and overdue now, and how many of those due in the period were kept. Of a period that is not over, only those
 * whose day is over count.
 */
export async function promiseFigures(tx: TenantTx, scope: AccessScope, periods: Periods): Promise<Figure[]> {
  const { current, previous, asOf } = periods
  const now = sql`${asOf}::timestamptz`
  const since = sql`(${now} - ${sql.lit(overdueDays)} * interval '24 hours')`
  const starts = ({ from }: Days) => startOf(from, periods)
  const ends = ({ to }: Days) => sql`least(${startOf(dayAfter(to, 1), periods)}, ${now})`
  const isDue = (days: Days) => sql`due_at >= ${starts(days)} and due_at < ${ends(days)}`
  const { rows } = await sql<Row>`
    select day, count(*) filter (where due_at < ${now})::int as over, count(*) filter (where due_at < ${now} and is_kept)::int as over_kept,
      count(*) filter (where due_at >= ${now} and not is_kept)::int as open,
      count(*) filter (where due_at >= ${since} and due_at < ${now} and not is_kept)::int as overdue, ${since} as overdue_since,
      count(*) filter (where ${isDue(current)})::int as due,
      count(*) filter (where ${isDue(current)} and is_kept)::int as kept,
      count(*) filter (where ${isDue(previous)})::int as due_before,
      count(*) filter (where ${isDue(previous)} and is_kept)::int as kept_before,
      ${starts(current)} as due_from, ${ends(current)} as due_until
    from (
      select promise.due_at, (promise.due_at at time zone ${periods.zone})::date::text as day, ${isKept(scope)} as is_kept
      from promise join message on message.tenant_id = promise.tenant_id and message.id = promise.message_id
      where (promise.due_at >= ${since} or (${isDue(current)}) or (${isDue(previous)})) and ${isThere('message')}
        and ${withinScope(scope, 'message')}
    ) promised group by grouping sets ((), (day))`.execute(tx)
  const row = onlyRow({ rows: rows.filter(({ day }) => day === null) })
  const ofDay = new Map(rows.map((one) => [one.day, one]))
  const at = asOf.toISOString()
  return [
    {
      id: 'open-promises',
      value: row.open,
      previous: null,
      drilldown: messagesWith(row.open, 'promiseKept[eq]:false', `promiseDue[gte]:${at}`),
    },
    {
      id: 'overdue-promises',
      value: row.overdue,
      previous: null,
      drilldown: messagesWith(
        row.overdue,
        'promiseKept[eq]:false',
        `promiseDue[gte]:${row.overdue_since.toISOString()}`,
        `promiseDue[lt]:${at}`,
      ),
    },
    {
      id: 'kept-promises',
      value: share(row.kept, row.due),
      previous: share(row.kept_before, row.due_before),
      ...byDays((day) => share(ofDay.get(day)?.over_kept ?? 0, ofDay.get(day)?.over ?? 0), periods),
      drilldown: messagesWith(
        row.kept,
        'promiseKept[eq]:true',
        `promiseDue[gte]:${row.due_from.toISOString()}`,
        `promiseDue[lt]:${row.due_until.toISOString()}`,
      ),
    },
  ]
}

const messagesWith = (rows: number, ...conditions: readonly string[]): Drilldown => ({
  list: 'messages',
  filter: conditions.join(','),
  rows,
})
