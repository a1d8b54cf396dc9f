import { inReadingOrder } from '@verbatim/contract/insight-grid.ts'
import type { Place, Tile } from '@verbatim/contract/insight-tiles.ts'
import type { InsightFigures } from '@verbatim/contract/insights.ts'
import type { CSSProperties } from 'react'
import { InsightTile } from './InsightTile.tsx'
import classes from './TileGrid.module.css'

/** The place of a tile, for the style sheet. */
export const placeStyle = ({ x, y, w, h }: Place) =>
  ({ '--column': `${x + 1} / span ${w}`, '--row': `${y + 1} / span ${h}` }) as CSSProperties

interface TileGridProps {
  name: string
  tiles: readonly Tile[]
  figures: InsightFigures | undefined
  onRetry: () => void
}

/** The tiles of an insight, each in its place. */
export function TileGrid({ name, tiles, figures, onRetry }: TileGridProps) {
  return (
    <ul className={classes.grid} aria-label={name} aria-busy={!figures}>
      {inReadingOrder(tiles).map((tile) => (
        <li key={tile.id} className={classes.place} style={placeStyle(tile.place)}>
          <InsightTile tile={tile} figures={figures} onRetry={onRetry} />
        </li>
      ))}
    </ul>
  )
}
