import type { Tile } from '@verbatim/contract/insight-tiles.ts'
import type { InsightFigures } from '@verbatim/contract/insights.ts'
import { tileTitle } from '@verbatim/contract/tile-titles.ts'
import { MissingParts } from '#screens/metrics/MissingParts.tsx'
import type { Retry } from '#screens/metrics/SectionFailure.tsx'

interface MissingTilesProps {
  tiles: readonly Tile[]
  figures: InsightFigures | undefined
  retry: Retry
}

/** The tiles that could not be counted: in their places, they say it without an alert. */
export function MissingTiles({ tiles, figures, retry }: MissingTilesProps) {
  const parts = tiles.flatMap((tile) => {
    const found = figures?.tiles.find(({ id }) => id === tile.id)
    if (tile.kind === 'text' || found?.state !== 'failed') return []
    return { name: tileTitle(tile), reason: found.reason }
  })
  return <MissingParts parts={parts} retry={retry} />
}
