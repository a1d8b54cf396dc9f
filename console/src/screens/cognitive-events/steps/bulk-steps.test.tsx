// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import type { EventStatus } from '@verbatim/contract/event-status.ts'
import { permissions } from '@verbatim/contract/permissions.ts'
import { everythingSelected } from '@verbatim/ui/table/selection.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { BulkSteps, useBulkStep } from './BulkSteps.tsx'

afterEach(cleanup)

/** All events of a list, of which those with these statuses were seen. */
async function draw(seen: readonly EventStatus[], total = seen.length) {
  const events = new Map(seen.map((status, at) => [String(at), { status, version: 1 }]))
  function Steps() {
    const bulk = useBulkStep({
      selection: everythingSelected,
      total,
      seen: { events },
      query: {},
      onDone: () => undefined,
      onOutdated: () => undefined,
    })
    return <BulkSteps count={total} bulk={bulk} />
  }
  const viewer = { id: 'me', permissions: new Set(permissions) }
  const { user } = drawPages({ '/': Steps }, { api: async () => undefined, viewer })
  const isOpen = (name: string) =>
    screen.getByRole('button', { name }).getAttribute('aria-disabled') !== 'true'
  await screen.findByRole('button', { name: 'Dismiss' })
  const open = ['Start review', 'Escalate', 'Resolve', 'Dismiss'].filter(isOpen)
  await user.click(screen.getByRole('button', { name: 'More steps' }))
  const items = await screen.findAllByRole('menuitem')
  const openItems = items.filter((item) => item.getAttribute('aria-disabled') !== 'true')
  return { user, open: [...open, ...openItems.map(({ textContent }) => textContent)], items }
}

test('only steps that change one of the selected events can be taken', async () => {
  expect((await draw(['dismissed', 'dismissed'])).open).toEqual(['Reopen'])
  cleanup()
  expect((await draw(['dismissed', 'in_review'])).open).toEqual([
    'Escalate',
    'Resolve',
    'Dismiss',
    'Release',
    'Reopen',
  ])
})

test('a step that would change none says why, and asks for nothing', async () => {
  const { user, items } = await draw(['dismissed'])
  const dismiss = screen.getByRole('button', { name: 'Dismiss' })
  expect(dismiss.getAttribute('aria-description')).toBe('Already dismissed.')
  expect(items.map(({ textContent }) => textContent)).toContain('ReleaseNo selected event can go to New.')
  await user.click(dismiss)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('while the status of a selected event is unknown, all steps can be taken', async () => {
  const { open } = await draw(['dismissed'], 80)
  expect(open).toEqual(['Start review', 'Escalate', 'Resolve', 'Dismiss', 'Release', 'Reopen'])
})
