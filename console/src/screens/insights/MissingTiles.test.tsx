// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import type { Tile } from '@verbatim/contract/insight-tiles.ts'
import type { InsightFigures, TileFigures } from '@verbatim/contract/insights.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { MissingTiles } from './MissingTiles.tsx'
import { TileGrid } from './TileGrid.tsx'

afterEach(cleanup)

const tiles: readonly Tile[] = (['messages', 'contacts', 'events-raised', 'open-events'] as const).map(
  (metric, at) => ({
    id: metric,
    kind: 'figure',
    metric,
    filter: {},
    place: { x: 3 * at, y: 0, w: 3, h: 2 },
  }),
)
const found: readonly TileFigures[] = [
  { id: 'messages', state: 'failed', reason: 'too-long' },
  { id: 'contacts', state: 'failed', reason: 'too-long' },
  { id: 'events-raised', state: 'failed', reason: 'unavailable' },
  { id: 'open-events', state: 'not-allowed' },
]

test('tiles that fail for one reason are one alert that names them, and are silent in their places', async () => {
  let asked = 0
  const figures = { tiles: found } as InsightFigures
  const again = () => void (asked += 1)
  const { user } = drawPages({
    '/': () => (
      <>
        <MissingTiles tiles={tiles} figures={figures} retry={{ again, isRunning: false }} />
        <TileGrid name="Tiles" tiles={tiles} figures={figures} onRetry={again} />
      </>
    ),
  })
  const alerts = await screen.findAllByRole('alert')
  expect(alerts.map(({ textContent }) => textContent)).toEqual([
    '2 parts could not be countedMessages, Digital contacts. It took too long to count.Try again',
    '1 part could not be countedEvents raised. It can’t be counted right now.Try again',
  ])
  expect(screen.getAllByRole('group').map(({ textContent }) => textContent)).toEqual([
    ...Array.from({ length: 2 }, () => 'This part could not be countedIt took too long to count.Try again'),
    'This part could not be countedIt can’t be counted right now.Try again',
  ])
  await user.click(screen.getByRole('button', { name: 'Try again to count 2 parts' }))
  expect(asked).toBe(1)
})
