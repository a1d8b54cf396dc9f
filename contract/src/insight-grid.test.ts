import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  hasOverlap,
  inReadingOrder,
  movedTo,
  placeBelow,
  placedAt,
  resizedTo,
  withoutTile,
} from './insight-grid.ts'
import { gridColumns, Place } from './insight-tiles.ts'

const sizes = fc.array(fc.record({ w: fc.integer({ min: 2, max: 12 }), h: fc.integer({ min: 1, max: 6 }) }), {
  minLength: 1,
  maxLength: 10,
})
const directions = ['left', 'right', 'up', 'down'] as const
const act = fc.record({
  kind: fc.constantFrom('move', 'size', 'drag', 'remove'),
  direction: fc.constantFrom(...directions),
  at: fc.nat(9),
  x: fc.integer({ min: -3, max: 14 }),
  y: fc.integer({ min: -3, max: 40 }),
})
interface Placed {
  readonly id: string
  readonly place: Place
}

function made(of: readonly { w: number; h: number }[]): Placed[] {
  const tiles: Placed[] = []
  for (const [at, size] of of.entries()) tiles.push({ id: String(at), place: placeBelow(tiles, size) })
  return tiles
}

test('after any move, resize, drag or removal, tiles stay in the grid, never overlap, and leave no gap above', () => {
  let changed = 0
  fc.assert(
    fc.property(sizes, fc.array(act, { maxLength: 20 }), (of, acts) => {
      let tiles = made(of)
      for (const { kind, direction, at, x, y } of acts) {
        const tile = tiles[at % Math.max(1, tiles.length)]
        if (!tile) return
        const { id, place } = tile
        const next = {
          move: () => movedTo(tiles, id, direction),
          size: () => resizedTo(tiles, id, direction),
          drag: () => placedAt(tiles, id, { ...place, x, y }),
          remove: () => withoutTile(tiles, id),
        }[kind]()
        if (JSON.stringify(next) !== JSON.stringify(tiles)) changed += 1
        expect(next.map((one) => one.id)).toEqual(
          tiles.map((one) => one.id).filter((one) => kind !== 'remove' || one !== id),
        )
        for (const { place: own } of next) expect(Place.safeParse(own).success).toBe(true)
        expect(hasOverlap(next)).toBe(false)
        for (const one of next)
          if (one.place.y > 0)
            expect(
              hasOverlap(
                next.map((other) =>
                  other === one ? { ...one, place: { ...one.place, y: one.place.y - 1 } } : other,
                ),
              ),
            ).toBe(true)
        tiles = next
      }
    }),
  )
  expect(changed).toBeGreaterThan(100)
})

test('a tile passes the one above or below it, and comes back', () => {
  const tiles = made([
    { w: 12, h: 3 },
    { w: 12, h: 5 },
    { w: 6, h: 2 },
  ])
  const order = (of: readonly Placed[]) =>
    inReadingOrder(of)
      .map(({ id }) => id)
      .join('')
  const down = movedTo(tiles, '0', 'down')
  expect(order(down)).toBe('102')
  expect(order(movedTo(down, '0', 'down'))).toBe('120')
  expect(movedTo(down, '0', 'up')).toEqual(tiles)
  // Nothing is above the first.
  expect(movedTo(tiles, '0', 'up')).toEqual(tiles)
})

test('a tile that is dragged beside another takes the row', () => {
  const tiles = made([
    { w: 6, h: 2 },
    { w: 6, h: 2 },
  ])
  expect(placedAt(tiles, '1', { x: 6, y: 0, w: 6, h: 2 }).map(({ place }) => [place.x, place.y])).toEqual([
    [0, 0],
    [6, 0],
  ])
  expect(resizedTo(tiles, '0', 'right')[0]?.place.w).toBe(7)
  expect(resizedTo(placedAt(tiles, '1', { x: 6, y: 0, w: 6, h: 2 }), '1', 'right')[1]?.place).toMatchObject({
    x: 6,
    w: gridColumns - 6,
  })
})
