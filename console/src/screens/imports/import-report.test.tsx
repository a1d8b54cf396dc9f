// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { ImportId } from '@verbatim/contract/ids.ts'
import type { Import } from '@verbatim/contract/imports.ts'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { ImportReport } from './ImportReport.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const running: Import = {
  id: ImportId.parse('00000000-0000-7000-8000-000000000001'),
  kind: 'contacts',
  fileName: 'clients.csv',
  state: 'running',
  headings: ['Name'],
  fields: [],
  mapping: {},
  settings: { existing: 'update', sendInvitations: false, defaults: {} },
  version: 1,
  total: 1200,
  done: 600,
  counts: { created: 599, updated: 0, skipped: 0, failed: 1 },
  startedBy: 'Ann Bell',
  createdAt: '2026-03-14T09:30:00Z',
  mailsDue: 0,
}
const done: Import = {
  ...running,
  state: 'done',
  done: 1200,
  counts: { created: 1190, updated: 0, skipped: 0, failed: 10 },
}

test('the result of an import is brought into sight and announced in numbers once it is there', async () => {
  const bring = vi.spyOn(Element.prototype, 'scrollIntoView')
  function Page() {
    const [given, setGiven] = useState(running)
    return (
      <>
        <button type="button" onClick={() => setGiven(done)}>
          Finish
        </button>
        <ImportReport given={given} />
      </>
    )
  }
  const { user } = drawPages({ '/': Page })
  const status = await screen.findByRole('status')
  expect(status.textContent).toContain('600 of 1,200 rows')
  expect(bring).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Finish' }))
  await waitFor(() => expect(status.textContent).toContain('1,200 rows: 1,190 created, 10 failed.'))
  expect(bring).toHaveBeenCalled()
  expect(screen.getByRole('button', { name: 'Download failed rows' })).toBeTruthy()
})
