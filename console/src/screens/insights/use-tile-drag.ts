import { placedAt } from '@verbatim/contract/insight-grid.ts'
import { gridColumns, type Place } from '@verbatim/contract/insight-tiles.ts'
import { type PointerEvent, type RefObject, useState } from 'react'
import type { FormTile } from './insight-form.ts'

/** What is dragged: the whole tile, or its corner. */
export type Handle = 'move' | 'resize'

/** A row of the grid and the gap below it, in px, as in `TileGrid.module.css`. */
const rowStep = 64
const gap = 16

/**
 * Drags tiles with a mouse, a pen or a finger. While one is dragged the others show where they would go; they keep their order in the page,
 * because a moved element would lose the pointer.
 */
export function useTileDrag(
  list: RefObject<HTMLUListElement | null>,
  onChange: (tiles: readonly FormTile[]) => void,
) {
  const [dragged, setDragged] = useState<readonly FormTile[]>()

  const startDrag =
    (tiles: readonly FormTile[], tile: FormTile, handle: Handle) => (down: PointerEvent<HTMLElement>) => {
      if (!list.current || down.button !== 0) return
      const element = down.currentTarget
      const columnStep = (list.current.clientWidth + gap) / gridColumns
      const at = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }) => {
        const columns = Math.round((clientX - down.clientX) / columnStep)
        const rows = Math.round((clientY - down.clientY) / rowStep)
        return columns === 0 && rows === 0 ? tiles : placedAt(tiles, tile.id, to(tile.place, columns, rows))
      }
      const to = ({ x, y, w, h }: Place, columns: number, rows: number): Place =>
        handle === 'move'
          ? { x: x + columns, y: y + rows, w, h }
          : { x, y, w: Math.min(w + columns, gridColumns - x), h: h + rows }
      const move = (event: globalThis.PointerEvent) => setDragged(at(event))
      const stop = () => {
        element.removeEventListener('pointermove', move)
        element.removeEventListener('pointerup', drop)
        element.removeEventListener('pointercancel', stop)
        setDragged(undefined)
      }
      const drop = (event: globalThis.PointerEvent) => {
        stop()
        const next = at(event)
        if (next !== tiles) onChange(next)
      }
      element.setPointerCapture(down.pointerId)
      element.addEventListener('pointermove', move)
      element.addEventListener('pointerup', drop)
      element.addEventListener('pointercancel', stop)
    }

  return { dragged, startDrag }
}
