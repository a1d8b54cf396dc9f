/** What people of the organization promised clients by a day, and whether they kept it. */
import { dayMs } from '@verbatim/contract/durations.ts'
import type { MetricId } from '@verbatim/contract/metric-definitions.ts'
import type { Drilldown, Figure } from '@verbatim/contract/metrics.ts'
import { type RawBuilder, sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import { dayAfter } from '#kernel/days.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { allOf } from '#platform/list/sql.ts'
import { onlyRow } from '#platform/rows.ts'
import { isSaid } from '#schema/said.ts'
import { byDays, share } from './figures.ts'
import { type Days, type Periods, startOf } from './period.ts'
import {
  type FindScopedParts,
  findScopedParts,
  passesScoped,
  type ScopedFilter,
  scopedConditions,
} from './scoped-parts.ts'
import { isThere } from './still-there.ts'

/** An older promise is not waited for any more. */
const overdueDays = 30

interface Counted {
  open: number
  overdue: number
  due: number
  kept: number
  due_before: number
  kept_before: number
  due_from: Date
  due_until: Date
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

/** The times that figures of promises ask about. Of a period that is not over, only promises whose day is over count. */
function timesOf(periods: Periods) {
  const now = sql`${periods.asOf}::timestamptz`
  const since = sql`${overdueSince(periods)}::timestamptz`
  const starts = ({ from }: Days) => startOf(from, periods)
  const ends = ({ to }: Days) => sql`least(${startOf(dayAfter(to, 1), periods)}, ${now})`
  const isDue = (days: Days) => sql`(due_at >= ${starts(days)} and due_at < ${ends(days)})`
  return { now, since, starts, ends, isDue }
}

const overdueSince = ({ asOf }: Pick<Periods, 'asOf'>) => new Date(asOf.getTime() - overdueDays * dayMs)

/** Promises, in brackets, each with whether it was kept. */
const promisesIn = (scope: AccessScope, zone: string, where: readonly RawBuilder<boolean>[]) => sql`(
  select promise.due_at, (promise.due_at at time zone ${zone})::date::text as day, message.channel, message.group_ids,
    ${isKept(scope)} as is_kept
  from promise join message on message.tenant_id = promise.tenant_id and message.id = promise.message_id
  where ${allOf(where)} and ${isThere('message')} and ${withinScope(scope, 'message')})`

/** What is counted of promises. */
function countsOf(periods: Periods): RawBuilder<unknown> {
  const { now, since, starts, ends, isDue } = timesOf(periods)
  const { current, previous } = periods
  return sql`count(*) filter (where due_at >= ${now} and not is_kept)::int as open,
    count(*) filter (where due_at >= ${since} and due_at < ${now} and not is_kept)::int as overdue,
    count(*) filter (where ${isDue(current)})::int as due,
    count(*) filter (where ${isDue(current)} and is_kept)::int as kept,
    count(*) filter (where ${isDue(previous)})::int as due_before,
    count(*) filter (where ${isDue(previous)} and is_kept)::int as kept_before,
    ${starts(current)} as due_from, ${ends(current)} as due_until`
}

/** Which promises each figure looks at. */
function lookedAtBy(periods: Periods): Readonly<Record<PromiseMetric, RawBuilder<boolean>>> {
  const { now, since, isDue } = timesOf(periods)
  return {
    'open-promises': sql`promise.due_at >= ${now}`,
    'overdue-promises': sql`promise.due_at >= ${since} and promise.due_at < ${now}`,
    'kept-promises': sql`(${isDue(periods.current)} or ${isDue(periods.previous)})`,
  }
}

/** Promises that are open and overdue now, and how many of those due in the period were kept. */
export async function promiseFigures(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  only: ScopedFilter = {},
): Promise<Figure[]> {
  const { now, since, isDue } = timesOf(periods)
  const isAsked = sql<boolean>`(promise.due_at >= ${since} or ${isDue(periods.current)} or ${isDue(periods.previous)})`
  const { rows } = await sql<Counted & { day: string | null; over: number; over_kept: number }>`
    select day, ${countsOf(periods)}, count(*) filter (where due_at < ${now})::int as over,
      count(*) filter (where due_at < ${now} and is_kept)::int as over_kept
    from ${promisesIn(scope, periods.zone, [isAsked, ...passesScoped(only, 'message')])} promised
    group by grouping sets ((), (day))`.execute(tx)
  const row = onlyRow({ rows: rows.filter(({ day }) => day === null) })
  const ofDay = new Map(rows.map((one) => [one.day, one]))
  const series = byDays((day) => share(ofDay.get(day)?.over_kept ?? 0, ofDay.get(day)?.over ?? 0), periods)
  return promiseMetrics.map((id) => ({
    id,
    ...valueOf(id, row, periods, only),
    ...(id === 'kept-promises' && series),
  }))
}

/** By channel or group, those with most promises first. */
export const promisePartsOf =
  (metric: PromiseMetric): FindScopedParts =>
  (tx, scope, periods, asked) => {
    const where = [lookedAtBy(periods)[metric], ...passesScoped(asked.only, 'message')]
    const size = sql.ref(sizes[metric])
    return findScopedParts<Counted>(tx, scope, {
      ...asked,
      rows: promisesIn(scope, periods.zone, where),
      counts: countsOf(periods),
      size,
      isShown: sql`${size} > 0`,
      toPart: (row, only) => {
        const { value, ...rest } = valueOf(metric, row, periods, only)
        return { value: value ?? 0, ...rest }
      },
    })
  }

export const promiseMetrics = [
  'open-promises',
  'overdue-promises',
  'kept-promises',
] as const satisfies MetricId[]
type PromiseMetric = (typeof promiseMetrics)[number]

const sizes = { 'open-promises': 'open', 'overdue-promises': 'overdue', 'kept-promises': 'due' } as const

type Valued = Pick<Figure, 'value' | 'previous'> & { readonly drilldown: Drilldown }

function valueOf(metric: PromiseMetric, row: Counted, periods: Periods, only: ScopedFilter): Valued {
  const { asOf } = periods
  const filterOf = (...conditions: readonly string[]) => [...conditions, ...scopedConditions(only)].join(',')
  const messagesWith = (rows: number, ...conditions: readonly string[]): Drilldown => ({
    list: 'messages',
    filter: filterOf(...conditions),
    rows,
  })
  const dueFrom = (time: Date) => `promiseDue[gte]:${time.toISOString()}`
  const dueBefore = (time: Date) => `promiseDue[lt]:${time.toISOString()}`
  const { open, overdue, kept } = row
  if (metric === 'open-promises')
    return {
      value: open,
      previous: null,
      drilldown: messagesWith(open, 'promiseKept[eq]:false', dueFrom(asOf)),
    }
  if (metric === 'overdue-promises') {
    const times = [dueFrom(overdueSince(periods)), dueBefore(asOf)]
    return {
      value: overdue,
      previous: null,
      drilldown: messagesWith(overdue, 'promiseKept[eq]:false', ...times),
    }
  }
  const wasKept = 'promiseKept[eq]:true'
  const times = [dueFrom(row.due_from), dueBefore(row.due_until)]
  return {
    value: share(kept, row.due),
    previous: share(row.kept_before, row.due_before),
    drilldown: {
      ...messagesWith(kept, wasKept, ...times),
      dated: { field: 'promiseDue', filter: filterOf(wasKept), until: asOf.toISOString() },
    },
  }
}
