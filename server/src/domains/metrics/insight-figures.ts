/** The figures of an insight's tiles for one reader: screens, reports by mail and previews all ask here. */
import { seesTile, type Tile } from '@verbatim/contract/insight-tiles.ts'
import type { InsightDefinition, InsightFigures, TileFigures } from '@verbatim/contract/insights.ts'
import type { MetricQuery } from '@verbatim/contract/metrics.ts'
import { sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { findPeriods, toMetricPeriod } from './period.ts'
import { tileCounter } from './tiles.ts'

interface Asked {
  readonly definition: InsightDefinition
  /** Without a period, the usual one of the insight. */
  readonly query: MetricQuery
  readonly now: Date
  /** Told of a tile that the database could not count; the others are counted. */
  readonly onFailure: (tileId: string, error: unknown) => void
}

/** Counts each tile that the reader may see, within their scope. */
export async function findInsightFigures(
  tx: TenantTx,
  { scope, permissions }: Pick<Actor, 'scope' | 'permissions'>,
  { definition, query, now, onFailure }: Asked,
): Promise<InsightFigures> {
  const isAsked = query.days !== undefined || query['date-from'] !== undefined
  const periods = await findPeriods(tx, isAsked ? query : { days: definition.usualDays }, now)
  const count = tileCounter({ tx, scope, periods })
  const figuresOf = async (tile: Exclude<Tile, { kind: 'text' }>): Promise<TileFigures> => {
    const { id } = tile
    if (!seesTile(permissions, tile)) return { id, state: 'not-allowed' }
    await sql`savepoint tile`.execute(tx)
    try {
      return { id, state: 'counted', ...(await count(tile)) }
    } catch (error) {
      if (!isOfDatabase(error)) throw error
      await sql`rollback to savepoint tile`.execute(tx)
      onFailure(id, error)
      return { id, state: 'failed' }
    }
  }
  const tiles: TileFigures[] = []
  // One after another: they share one connection.
  for (const tile of definition.tiles) if (tile.kind !== 'text') tiles.push(await figuresOf(tile))
  return { ...toMetricPeriod(periods), tiles }
}

/** Whether the database refused or gave up a statement: its errors have an SQLSTATE. */
const isOfDatabase = (error: unknown) =>
  error instanceof Error && 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code))
