// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { Failure } from '@verbatim/client/failure.ts'
import { EscapeLayers } from '@verbatim/ui/escape.tsx'
import { afterEach, expect, test, vi } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { PersonName } from './PersonName.tsx'

afterEach(cleanup)

const card = {
  name: 'Dana Cole',
  pages: ['contact'],
  groups: [{ id: 'g', name: 'Asia Desk' }],
  channels: ['sms'],
  openEvents: 2,
}

function draw(answer: () => unknown) {
  const api = vi.fn(async () => answer())
  const drawn = drawPages(
    {
      '/': () => (
        <EscapeLayers>
          <PersonName person={{ name: 'Dana Cole', address: '+15550101', contactId: 'c1' }} />
          <PersonName person={{ name: 'Unknown', address: '+15550102' }} />
        </EscapeLayers>
      ),
    },
    { api, viewer: { id: 'me', permissions: new Set(['groups.view']) } },
  )
  return { ...drawn, api }
}

test('pointing at a name shows the card, which is asked for each time it opens; its links to lists filter by the person', async () => {
  const { user, api } = draw(() => card)
  const name = await screen.findByRole('button', { name: 'Dana Cole' })
  await user.hover(name)
  const events = await screen.findByRole('link', { name: '2 open events' })
  expect(decodeURIComponent(events.getAttribute('href') ?? '')).toContain('authorId[eq]:c1,status[in]:')
  expect(screen.getByRole('link', { name: 'Asia Desk' }).getAttribute('href')).toBe('/organization/groups/g')
  expect(screen.getByRole('link', { name: 'Dana Cole' }).getAttribute('href')).toBe(
    '/organization/contacts/c1',
  )
  await user.unhover(name)
  await waitFor(() => expect(screen.queryByRole('link', { name: '2 open events' })).toBeNull())
  await user.hover(name)
  await screen.findByRole('link', { name: '2 open events' })
  expect(api).toHaveBeenCalledTimes(2)
})

test('Enter goes into the card, and Escape returns to the name', async () => {
  const { user } = draw(() => card)
  const name = await screen.findByRole('button', { name: 'Dana Cole' })
  name.focus()
  await user.keyboard('{Enter}')
  const page = await screen.findByRole('link', { name: 'Dana Cole' })
  await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true))
  expect(page).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(name))
  // The focus on the name does not show the card again.
  await expect(screen.findByRole('dialog', {}, { timeout: 500 })).rejects.toThrow()
})

test('the card leaves out parts that the reader may not see, and an unknown person has no card', async () => {
  const { user } = draw(() => ({ name: 'Dana Cole', pages: [] }))
  expect(screen.queryByRole('button', { name: 'Unknown' })).toBeNull()
  await user.hover(await screen.findByRole('button', { name: 'Dana Cole' }))
  await screen.findByText(/^Contact/)
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.queryByText(/event/)).toBeNull()
  cleanup()
  const refused = draw(() => {
    throw new Failure('user.not-found')
  })
  await refused.user.hover(await screen.findByRole('button', { name: 'Dana Cole' }))
  await screen.findByText('You can’t see more about this person.')
})
