// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { ThemeId } from '@verbatim/contract/ids.ts'
import { rowExportCalls } from '@verbatim/contract/row-exports.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { ThemeContacts } from './ThemeContacts.tsx'

afterEach(cleanup)

const theme = { id: ThemeId.parse('019aa000-0000-7000-8000-000000000001'), contacts: 13 }

/** A theme of which so many contacts wrote. */
function draw(count: number, at = '/') {
  const exported: unknown[] = []
  const people = Array.from({ length: count }, (_, at) => ({ name: `Contact ${at + 1}`, messages: 1 }))
  const drawn = drawPages(
    { '/': () => <ThemeContacts theme={theme} category="question" /> },
    {
      at,
      viewer: { id: 'me', permissions: new Set(['themes.view', 'metrics.view']) },
      api: async (call: { path: string }, given: { query: Readonly<Record<'limit' | 'skip', number>> }) => {
        const { query } = given
        if (call === rowExportCalls['theme-contacts']) {
          exported.push(given)
          return { exportId: 'e1' }
        }
        return call.path.endsWith('/contacts')
          ? { items: people.slice(query.skip, query.skip + query.limit), total: people.length }
          : { items: [], total: 0 }
      },
    },
  )
  return { ...drawn, people, exported }
}

const names = () =>
  within(screen.getByRole('table'))
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent)

test('the last page is shown instead of one that no contact is left on', async () => {
  const { user, queryClient, people } = draw(13)
  await user.click(await screen.findByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(names()).toEqual(['Contact 11', 'Contact 12', 'Contact 13']))

  people.length = 8
  await queryClient.invalidateQueries({ queryKey: ['themes'] })

  await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(8))
})

test('all of them are exported as they are listed: of the days and the category of the page', async () => {
  const { user, exported } = draw(13, '/?period=2026-11-01|2026-11-07')
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Excel (XLSX)' }))
  expect(exported).toEqual([
    {
      params: { themeId: theme.id },
      query: { 'date-from': '2026-11-01', 'date-to': '2026-11-07', category: 'question' },
      body: { format: 'xlsx' },
    },
  ])
})
