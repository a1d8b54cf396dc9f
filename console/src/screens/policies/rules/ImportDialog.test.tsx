// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import type { PolicyDetail } from '@verbatim/contract/policies.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { ImportDialog } from './ImportDialog.tsx'

afterEach(cleanup)

const policy = { id: 'p1', name: 'Desk', version: 2, rules: [] } as unknown as PolicyDetail

test.each([
  [{ created: 2, widened: 0, skipped: 0 }, '2 rules were added to “Desk”', undefined],
  [
    { created: 1, widened: 3, skipped: 4 },
    '1 rule was added to “Desk”',
    '3 rules find more, 4 already there',
  ],
  [{ created: 0, widened: 3, skipped: 0 }, '3 rules of “Desk” find more', undefined],
  [{ created: 0, widened: 1, skipped: 4 }, '1 rule of “Desk” finds more', '4 already there'],
])('an import of %o says what it changed', async (counts, title, message) => {
  const report = { total: 9, differing: 0, failed: 0, errors: [], version: 3, ...counts }
  const { user } = drawPages(
    { '/': () => <ImportDialog policy={policy} onClose={() => undefined} /> },
    {
      api: async (_endpoint: unknown, { query }: { query?: { dryRun?: string } }) => ({
        ...report,
        saved: query?.dryRun === 'false',
      }),
      viewer: { id: 'me', permissions: new Set() },
    },
  )
  await user.upload(
    await screen.findByLabelText(/choose one/),
    new File(['guaranteed'], 'desk.csv', { type: 'text/csv' }),
  )
  await user.click(await screen.findByRole('button', { name: /^Import \d/ }))
  const said = await screen.findByText(title)
  expect(said.nextElementSibling?.textContent || undefined).toBe(message)
})
