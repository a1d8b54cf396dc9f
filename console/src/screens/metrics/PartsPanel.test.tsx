// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { countedWeek as period } from '#testing/counted-week.ts'
import { drawPages } from '#testing/draw-pages.tsx'
import { PartsPanel } from './PartsPanel.tsx'

afterEach(cleanup)

async function barsOf(befores: readonly [number | null, number | null]): Promise<(string | null)[]> {
  const parts = [
    { key: 'signal', value: 97.5, previous: befores[0] },
    { key: 'telegram', value: 0, previous: befores[1] },
  ]
  drawPages(
    {
      '/': () => (
        <PartsPanel title="Parts" metric="capture-completeness" by="channel" parts={parts} dates={period} />
      ),
    },
    { viewer: { id: 'me', permissions: new Set() } },
  )
  const list = await screen.findByRole('list', { name: 'Parts' })
  const words = within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  cleanup()
  return words
}

test('a part that is not known of the previous period says so beside those that are', async () => {
  expect(await barsOf([97.5, null])).toEqual(['Signal97.5%no change', 'Telegram0.0%not known before'])
  expect(await barsOf([null, null])).toEqual(['Signal97.5%', 'Telegram0.0%'])
})
