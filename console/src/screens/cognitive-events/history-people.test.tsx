// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import type { CognitiveEventDetail } from '@verbatim/contract/cognitive-events.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { EventHistory } from './EventHistory.tsx'

afterEach(cleanup)

test('the people of an event’s history lead to their cards; the product itself and no one have none', async () => {
  const entry = { at: '2026-11-28T09:00:00.000Z', from: null, to: null, disposition: null, undoes: null }
  const history = [
    { ...entry, id: 'a', kind: 'raised', by: 'Verbatim', note: '2' },
    { ...entry, id: 'b', kind: 'assigned', by: 'Ana Bell', byId: 'ana', note: 'Ben Reed', assigneeId: 'ben' },
    { ...entry, id: 'c', kind: 'assigned', by: 'Cy Holt', byId: 'cy', note: null },
    {
      ...entry,
      id: 'd',
      kind: 'status',
      by: 'Di Lang',
      byId: 'di',
      note: null,
      from: 'new',
      to: 'escalated',
    },
  ]
  const event = { history } as unknown as CognitiveEventDetail
  const { container } = drawPages(
    { '/': () => <EventHistory event={event} /> },
    { viewer: { id: 'me', permissions: new Set() } },
  )
  await screen.findByRole('list', { name: 'History' })
  const leading = screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(leading).toEqual(['Di Lang', 'Cy Holt', 'Ana Bell', 'Ben Reed'])
  expect(container.textContent).toContain('Cy Holt assigned it to no one')
})
