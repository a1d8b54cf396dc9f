// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { countedWeek as counted } from '#testing/counted-week.ts'
import { drawPages } from '#testing/draw-pages.tsx'
import { PeriodLine } from './PeriodLine.tsx'

afterEach(cleanup)

test.each([
  ['7', {}, '7 days to yesterday', '1 – 7 Nov 2026, UTC'],
  ['2026-11-01|2026-11-07', {}, '1 – 7 Nov 2026', '7 days, UTC'],
  [
    '2026-11-01|2026-11-07',
    { asOf: '2026-11-07T09:00:00.000Z' },
    'This month',
    '7 days, 1 – 7 Nov 2026, today so far, UTC',
  ],
])('of %s %j, the line says what its button “%s” does not', async (period, parts, button, words) => {
  const draw = () => <PeriodLine counted={{ ...counted, ...parts }} />
  drawPages({ '/': draw }, { at: `/?period=${period}`, viewer: { id: 'me', permissions: new Set() } })
  const name = await screen.findByRole('button')
  expect(name.textContent).toBe(button)
  const line = document.querySelector('[aria-live]')?.textContent ?? ''
  expect(line.split(/ · /)).toEqual([
    words,
    'compared with 25 – 31 Oct 2026',
    expect.stringMatching(/^counted at \d\d:\d\d\s*$/),
  ])
})
