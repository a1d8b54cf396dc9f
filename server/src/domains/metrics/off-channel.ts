/** Messages that mention to go on elsewhere. */
import type { Breakdown, Figure } from '@verbatim/contract/metrics.ts'
import { type OffChannelWay, offChannelWays } from '@verbatim/contract/off-channel.ts'
import { sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { sumOf } from './figures.ts'
import { conditionsOf, countMessages, countsOf, type MessageFilter, passes } from './message-counts.ts'
import { findListPeriod, type Periods } from './period.ts'

/** Narrowed, those with any way. */
export const mentioning = (filter: MessageFilter = {}): MessageFilter => ({ ways: 'any', ...filter })

export async function offChannelFigure(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  only: MessageFilter = {},
): Promise<Figure> {
  const filter = mentioning(only)
  const { all, period } = await countMessages(tx, scope, periods, filter)
  return sumOf('off-channel-mentions', all, periods, {
    list: 'messages',
    period,
    filter: conditionsOf(filter),
  })
}

/** By each way, including those without a mention. */
export async function findWayParts(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  only: MessageFilter = {},
): Promise<Breakdown> {
  const { current, previous } = periods
  const filter = mentioning(only)
  const period = await findListPeriod(tx, current, periods)
  const { rows } = await sql<{ way: OffChannelWay; value: number; previous: number }>`
    select way, coalesce(sum(messages) filter (where day >= ${current.from}::date), 0)::int as value,
      coalesce(sum(messages) filter (where day < ${current.from}::date), 0)::int as previous
    from ${countsOf(tx, filter, periods)}
    where ${withinScope(scope, 'counted')} and day between ${previous.from}::date and ${current.to}::date
      and ${passes(filter)}
    group by way`.execute(tx)
  const parts = offChannelWays.map((way) => {
    const { value = 0, previous: before = 0 } = rows.find((row) => row.way === way) ?? {}
    const narrowed = conditionsOf({ ...filter, ways: [way] })
    return {
      key: way,
      value,
      previous: before,
      drilldown: { list: 'messages' as const, period, filter: narrowed, rows: value },
    }
  })
  return { id: 'off-channel-mentions-by-way', parts }
}
