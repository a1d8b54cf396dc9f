import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconArrowsDiagonal, IconGripVertical, IconPencil, IconTrash } from '@tabler/icons-react'
import { type Direction, movedTo, resizedTo, withoutTile } from '@verbatim/contract/insight-grid.ts'
import type { Place } from '@verbatim/contract/insight-tiles.ts'
import type { InsightFigures } from '@verbatim/contract/insights.ts'
import { tileTitle } from '@verbatim/contract/tile-titles.ts'
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import classes from './BuilderGrid.module.css'
import type { FormTile } from './insight-form.ts'
import { InsightTile } from './InsightTile.tsx'
import { placeStyle } from './TileGrid.tsx'
import grid from './TileGrid.module.css'
import { type Handle, useTileDrag } from './use-tile-drag.ts'

interface BuilderGridProps {
  /** In reading order. */
  tiles: readonly FormTile[]
  figures: InsightFigures | undefined
  /** The figures are of the former question. */
  isStale: boolean
  /** The key of the tile whose settings are open. */
  current: string | undefined
  onOpen: (key: string | undefined) => void
  onChange: (tiles: readonly FormTile[], series?: string) => void
  onRetry: () => void
}

const arrows: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

/** The tiles with handles: dragged, or moved and resized by arrow keys. Their figures are shown, and lead nowhere here. */
export function BuilderGrid({ tiles, onChange, ...props }: BuilderGridProps) {
  const hint = useId()
  const list = useRef<HTMLUListElement>(null)
  const [said, setSaid] = useState('')
  const { dragged, startDrag } = useTileDrag(list, onChange)
  const refocus = useRefocus(list)
  const shown = new Map((dragged ?? tiles).map((tile) => [tile.key, tile]))

  const press = (tile: FormTile, handle: Handle) => (event: KeyboardEvent) => {
    const direction = arrows[event.key]
    if (!direction) return
    event.preventDefault()
    const isResize = handle === 'resize' || event.shiftKey
    const next = (isResize ? resizedTo : movedTo)(tiles, tile.id, direction)
    refocus(tile.key, handle)
    onChange(next, `${isResize ? 'size' : 'place'} of ${tile.id}`)
    setSaid(placeWords(next.find(({ id }) => id === tile.id) ?? tile))
  }

  return (
    <>
      <p id={hint} className={classes.hint}>
        Drag a tile by its handle, or focus the handle and press arrow keys; with Shift they resize.
      </p>
      <ul
        ref={list}
        className={grid.grid}
        aria-label="Tiles"
        aria-busy={!props.figures || props.isStale}
        data-dragging={dragged ? true : undefined}
      >
        {tiles.map((tile) => (
          <BuilderTile
            key={tile.key}
            {...props}
            tile={tile}
            place={(shown.get(tile.key) ?? tile).place}
            hint={hint}
            handle={(handle) => ({
              'data-handle': `${handle} ${tile.key}`,
              onPointerDown: startDrag(tiles, tile, handle),
              onKeyDown: press(tile, handle),
            })}
            onRemove={() => {
              onChange(withoutTile(tiles, tile.id))
              if (tile.key === props.current) props.onOpen(undefined)
              setSaid(`${tileTitle(tile)} was removed`)
            }}
          />
        ))}
      </ul>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  )
}

interface BuilderTileProps extends Omit<BuilderGridProps, 'tiles' | 'onChange'> {
  tile: FormTile
  place: Place
  /** The ID of how handles work. */
  hint: string
  handle: (handle: Handle) => object
  onRemove: () => void
}

function BuilderTile(props: BuilderTileProps) {
  const { tile, place, figures, isStale, current, hint, handle, onOpen, onRemove, onRetry } = props
  const title = tileTitle(tile)
  const isCurrent = tile.key === current
  return (
    <li
      className={`${grid.place} ${classes.tile}`}
      style={placeStyle(place)}
      data-current={isCurrent || undefined}
      data-low={place.h === 1 || undefined}
    >
      <div className={classes.handles} role="group" aria-label={title}>
        <ActionIcon
          className={classes.grip}
          size={28}
          aria-label={`Move ${title}`}
          aria-describedby={hint}
          {...handle('move')}
        >
          <IconGripVertical size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          size={28}
          aria-label={`Edit ${title}`}
          aria-pressed={isCurrent}
          onClick={() => onOpen(isCurrent ? undefined : tile.key)}
        >
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon size={28} aria-label={`Remove ${title}`} onClick={onRemove}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </div>
      {/* Its links would leave the editor. */}
      <div className={classes.content} data-fading={isStale || undefined} inert>
        <InsightTile tile={tile} figures={figures} onRetry={onRetry} />
      </div>
      <ActionIcon
        className={classes.corner}
        size={24}
        aria-label={`Resize ${title}`}
        aria-describedby={hint}
        {...handle('resize')}
      >
        <IconArrowsDiagonal size={14} aria-hidden />
      </ActionIcon>
    </li>
  )
}

/** "Messages: column 4, row 1, 3 wide, 2 high" */
const placeWords = (tile: FormTile) => {
  const { x, y, w, h } = tile.place
  return `${tileTitle(tile)}: column ${x + 1}, row ${y + 1}, ${w} wide, ${h} high`
}

/** A tile that changes its place among the others loses the focus of its handle, so it is given back. */
function useRefocus(list: RefObject<HTMLUListElement | null>) {
  const wanted = useRef<string>(undefined)
  useLayoutEffect(() => {
    const handle = wanted.current
    if (handle === undefined || !list.current) return
    wanted.current = undefined
    for (const element of list.current.querySelectorAll<HTMLElement>('[data-handle]'))
      if (element.dataset['handle'] === handle) element.focus()
  })
  return (key: string, handle: Handle) => {
    wanted.current = `${handle} ${key}`
  }
}
