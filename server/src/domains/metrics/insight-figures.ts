/** The figures of an insight's tiles for one reader: screens, reports by mail and previews all ask here. */
import { seesTile, type Tile } from '@verbatim/contract/insight-tiles.ts'
import type { InsightDefinition, InsightFigures, TileFigures } from '@verbatim/contract/insights.ts'
import type { MetricQuery } from '@verbatim/contract/metrics.ts'
import type { Actor } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { partCounter, type PartCounting, tileLimits } from './counted-parts.ts'
import { findPeriods, toMetricPeriod } from './period.ts'
import { tileCounter } from './tiles.ts'

interface Asked extends PartCounting {
  readonly definition: InsightDefinition
  /** Without a period, the usual one of the insight. */
  readonly query: MetricQuery
  readonly now: Date
}

/** Counts each tile that the reader may see, within their scope. */
export async function findInsightFigures(
  tx: TenantTx,
  { scope, permissions }: Pick<Actor, 'scope' | 'permissions'>,
  { definition, query, now, ...counting }: Asked,
): Promise<InsightFigures> {
  const countPart = partCounter(tx, { ...tileLimits, ...counting })
  const isAsked = query.days !== undefined || query['date-from'] !== undefined
  const periods = await findPeriods(tx, isAsked ? query : { days: definition.usualDays }, now)
  const count = tileCounter({ tx, scope, periods })
  const figuresOf = async (tile: Exclude<Tile, { kind: 'text' }>): Promise<TileFigures> => {
    const { id } = tile
    if (!seesTile(permissions, tile)) return { id, state: 'not-allowed' }
    const found = await countPart(id, () => count(tile))
    return 'failed' in found
      ? { id, state: 'failed', reason: found.failed }
      : { id, state: 'counted', ...found.counted }
  }
  const tiles: TileFigures[] = []
  for (const tile of definition.tiles) if (tile.kind !== 'text') tiles.push(await figuresOf(tile))
  return { ...toMetricPeriod(periods), tiles }
}
