// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DataTable } from './DataTable.tsx'
import { nothingSelected, type Selection } from './selection.ts'

afterEach(cleanup)
beforeEach(() => localStorage.clear())

const rows = ['Ann', 'Ben', 'Cy'].map((id) => ({ id }))

/** A table whose rows are decided on with 4 and selected with X, and what the keys did. */
function draw() {
  const saving = { isBusy: false, turn: 0 }
  const hold = { isBusy: () => saving.isBusy, turn: () => saving.turn }
  const set = { loading: (_what: 'rows' | 'newer' | undefined) => {} }
  const decided: string[] = []
  const opened: string[] = []
  const pressed: string[] = []
  const selected: Selection[] = []
  function Page() {
    const [selection, setSelection] = useState(nothingSelected)
    const [loading, load] = useState<'rows' | 'newer'>()
    Object.assign(set, { loading: load })
    return (
      <>
        <button onClick={() => pressed.push('Elsewhere')}>Elsewhere</button>
        <DataTable
          label="People"
          columns={[{ id: 'name', label: 'Name', cell: ({ id }) => id }]}
          rows={loading === 'rows' ? undefined : rows}
          refreshing={loading === 'newer'}
          hold={hold}
          empty="None"
          onOpen={({ id }) => opened.push(id)}
          rowLabel={({ id }) => id}
          rowKeys={{ '4': ({ id }) => decided.push(id), ' ': ({ id }) => decided.push(`${id} with Space`) }}
          selection={selection}
          onSelect={(next) => {
            selected.push(next)
            setSelection(next)
          }}
        />
      </>
    )
  }
  render(
    <MantineProvider env="test">
      <Page />
    </MantineProvider>,
  )
  const load = (what: 'rows' | 'newer' | undefined) => act(() => set.loading(what))
  return { decided, opened, pressed, selected, saving, load, user: userEvent.setup({ delay: null }) }
}

test('J moves the focus, and a key acts on that row at once', async () => {
  const { decided, selected, user } = draw()
  await user.keyboard('jj4x')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ben' }))
  expect(decided).toEqual(['Ben'])
  expect(selected).toEqual([{ kind: 'some', ids: new Set(['Ben']) }])
})

test('a key acts on a row also from its checkbox', async () => {
  const { decided, user } = draw()
  await user.click(screen.getByRole('checkbox', { name: 'Select Cy' }))
  await user.keyboard('4')
  expect(decided).toEqual(['Cy'])
})

test.each([
  ['after a click beside the rows', () => document.body],
  ['from another button', () => screen.getByRole('button', { name: 'Elsewhere' })],
])('no key acts on a row that has lost the focus, %s', async (_, place) => {
  const { decided, selected, user } = draw()
  await user.keyboard('jj')
  await user.click(place())
  await user.keyboard('4x')
  expect([decided, selected]).toEqual([[], []])
  await user.keyboard('k4')
  expect(decided).toEqual(['Ann'])
})

test('no key acts on a row that is scrolled away and no longer drawn', async () => {
  const { decided, user } = draw()
  await user.keyboard('jj')
  // The browser takes the focus from what it removes, without an event.
  const link = document.activeElement as HTMLElement
  link.remove()
  expect(document.activeElement).toBe(document.body)
  await user.keyboard('4')
  expect(decided).toEqual([])
})

test.each(['rows', 'newer'] as const)(
  'keys that come before the rows are here wait for them, while these are loading: %s',
  async (what) => {
    const { decided, load, user } = draw()
    load(what)
    await user.keyboard('jj4')
    expect(decided).toEqual([])
    load(undefined)
    await waitFor(() => expect(decided).toEqual(['Ben']))
    load('newer')
    await user.keyboard('j4')
    await user.click(screen.getByRole('button', { name: 'Elsewhere' }))
    load(undefined)
    await user.keyboard('k')
    expect([decided, document.activeElement]).toEqual([['Ben'], screen.getByRole('button', { name: 'Ann' })])
  },
)

test('Enter and Space after keys that wait are for the row that these lead to, and not for what has the focus', async () => {
  const { decided, opened, pressed, load, user } = draw()
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }))
  load('newer')
  await user.keyboard('jj j{Enter}')
  expect([decided, opened, pressed]).toEqual([[], [], ['Elsewhere']])
  load(undefined)
  await waitFor(() => expect(opened).toEqual(['Cy']))
  expect([decided, pressed]).toEqual([['Ben with Space'], ['Elsewhere']])
  // Where none waits, they are for what has the focus.
  await user.keyboard('k{Enter}')
  expect(opened).toEqual(['Cy', 'Ben'])
})

test('after Tab, they are for what it led to', async () => {
  const { opened, pressed, load, user } = draw()
  load('rows')
  await user.keyboard('j')
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Elsewhere' }))
  await user.keyboard('{Enter} ')
  expect(pressed).toEqual(['Elsewhere', 'Elsewhere'])
  load(undefined)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ann' })))
  expect(opened).toEqual([])
})

test('keys for a row wait while a decision is being saved, and do nothing if it is refused', async () => {
  const { decided, selected, saving, load, user } = draw()
  await user.keyboard('j')
  saving.isBusy = true
  await user.keyboard('4jx')
  expect([decided, selected]).toEqual([[], []])
  saving.isBusy = false
  load(undefined)
  load('newer')
  load(undefined)
  await waitFor(() => expect(selected).toEqual([{ kind: 'some', ids: new Set(['Ben']) }]))
  expect(decided).toEqual(['Ann'])
  saving.isBusy = true
  await user.keyboard('4')
  Object.assign(saving, { isBusy: false, turn: 1 })
  load('newer')
  load(undefined)
  await user.keyboard('k4')
  expect(decided).toEqual(['Ann', 'Ann'])
})
