/** Counts the four tabs of Key Metrics. */
import type { MetricTabId } from '@verbatim/contract/metric-tabs.ts'
import type {
  Breakdown,
  BreakdownId,
  Dashboard,
  FailedPart,
  Figure,
  MetricQuery,
} from '@verbatim/contract/metrics.ts'
import { tabFigures } from '@verbatim/contract/tab-figures.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { type CountPart, partCounter, type PartCounting } from './counted-parts.ts'
import { findPeriods, toMetricPeriod } from './period.ts'
import { countingOf, type PartId, sourceOf } from './sources.ts'

/** What each tab shows beside its figures. */
const tabBreakdowns: Readonly<Record<MetricTabId, readonly BreakdownId[]>> = {
  organization: [
    'messages-by-channel',
    'messages-by-category',
    'messages-by-urgency',
    'capture-completeness-by-channel',
  ],
  sales: [],
  digital: ['contacts-by-channel'],
  compliance: [
    'events-by-status',
    'events-by-severity',
    'events-by-policy',
    'open-events-by-age',
    'off-channel-mentions-by-way',
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
  const counting = countingOf({ tx, scope, periods })
  const order: readonly PartId[] = tabFigures[tab].flatMap(({ ids }) => ids)
  const found: (Figure | Breakdown)[] = []
  const failed: FailedPart[] = []
  for (const [{ costly, count }, ids] of Map.groupBy([...order, ...tabBreakdowns[tab]], sourceOf)) {
    const withCostly = costly !== undefined && ids.includes(costly)
    const part = await countPart(ids.join(' '), () => count(counting, {}, withCostly))
    if ('counted' in part) found.push(...ids.map((id) => requireOne(part.counted, id)))
    else failed.push(...ids.map((id) => ({ id, reason: part.failed })))
  }
  return {
    ...toMetricPeriod(periods),
    figures: found
      .filter((one) => !isBreakdown(one))
      .toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id)),
    breakdowns: found.filter((one) => isBreakdown(one)),
    failed,
  }
}

const isBreakdown = (one: Figure | Breakdown): one is Breakdown => 'parts' in one

function requireOne(all: readonly (Figure | Breakdown)[], wanted: PartId): Figure | Breakdown {
  const found = all.find(({ id }) => id === wanted)
  if (!found) throw new Error(`Nothing counts ${wanted}`)
  return found
}
