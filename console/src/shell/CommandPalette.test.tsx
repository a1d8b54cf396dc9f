// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { Failure } from '@verbatim/client/failure.ts'
import type { Found } from '@verbatim/contract/find.ts'
import { type Permission, permissions } from '@verbatim/contract/permissions.ts'
import { EscapeLayers } from '@verbatim/ui/escape.tsx'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { CommandPalette } from './CommandPalette.tsx'
import { keepPlace } from './palette/recent-places.ts'
import { PageActsProvider, usePageAct } from './page-acts.tsx'
import type { Viewer } from './viewer.ts'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

const id = '019aa000-0000-7000-8000-000000000001'
const ann: Found = { kind: 'contact', id, name: 'Ann Quill', detail: '+15550100001' }

interface Question {
  readonly text: string
  readonly signal: AbortSignal
  readonly answer: (items: readonly Found[]) => void
  readonly fail: () => void
}

/** A page with a button, the palette that it opens, and a server with answers from the test. */
async function drawPalette(may: readonly Permission[] = permissions) {
  const asked: Question[] = []
  const exported: string[] = []
  const api = (_endpoint: object, { query }: { query: { text: string } }, signal: AbortSignal) =>
    new Promise((resolve, reject) => {
      asked.push({
        text: query.text,
        signal,
        answer: (items) => resolve({ items }),
        fail: () => reject(new Failure('network')),
      })
    })
  const viewer = { id: 'v', permissions: new Set(may) } as unknown as Viewer
  function Desk() {
    const [opened, setOpened] = useState(false)
    usePageAct('Export this list', true, () => exported.push('list'))
    const none = () => {}
    return (
      <>
        <button type="button" onClick={() => setOpened(true)}>
          Go to…
        </button>
        {opened && (
          <CommandPalette
            viewer={viewer}
            isFolded={false}
            onFold={none}
            onShortcuts={none}
            onClose={() => setOpened(false)}
          />
        )}
      </>
    )
  }
  const { router, user } = drawPages(
    {
      '/': () => (
        <EscapeLayers>
          <PageActsProvider>
            <Desk />
          </PageActsProvider>
        </EscapeLayers>
      ),
      '/$': () => <h1>Elsewhere</h1>,
    },
    { api, session: { person: () => undefined }, viewer },
  )
  const button = await screen.findByRole('button', { name: 'Go to…' })
  await user.click(button)
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Go anywhere' })
  await waitFor(() => expect(screen.getByRole('listbox').getAttribute('aria-busy')).toBe('false'))
  const rows = () => screen.getAllByRole('option').map((row) => row.textContent)
  const chosen = () => screen.queryByRole('option', { selected: true })?.textContent
  const nextQuestion = async (text: string) => {
    await waitFor(() => expect(asked.at(-1)?.text).toBe(text))
    return asked.at(-1) as Question
  }
  return {
    user,
    field,
    button,
    rows,
    chosen,
    asked,
    nextQuestion,
    exported,
    at: () => router.state.location.href,
  }
}

test('letters typed before the field has the focus are entered there, and Backspace removes one', async () => {
  const { user, field, button } = await drawPalette()
  button.focus()
  await user.keyboard('aux{Backspace}d')
  expect(field.value).toBe('aud')
})

test('an answer changes the rows and never the typed text, and further typing cancels a question', async () => {
  const { user, field, asked, nextQuestion, rows } = await drawPalette()
  await user.type(field, 'ann')
  const first = await nextQuestion('ann')
  await user.type(field, ' q')
  const second = await nextQuestion('ann q')
  expect(first.signal.aborted).toBe(true)
  second.answer([ann])
  await waitFor(() => expect(rows()).toContain('Ann Quill+1 555 010 0001Contact'))
  expect(field.value).toBe('ann q')
  expect(asked.map(({ text }) => text)).toEqual(['ann', 'ann q'])
})

