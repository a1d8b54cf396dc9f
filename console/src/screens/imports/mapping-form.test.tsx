// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { ImportId } from '@verbatim/contract/ids.ts'
import type { Import } from '@verbatim/contract/imports.ts'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { MappingForm } from './MappingForm.tsx'

afterEach(cleanup)

const given: Import = {
  id: ImportId.parse('00000000-0000-7000-8000-000000000001'),
  kind: 'contacts',
  fileName: 'clients.csv',
  state: 'draft',
  headings: ['Vorname', 'Nachname'],
  fields: [
    { field: 'name', label: 'Name', isRequired: true, madeOf: ['firstName', 'lastName'] },
    { field: 'firstName', label: 'First name', isRequired: false },
    { field: 'lastName', label: 'Last name', isRequired: false },
  ],
  mapping: {},
  settings: { existing: 'update', sendInvitations: false, defaults: {} },
  version: 1,
  total: 2,
  done: 0,
  counts: { created: 0, updated: 0, skipped: 0, failed: 0 },
  startedBy: 'Ann Bell',
  createdAt: '2026-03-14T09:30:00Z',
  mailsDue: 0,
}
const asked = 'Choose a column or enter a value for every row.'

function Page() {
  const [mapping, setMapping] = useState(given.mapping)
  const [settings, setSettings] = useState(given.settings)
  return <MappingForm {...{ given, mapping, settings }} onMapping={setMapping} onSettings={setSettings} />
}

test('a name is required until a first or a last name makes it', async () => {
  const { user } = drawPages({ '/': Page }, { api: () => Promise.resolve({ items: [], total: 0 }) })
  const column = (label: string) => screen.findByRole('combobox', { name: `Column of ${label}` })
  await user.click(await column('Name'))
  await user.click(await screen.findByRole('textbox', { name: 'Last name for empty cells' }))
  expect(screen.getByRole('cell', { name: 'Name *' })).toBeTruthy()
  expect(await screen.findByText(asked)).toBeTruthy()
  await user.click(await column('First name'))
  await user.click(await screen.findByRole('option', { name: 'Vorname' }))
  expect(screen.queryByText(asked)).toBeNull()
  expect(screen.getByRole('cell', { name: 'Name' })).toBeTruthy()
})
