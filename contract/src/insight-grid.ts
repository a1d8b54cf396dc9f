/** The law of a grid of tiles: each lies directly under what is above it, so no two overlap and nothing floats. */
import { gridColumns, type Place, tileLimits } from './insight-tiles.ts'

interface Placed {
  readonly id: string
  readonly place: Place
}

const sharesColumns = (one: Place, other: Place) => one.x < other.x + other.w && other.x < one.x + one.w
const sharesRows = (one: Place, other: Place) => one.y < other.y + other.h && other.y < one.y + one.h

/** Whether two tiles lie over each other. */
export function hasOverlap(tiles: readonly Placed[]): boolean {
  return tiles.some(({ place }, at) =>
    tiles.slice(at + 1).some((other) => sharesColumns(place, other.place) && sharesRows(place, other.place)),
  )
}

/** Tiles as they are read: from above, and from the left. */
export const inReadingOrder = <T extends Placed>(tiles: readonly T[]): T[] =>
  tiles.toSorted(({ place: one }, { place: other }) => one.y - other.y || one.x - other.x)

/** Each tile, in this order, falls upwards until it meets one that fell before. */
function settled<T extends Placed>(ordered: readonly T[]): T[] {
  const fallen: T[] = []
  for (const tile of ordered) {
    const above = fallen.filter(({ place }) => sharesColumns(place, tile.place))
    const y = Math.max(0, ...above.map(({ place }) => place.y + place.h))
    fallen.push({ ...tile, place: { ...tile.place, y } })
  }
  return fallen
}

const between = (least: number, value: number, most: number) => Math.min(Math.max(value, least), most)

/** The nearest place within the grid. */
function withinGrid({ x, y, w, h }: Place): Place {
  const width = between(2, w, gridColumns)
  return {
    x: between(0, x, gridColumns - width),
    y: between(0, y, tileLimits.rows),
    w: width,
    h: between(1, h, tileLimits.height),
  }
}

/** Gives one tile another place; the others make room. */
export function placedAt<T extends Placed>(tiles: readonly T[], id: string, place: Place): T[] {
  return reordered(tiles, id, { place: withinGrid(place), row: place.y - 0.25 })
}

export type Direction = 'left' | 'right' | 'up' | 'down'

/** Moves one tile by a column, or past the tile above or below it. */
export function movedTo<T extends Placed>(tiles: readonly T[], id: string, direction: Direction): T[] {
  const tile = tiles.find((one) => one.id === id)
  if (!tile) return [...tiles]
  const { place } = tile
  if (direction === 'left' || direction === 'right')
    return placedAt(tiles, id, { ...place, x: place.x + (direction === 'left' ? -1 : 1) })
  const ordered = inReadingOrder(tiles).filter((one) => one.id !== id && sharesColumns(one.place, place))
  const next =
    direction === 'up'
      ? ordered.findLast((one) => one.place.y < place.y)
      : ordered.find((one) => one.place.y > place.y)
  if (!next) return [...tiles]
  return reordered(tiles, id, { place, row: next.place.y + (direction === 'up' ? -0.25 : 0.25) })
}

/** Makes one tile wider, narrower, higher or lower. */
export function resizedTo<T extends Placed>(tiles: readonly T[], id: string, direction: Direction): T[] {
  const tile = tiles.find((one) => one.id === id)
  if (!tile) return [...tiles]
  const { x, y, w, h } = tile.place
  const size = {
    left: { w: w - 1, h },
    right: { w: Math.min(w + 1, gridColumns - x), h },
    up: { w, h: h - 1 },
    down: { w, h: h + 1 },
  }[direction]
  return placedAt(tiles, id, { x, y, ...size })
}

/** A place for one more tile, below all others. */
export function placeBelow(tiles: readonly Placed[], size: Pick<Place, 'w' | 'h'>): Place {
  return { x: 0, y: Math.max(0, ...tiles.map(({ place }) => place.y + place.h)), ...size }
}

/** @param to `row` decides only the order; between two rows it is between their tiles. */
function reordered<T extends Placed>(
  tiles: readonly T[],
  id: string,
  to: { readonly place: Place; readonly row: number },
): T[] {
  const rowOf = (tile: T) => (tile.id === id ? to.row : tile.place.y)
  const changed = tiles.map((tile) => (tile.id === id ? { ...tile, place: to.place } : tile))
  const ordered = changed.toSorted((one, other) => rowOf(one) - rowOf(other) || one.place.x - other.place.x)
  const fallen = new Map(settled(ordered).map((tile) => [tile.id, tile]))
  // In the order that they had: a form compares them by it.
  return tiles.map((tile) => fallen.get(tile.id) ?? tile)
}

/** Tiles without one of them; what was below it moves up. */
export function withoutTile<T extends Placed>(tiles: readonly T[], id: string): T[] {
  const left = tiles.filter((tile) => tile.id !== id)
  const fallen = new Map(settled(inReadingOrder(left)).map((tile) => [tile.id, tile]))
  return left.map((tile) => fallen.get(tile.id) ?? tile)
}
