// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import type { AuditEvent } from '@verbatim/contract/audit.ts'
import { UserId } from '@verbatim/contract/ids.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { AuditDetail } from './AuditDetail.tsx'
import { AuditWords } from './AuditWords.tsx'

afterEach(cleanup)

const ana = { id: UserId.parse('019aa000-0000-7000-8000-000000000001'), name: 'Ana Bell' }
const groupId = '019aa000-0000-7000-8000-000000000002'
const opened: AuditEvent = {
  id: '019aa000-0000-7000-8000-000000000003',
  at: '2026-11-28T09:00:00.000Z',
  type: 'messenger_conversation_group_info_updated',
  actor: ana,
  target: { kind: 'conversation_group', id: groupId, name: 'Asia Desk' },
  changes: [],
  counts: {},
}
const viewed: AuditEvent = {
  ...opened,
  type: 'conversation_viewed',
  target: { kind: 'conversation', id: 'c' },
}

const draw = (...drawn: Parameters<typeof AuditWords>[0][]) =>
  drawPages(
    {
      '/': () =>
        drawn.map((given, place) => (
          <p key={place}>
            <AuditWords {...given} />
          </p>
        )),
    },
    { viewer: { id: 'me', permissions: new Set() } },
  )

const addressOf = (name: string) =>
  decodeURIComponent(screen.getByRole('link', { name }).getAttribute('href') ?? '')
const actions = `/organization/audit-trail?period=all&filter=user[eq]:${ana.id}`

test('the sentence of an entry links its actor to all that they did, and its target to the target', async () => {
  const { container } = draw({ event: opened })
  await screen.findByRole('link', { name: 'Ana Bell' })
  expect(addressOf('Ana Bell')).toBe(actions)
  expect(addressOf('Asia Desk')).toBe(`/organization/groups/${groupId}`)
  expect(container.querySelector('p')?.textContent).toBe('Ana Bell changed the group Asia Desk')
})

test('entries that are folded link their actor, too', async () => {
  draw({ event: viewed, repeats: [viewed, { ...viewed, target: { kind: 'conversation', id: 'd' } }] })
  await screen.findByText(/opened 2 conversations/)
  expect(addressOf('Ana Bell')).toBe(actions)
})

test('an unknown person and the product itself are names without a link', async () => {
  const unknown = { ...viewed, actor: { name: 'Unknown' } }
  draw({ event: unknown }, { event: unknown, repeats: [unknown, unknown] })
  expect(await screen.findAllByText('Unknown')).toHaveLength(2)
  expect(screen.queryByRole('link')).toBeNull()
})

test('the details of an entry lead to the card of its actor, and to all that they did', async () => {
  drawPages(
    { '/': () => <AuditDetail event={opened} /> },
    { viewer: { id: 'me', permissions: new Set() }, api: async () => ({ name: 'Ana Bell', pages: [] }) },
  )
  await screen.findByRole('button', { name: 'Ana Bell' })
  expect(addressOf('All actions by this person')).toBe(actions)
})
