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
  /** Aborts when the reader no longer waits. */
  readonly signal: AbortSignal
  /** Told of a tile that could not be counted, by the database or in time; the others are counted. */
  readonly onFailure: (tileId: string, error: unknown) => void
  /** How long all tiles together may take. */
  readonly limitMs?: number
}

const usualLimitMs = 20_000

/** Counts each tile that the reader may see, within their scope. Those that the time does not suffice for fail. */
export async function findInsightFigures(
  tx: TenantTx,
  { scope, permissions }: Pick<Actor, 'scope' | 'permissions'>,
  { definition, query, now, signal, onFailure, limitMs = usualLimitMs }: Asked,
): Promise<InsightFigures> {
  const began = performance.now()
  const isAsked = query.days !== undefined || query['date-from'] !== undefined
  const periods = await findPeriods(tx, isAsked ? query : { days: definition.usualDays }, now)
  const count = tileCounter({ tx, scope, periods })
  const figuresOf = async (tile: Exclude<Tile, { kind: 'text' }>): Promise<TileFigures> => {
    const { id } = tile
    if (!seesTile(permissions, tile)) return { id, state: 'not-allowed' }
    signal.throwIfAborted()
    const leftMs = Math.floor(limitMs - (performance.now() - began))
    if (leftMs < 1) {
      onFailure(id, new Error('The tiles before it took all the time of the insight'))
      return { id, state: 'failed' }
    }
    await sql`savepoint tile`.execute(tx)
    try {
      await sql`select set_config('statement_timeout', ${String(leftMs)}, true)`.execute(tx)
      return { id, state: 'counted', ...(await count(tile)) }
    } catch (error) {
      // What was cancelled because the reader left is no failure of its tile.
      if (signal.aborted || !isOfDatabase(error)) throw error
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
