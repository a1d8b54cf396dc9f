/** An insight as a report: its tiles in reading order, with the figures that the reader may see. */
import { inReadingOrder } from '@verbatim/contract/insight-grid.ts'
import { type CountedTile, dimensionNames, seesTile, type Tile } from '@verbatim/contract/insight-tiles.ts'
import type { Insight, InsightFigures, InsightId, TileFigures } from '@verbatim/contract/insights.ts'
import type { MetricQuery } from '@verbatim/contract/metrics.ts'
import { tileTitle } from '@verbatim/contract/tile-titles.ts'
import { filterWords, partNames } from '@verbatim/contract/tile-words.ts'
import type { ReportBlock } from '@verbatim/documents/report/report.ts'
import { findInsight } from '#domains/insights/queries.ts'
import { findInsightFigures } from '#domains/metrics/insight-figures.ts'
import { hideTilePeople } from '#flows/hide-people/metrics.ts'
import type { Actor } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { toReportFigure, toReportParts, toReportSeries } from './figure-blocks.ts'
import { type Content, type ReportReader, timeText } from './content.ts'

interface Asked extends Omit<Parameters<typeof findInsightFigures>[2], 'definition' | 'query'> {
  readonly insightId: InsightId
  readonly query: MetricQuery
}

/** @returns Why there is none: the insight was removed, or the reader may not see it, or nothing in it. */
export async function findInsightContent(
  tx: TenantTx,
  { actor, pseudonyms }: ReportReader,
  { insightId, ...asked }: Asked,
): Promise<Content | 'removed' | 'no-permission'> {
  const insight = await findInsight(tx, actor, insightId)
  if (insight === 'removed') return insight
  if (insight === 'hidden' || !maySee(actor, insight)) return 'no-permission'
  const { definition } = insight
  const counted = await findInsightFigures(tx, actor, { definition, ...asked })
  const { tiles, ...period } = pseudonyms ? hideTilePeople(counted, pseudonyms) : counted
  return {
    title: insight.name,
    path: `/insights/${insight.id}`,
    notes: [versionWords(insight, period.zone)],
    period,
    blocks: blocksOf(definition.tiles, { ...period, tiles }),
  }
}

/** Whether the insight has anything for the reader. What another product shows is not ours to report. */
const maySee = ({ permissions }: Pick<Actor, 'permissions'>, { definition: { tiles }, provider }: Insight) =>
  permissions.has('insights.view') &&
  provider === 'native' &&
  (tiles.every(({ kind }) => kind === 'text') ||
    tiles.some((tile) => tile.kind !== 'text' && seesTile(permissions, tile)))

function versionWords({ isReadyMade, version, changedAt, changedBy }: Insight, zone: string): string {
  if (isReadyMade || changedAt === undefined) return 'A ready-made insight.'
  return `Version ${version} of this insight, changed by ${changedBy} at ${timeText(new Date(changedAt), zone)}.`
}

/** Figures that follow each other stand in a row. */
function blocksOf(tiles: readonly Tile[], figures: InsightFigures): ReportBlock[] {
  const blocks: ReportBlock[] = []
  for (const block of inReadingOrder(tiles).flatMap((tile) => toBlocks(tile, figures))) {
    const last = blocks.at(-1)
    if (block.kind === 'figures' && last?.kind === 'figures')
      blocks.splice(-1, 1, { kind: 'figures', figures: [...last.figures, ...block.figures] })
    else blocks.push(block)
  }
  return blocks
}

function toBlocks(tile: Tile, { tiles, days }: InsightFigures): ReportBlock[] {
  if (tile.kind === 'text') return [{ kind: 'text', text: tile.text }]
  const found = tiles.find(({ id }) => id === tile.id)
  const title = titleOf(tile)
  if (found?.state === 'counted') return toCounted(tile, found, { title, days })
  const text = found?.state === 'not-allowed' ? 'You can’t see this metric.' : 'It could not be counted.'
  return [{ kind: 'text', title, text }]
}

function toCounted(
  tile: CountedTile,
  { figure, parts = [], total }: Extract<TileFigures, { state: 'counted' }>,
  { title, days }: { readonly title: string; readonly days: readonly string[] },
): ReportBlock[] {
  if (tile.kind === 'figure')
    return figure ? [{ kind: 'figures', figures: [toReportFigure(figure, title)] }] : []
  const { by, metric } = tile
  if (by === 'day') return toReportSeries(figure, { days, title })
  const words = { title, first: dimensionNames[by], labels: partNames(by), metric }
  const isOfPolicies = by === 'policy' && metric === 'events-raised'
  return [toReportParts({ parts, total }, { ...words, isOfPolicies })]
}

/** With what it is narrowed to, unless a title of its own says that. */
function titleOf(tile: CountedTile): string {
  const narrowed = tile.title === undefined && filterWords(tile.filter)
  return narrowed ? `${tileTitle(tile)} · ${narrowed}` : tileTitle(tile)
}
