// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { ThemeId } from '@verbatim/contract/ids.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { ThemeContacts } from './ThemeContacts.tsx'

afterEach(cleanup)

const theme = { id: ThemeId.parse('019aa000-0000-7000-8000-000000000001'), contacts: 13 }

/** A theme of which so many contacts wrote. */
function draw(count: number) {
  const people = Array.from({ length: count }, (_, at) => ({ name: `Contact ${at + 1}`, messages: 1 }))
  const drawn = drawPages(
    { '/': () => <ThemeContacts theme={theme} category={undefined} /> },
    {
      viewer: { id: 'me', permissions: new Set(['themes.view', 'metrics.view']) },
      api: async (
        { path }: { path: string },
        { query }: { query: Readonly<Record<'limit' | 'skip', number>> },
      ) =>
        path.endsWith('/contacts')
          ? { items: people.slice(query.skip, query.skip + query.limit), total: people.length }
          : { items: [], total: 0 },
    },
  )
  return { ...drawn, people }
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
