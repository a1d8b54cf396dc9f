// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { exportCoverage } from '@verbatim/contract/account-coverage.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { AccountsScreen } from './AccountsScreen.tsx'

afterEach(cleanup)

test('the coverage of all accounts is exported from their list, however it is narrowed', async () => {
  const asked: unknown[] = []
  const { user } = drawPages(
    { '/integrations': AccountsScreen },
    {
      at: '/integrations?search=Desk',
      api: async (endpoint: unknown, call: unknown) => {
        if (endpoint === exportCoverage) asked.push(call)
        return endpoint === exportCoverage ? { exportId: 'e1' } : { items: [], total: 0 }
      },
      viewer: { id: 'me', permissions: new Set(['integrations.view']) },
    },
  )
  await user.click(await screen.findByRole('button', { name: 'Export coverage' }))
  await user.click(await screen.findByRole('menuitem', { name: 'CSV' }))
  expect(asked).toEqual([{ query: {}, body: { format: 'csv' } }])
})
