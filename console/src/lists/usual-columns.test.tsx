// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { Failure } from '@verbatim/client/failure.ts'
import { permissions } from '@verbatim/contract/permissions.ts'
import { type Column, DataTable } from '@verbatim/ui/table/DataTable.tsx'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { changedColumn, countColumn, createdColumn, nameColumn, switchColumn } from './usual-columns.tsx'

afterEach(cleanup)

const desk = {
  id: 'd',
  version: 3,
  name: 'Desk',
  note: 'of the third floor',
  enabled: true,
  memberCount: 1,
  contactCount: 0,
  createdAt: '2026-01-05T09:00:00.000Z',
  changedAt: '2026-03-14T09:00:00.000Z',
  changedBy: 'Ana Bell',
}
type Desk = typeof desk

const hrefOf = ({ id }: Desk) => `/desks/${id}`
const columns: readonly Column<Desk>[] = [
  nameColumn('Desk', ({ note }) => note),
  countColumn('memberCount', 'Members', { hrefOf }),
  countColumn('contactCount', 'Contacts', { hrefOf }),
  createdColumn,
  changedColumn,
]

async function draw(shown: readonly Column<Desk>[], given: Parameters<typeof drawPages>[1] = {}) {
  const viewer = { id: 'me', permissions: new Set<string>(permissions) }
  const Table = () => (
    <DataTable label="desks" columns={shown} rows={[desk]} empty="None" rowLabel={({ name }) => name} />
  )
  const { user } = drawPages({ '/': Table }, { viewer, ...given })
  await screen.findByRole('table')
  const cell = (at: number) => screen.getAllByRole('cell')[at]?.textContent
  return { user, cell }
}

test('a row has its name over a further fact, its counts, and who changed it', async () => {
  const { cell } = await draw(columns)
  expect(cell(0)).toBe('Deskof the third floor')
  expect(cell(2)).toBe('0')
  expect(cell(4)).toMatch(/by Ana Bell$/)
})

test('a count leads to what is counted, and zero leads nowhere', async () => {
  await draw(columns)
  expect(
    screen.getAllByRole('link').map((link) => ['aria-label', 'href'].map((one) => link.getAttribute(one))),
  ).toEqual([['1 member', '/desks/d']])
})

const switched = switchColumn<Desk>({
  slice: 'desks',
  needs: 'groups.manage',
  nameOf: ({ name }) => name,
  callOf: (name) => `The lamp of ${name}`,
  update: (api, { id }, body) => (api as never as (...sent: unknown[]) => Promise<Desk>)(id, body),
})

test('a switch sends the change with the version it is based on, and says what it changed', async () => {
  const sent: unknown[] = []
  const api = async (id: string, body: { enabled: boolean }) => {
    sent.push(id, body)
    return { ...desk, ...body }
  }
  const { user } = await draw([switched], { api })
  await user.click(screen.getByRole('switch', { name: 'The lamp of Desk is enabled' }))
  expect(sent).toEqual(['d', { enabled: false, expectedVersion: 3 }])
  expect(await screen.findByText('The lamp of “Desk” is disabled')).toBeTruthy()
})

test('a refused switch names what was not changed', async () => {
  const api = async () => {
    throw new Failure('network')
  }
  const { user } = await draw([switched], { api })
  await user.click(screen.getByRole('switch'))
  expect(await screen.findByText('The lamp of “Desk” was not changed')).toBeTruthy()
})

test('users who may not switch it read whether it is enabled', async () => {
  const { cell } = await draw([switched], { viewer: { id: 'me', permissions: new Set() } })
  expect(cell(0)).toBe('Enabled')
  expect(screen.queryByRole('switch')).toBeNull()
})
