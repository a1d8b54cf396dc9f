/** What changed in the tiles of an insight, for the audit trail. */
import type { Tile } from '@verbatim/contract/insight-tiles.ts'
import type { InsightDefinition } from '@verbatim/contract/insights.ts'
import { tileTitle } from '@verbatim/contract/tile-titles.ts'
import type { FieldChange } from '#domains/audit/commands.ts'

/**
 * The tiles that show something else than before, and those that are elsewhere: only their names, as texts do not belong in
 * the trail. One in place of another of its name is a changed one.
 */
export function changedTiles(before: readonly Tile[], after: readonly Tile[]): FieldChange[] {
  const earlier = new Map(before.map((tile) => [tile.id, tile]))
  const kept = new Set(after.map(({ id }) => id))
  const replaced = new Set(before.filter(({ id }) => !kept.has(id)).map(tileTitle))
  const shows = (tile: Tile) => ({ ...tile, place: null })
  return [
    ...named(
      'changedTiles',
      after.filter((tile) => {
        const was = earlier.get(tile.id)
        return was ? !isSame(shows(was), shows(tile)) : replaced.has(tileTitle(tile))
      }),
    ),
    ...named(
      'movedTiles',
      after.filter((tile) => {
        const was = earlier.get(tile.id)
        return was !== undefined && !isSame(was.place, tile.place)
      }),
    ),
  ]
}

const named = (field: string, tiles: readonly Tile[]): FieldChange[] =>
  tiles.length === 0 ? [] : [{ field, old: null, new: tiles.map(tileTitle).join(', ') }]

/** Whether two definitions show the same. Places, not the order of the tiles, decide where they are. */
export const showsSame = (one: InsightDefinition, other: InsightDefinition): boolean =>
  isSame(ordered(one), ordered(other))

const ordered = (definition: InsightDefinition) => ({
  ...definition,
  tiles: definition.tiles.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
})

const isSame = (one: unknown, other: unknown) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))

/** With its keys in one order: the database does not keep the order of the caller. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]))
}
