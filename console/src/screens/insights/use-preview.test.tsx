// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import type { Tile } from '@verbatim/contract/insight-tiles.ts'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { usePreview } from './use-preview.ts'

afterEach(cleanup)

const tiles: readonly Tile[] = [
  { id: 'one', kind: 'figure', metric: 'messages', filter: {}, place: { x: 0, y: 0, w: 3, h: 2 } },
]

test('tiles are counted at once when they are opened, and after a pause while they change', async () => {
  const asked: string[] = []
  const api = async (_: unknown, { query }: { query: { days: number } }) => {
    asked.push(String(query.days))
    return { tiles: [] }
  }
  function Builder() {
    const [days, setDays] = useState('1')
    usePreview(tiles, Number(days))
    return <input aria-label="Days" value={days} onChange={(event) => setDays(event.target.value)} />
  }
  const { user } = drawPages({ '/': Builder }, { api })
  await user.type(await screen.findByRole('textbox', { name: 'Days' }), '234')
  await waitFor(() => expect(asked).toEqual(['1', '1234']))
})