test('Enter before the answer waits for it, and opens the first result', async () => {
  const { user, field, nextQuestion, at, chosen } = await drawPalette()
  await user.type(field, 'ann q{Enter}')
  expect(chosen()).toBeUndefined()
  expect(screen.getByRole('status').textContent).toBe('Looking…')
  ;(await nextQuestion('ann q')).answer([ann])
  await waitFor(() => expect(at()).toBe(`/organization/contacts/${id}`))
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('a screen’s name opens the screen at once, whatever the server finds later', async () => {
  const { user, field, nextQuestion, at, chosen } = await drawPalette()
  await user.type(field, 'audit')
  expect(chosen()).toContain('Audit Trail')
  ;(await nextQuestion('audit')).answer([{ kind: 'group', id, name: 'Audit' }])
  await screen.findByRole('group', { name: 'Groups' })
  expect(chosen()).toContain('Audit Trail')
  await user.keyboard('{Enter}')
  expect(at()).toBe('/organization/audit-trail')
})

test('arrow keys move through all groups and wrap around; Escape closes and returns the focus', async () => {
  const { user, field, button, nextQuestion, chosen, rows } = await drawPalette()
  await user.type(field, 'audit')
  ;(await nextQuestion('audit')).answer([{ kind: 'group', id, name: 'Audit desk' }])
  await screen.findByRole('group', { name: 'Groups' })
  const all = rows()
  for (const text of [...all.slice(1), all[0]]) {
    await user.keyboard('{ArrowDown}')
    expect(chosen()).toBe(text)
  }
  await user.keyboard('{ArrowUp}')
  expect(chosen()).toBe(all.at(-1))
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(document.activeElement).toBe(button)
})

test('a pasted ID shows what it is and opens it', async () => {
  const { user, field, nextQuestion, at } = await drawPalette()
  await user.click(field)
  await user.paste(id)
  ;(await nextQuestion(id)).answer([{ kind: 'event', id, name: 'Guarantees of return' }])
  expect((await screen.findByRole('option', { selected: true })).textContent).toBe(
    'Guarantees of returnCognitive event',
  )
  await user.keyboard('{Enter}')
  expect(at()).toBe(`/events/${id}`)
})

test('the match is marked, a row shows its kind, and its key is at the right', async () => {
  const { user, field } = await drawPalette()
  await user.type(field, 'short')
  const row = screen.getByRole('option', { selected: true })
  expect(within(row).getByText('short').tagName).toBe('MARK')
  expect(row.textContent).toBe('Keyboard shortcutsAction?')
})

test('a figure of Key Metrics is found by its name, below screens, and opens where it is in its tab', async () => {
  const { user, field, rows, chosen, at } = await drawPalette()
  expect(screen.queryByRole('group', { name: 'Key Metrics' })).toBeNull()
  await user.type(field, 'events')
  expect(rows()).toEqual(expect.arrayContaining(['Events raisedOrganization OverviewFigure']))
  expect(chosen()).toContain('Cognitive Events')
  await user.clear(field)
  await user.type(field, 'promises')
  expect(rows()).toEqual(expect.arrayContaining(['Kept promisesSales EffectivenessFigure']))
  await user.clear(field)
  await user.type(field, 'kept pro{Enter}')
  await waitFor(() => expect(at()).toBe('/metrics/sales-effectiveness#figure-kept-promises'))
})

test('a user who may not open a tab of Key Metrics does not find its figures', async () => {
  const { user, field, rows } = await drawPalette(['messages.view', 'metrics.organization'])
  await user.type(field, 'promises')
  expect(rows()).toEqual(['Search all messages for “promises”Search'])
})

test('recent places come first, at most eight of them', async () => {
  keepPlace('v', { href: '/events', label: 'Cognitive Events', kind: 'Screen' })
  const { rows } = await drawPalette()
  const recent = screen.getByRole('group', { name: 'Recent' })
  expect(rows()[0]).toBe(within(recent).getByRole('option').textContent)
  expect(rows().filter((text) => text?.startsWith('Cognitive Events'))).toHaveLength(1)
})

test('settings are stored on the device, contacts and messages are not', async () => {
  const { user, field, nextQuestion } = await drawPalette()
  await user.type(field, 'ann q{Enter}')
  ;(await nextQuestion('ann q')).answer([ann])
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
  expect(localStorage.getItem('verbatim.recent.v')).toBeNull()
})

test('the open page’s actions are offered, except those that the user may not do', async () => {
  const { user, field, exported, rows } = await drawPalette([])
  await user.type(field, 'new')
  expect(screen.queryByRole('group', { name: 'Actions' })).toBeNull()
  await user.clear(field)
  await user.type(field, 'export')
  expect(rows()[0]).toBe('Export this listAction')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(exported).toEqual(['list']))
})

test('a failed search is reported, and the typed text stays', async () => {
  const { user, field, nextQuestion } = await drawPalette()
  await user.type(field, 'zebra')
  ;(await nextQuestion('zebra')).fail()
  await waitFor(() =>
    expect(screen.getByRole('status').textContent).toBe('The search failed. Type again to retry.'),
  )
  expect(field.value).toBe('zebra')
})
