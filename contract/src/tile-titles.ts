import { dimensionNames, type Tile } from './insight-tiles.ts'
import { definitionOf } from './metric-definitions.ts'

/** The name of a tile: its own title, or what it counts: "Messages by channel". */
export function tileTitle(tile: Tile): string {
  if (tile.kind === 'text') return 'Text'
  if (tile.title) return tile.title
  const { name } = definitionOf(tile.metric)
  if (!('by' in tile)) return name
  return tile.by === 'day' ? `${name} per day` : `${name} by ${dimensionNames[tile.by].toLowerCase()}`
}
