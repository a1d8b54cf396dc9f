// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import type { Figure } from '@verbatim/contract/metrics.ts'
import { afterEach, expect, test } from 'vitest'
import { countedWeek as period } from '#testing/counted-week.ts'
import { drawPages } from '#testing/draw-pages.tsx'
import { FigureTile } from './Figures.tsx'

afterEach(cleanup)

async function wordsOf(value: number, previous: number | null): Promise<string | undefined> {
  const figure: Figure = { id: 'response-rate', value, previous }
  const draw = () => (
    <main>
      <FigureTile figure={figure} period={period} />
    </main>
  )
  drawPages({ '/': draw }, { viewer: { id: 'me', permissions: new Set() } })
  const words = (await screen.findByRole('main')).textContent
  cleanup()
  return words.replace('Response rate', '')
}

test('a figure and the one before have the same decimals, and the same one is not repeated', async () => {
  expect(await wordsOf(60, 40)).toBe('60%20 points higher, which is betterwas 40%')
  expect(await wordsOf(60, 40.3)).toBe('60.0%19.7 points higher, which is betterwas 40.3%')
  expect(await wordsOf(60.02, 60)).toBe('60%no change')
  expect(await wordsOf(60, null)).toBe('60%not known before')
})
