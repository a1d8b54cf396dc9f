import type { CategoryEntry } from '@verbatim/contract/categories.ts'
import type { OutputOf } from '@verbatim/contract/endpoint.ts'
import type { getCategoryMetrics, MetricQuery } from '@verbatim/contract/metrics.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { share, sumOf } from './figures.ts'
import { categoryRows, countByCategory } from './message-counts.ts'
import { findListPeriod, findPeriods, toMetricPeriod } from './period.ts'

/** How many messages each category has, and its share of all. */
export async function findCategoryMetrics(
  tx: TenantTx,
  scope: AccessScope,
  { query, entries }: { readonly query: MetricQuery; readonly entries: readonly CategoryEntry[] },
  now: Date,
): Promise<OutputOf<typeof getCategoryMetrics>> {
  const periods = await findPeriods(tx, query, now)
  const period = await findListPeriod(tx, periods.current, periods)
  const counted = await countByCategory(tx, scope, periods)
  const inAll = [...counted.values()].reduce(
    (sum, byDay) => sum + periods.days.reduce((own, day) => own + (byDay.get(day) ?? 0), 0),
    0,
  )
  const items = entries.map(({ id, name }) => {
    const { value, previous, series, drilldown } = sumOf(
      'messages',
      counted.get(id) ?? new Map<string, number>(),
      periods,
      categoryRows(id, period),
    )
    return { id, name, messages: value, previous, share: share(value, inAll), series, drilldown }
  })
  return { ...toMetricPeriod(periods), items }
}
