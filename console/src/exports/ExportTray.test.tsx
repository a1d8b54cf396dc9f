// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import type { ExportOmissions } from '@verbatim/contract/export-omissions.ts'
import type { Export } from '@verbatim/contract/exports.ts'
import type { ExportId } from '@verbatim/contract/ids.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dateTimeText } from '@verbatim/ui/dates.ts'
import { drawPages } from '#testing/draw-pages.tsx'
import { useExportTray } from './export-tray.ts'
import { ExportTray } from './ExportTray.tsx'

beforeEach(() => sessionStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const id = '019aa000-0000-7000-8000-00000000000a' as ExportId
const manifest = { rows: 3, sizeBytes: 20, sha256: 'ab', asOf: '2026-03-14T09:00:00.000Z' }

function Ask() {
  const watch = useExportTray()
  return <button onClick={() => watch({ id, title: 'Messages', format: 'csv' })}>Ask</button>
}

/** A server with one export, which counts the downloads of its file. */
function openServer() {
  return {
    state: 'done' as Export['state'],
    downloads: 0,
    download: Promise.resolve(),
    omissions: undefined as ExportOmissions | undefined,
    answer(path: string) {
      if (!path.endsWith('/file'))
        return {
          id,
          state: this.state,
          kind: 'messages',
          fileName: 'messages.csv',
          manifest: { ...manifest, omissions: this.omissions },
        }
      this.downloads += 1
      return { read: () => this.download.then(() => new Blob(['a,b'])) }
    },
  }
}

/** A new page of this tab. */
async function load(server: ReturnType<typeof openServer>, viewer = 'ana') {
  cleanup()
  const { user } = drawPages(
    {
      '/': () => (
        <ExportTray>
          {(tray) => (
            <>
              <Ask />
              {tray}
            </>
          )}
        </ExportTray>
      ),
    },
    {
      api: async ({ path }: { path: string }) => server.answer(path),
      viewer: { id: viewer, permissions: new Set() },
    },
  )
  await screen.findByRole('button', { name: 'Ask' })
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  return { press }
}

test('a file that was saved covers nothing after a reload or a new sign-in', async () => {
  const server = openServer()
  const { press } = await load(server)
  await press('Ask')
  await screen.findByRole('article', { name: 'Messages as CSV' })
  await waitFor(() => expect(server.downloads).toBe(1))
  await screen.findByText(/Saved as messages.csv/)
  await press('Details of messages.csv')
  await press('Save again')
  await waitFor(() => expect(server.downloads).toBe(2))
  await load(server)
  expect(screen.queryByRole('article')).toBeNull()
})

test('a file that was not finished is saved when its reader is back', async () => {
  const server = openServer()
  server.state = 'running'
  const { press } = await load(server)
  await press('Ask')
  await screen.findByRole('article', { name: 'Messages as CSV' })
  server.state = 'done'
  await load(server)
  await waitFor(() => expect(server.downloads).toBe(1))
})

test('another user of the tab sees no files', async () => {
  const server = openServer()
  const { press } = await load(server)
  await press('Ask')
  await screen.findByRole('article', { name: 'Messages as CSV' })
  await load(server, 'ben')
  expect(screen.queryByRole('article')).toBeNull()
})

test('what is missing is listed, with times as elsewhere on the screen', async () => {
  const server = openServer()
  const [from, until] = ['2026-10-11T19:30:00.000Z', '2026-10-13T01:30:00.000Z']
  const none = { total: 0, reasons: [] }
  const gap = { account: 'Cal', channel: 'signal', kind: 'disconnected', isLost: false, from, until } as const
  const gaps = { total: 2, gaps: [gap, { ...gap, isLost: true }] }
  const rest = { waiting: 0, silent: [], attachments: [], partlySearchable: 0, withheld: [] }
  server.omissions = { access: 'everything', refused: none, quarantined: none, gaps, ...rest }
  const { press } = await load(server)
  await press('Ask')
  await screen.findByText(/3 rows, 2 notes on what is missing/)
  await press('Details of messages.csv')
  const list = screen.getByRole('list', { name: 'Not in this file' })
  const times = `from ${dateTimeText(from)} to ${dateTimeText(until)}`
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([
    `Cal (Signal): the account was not connected ${times}`,
    `Cal (Signal): messages sent ${times} are lost, because the account was not connected`,
  ])
})

test('a dismissed file does not come back, and a file that is asked for again is saved again', async () => {
  const server = openServer()
  const { press } = await load(server)
  await press('Ask')
  await waitFor(() => expect(server.downloads).toBe(1))
  await screen.findByText(/Saved as messages.csv/)
  await press('Ask')
  await waitFor(() => expect(server.downloads).toBe(2))
  expect(screen.getAllByRole('article')).toHaveLength(1)
  await press('Dismiss')
  await load(server)
  expect(screen.queryByRole('article')).toBeNull()
})

test('a file is said to be saved only when all of it is here, also when it is saved again', async () => {
  const server = openServer()
  const first = Promise.withResolvers<void>()
  server.download = first.promise
  const { press } = await load(server)
  await press('Ask')
  const line = await screen.findByRole('article', { name: 'Messages as CSV' })
  await waitFor(() => expect(server.downloads).toBe(1))
  await within(line).findByText(/Saving messages\.csv…$/)
  expect(line.textContent).not.toMatch(/Saved|checksum/)
  first.resolve()
  await within(line).findByText(/Saved as messages\.csv/)

  const second = Promise.withResolvers<void>()
  server.download = second.promise
  await press('Details of messages.csv')
  await press('Save again')
  await waitFor(() => expect(server.downloads).toBe(2))
  await within(line).findByText(/Saving messages\.csv…$/)
  second.resolve()
  await within(line).findByText(/Saved as messages\.csv/)
})

test('a file that was damaged in transit is not taken for saved, and is downloaded again after a reload', async () => {
  vi.stubGlobal('isSecureContext', true)
  const server = openServer()
  const { press } = await load(server)
  await press('Ask')
  // Its digest is another one.
  await screen.findByText(/messages\.csv was damaged in transit: its checksum differs/)
  await load(server)
  await waitFor(() => expect(server.downloads).toBe(2))
  await screen.findByText(/was damaged in transit/)
})
