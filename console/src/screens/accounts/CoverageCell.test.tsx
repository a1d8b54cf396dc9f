// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import type { CoverageSummary } from '@verbatim/contract/account-coverage.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { CoverageCell } from './CoverageCell.tsx'

afterEach(cleanup)

const all: CoverageSummary = { day: '2026-11-29', state: 'complete', complete: 30, days: 30 }

test.each([
  ['all days', {}, '30 of 30 days complete'],
  ['a single day', { complete: 1, days: 1 }, '1 of 1 day complete'],
  ['all but earlier days', { complete: 27 }, '27 of 30 days completeLast day: Complete'],
  [
    'all but the last day',
    { complete: 29, state: 'incomplete' },
    '29 of 30 days completeLast day: Incomplete',
  ],
  ['no day', { complete: 0, state: 'unknown' }, '0 of 30 days completeLast day: Can’t be known'],
] as const)(
  'of an account with %s complete, the last day is named only if it says more',
  async (_, some, words) => {
    const id = 'a1' as AccountId
    drawPages(
      {
        '/': () => (
          <main>
            <CoverageCell id={id} coverage={{ ...all, ...some }} />
          </main>
        ),
      },
      { api: undefined },
    )
    expect((await screen.findByRole('main')).textContent).toBe(words)
    screen.getByRole('link', { name: /complete$/ })
  },
)
