// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useEffect } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Dialog } from './dialogs/Dialog.tsx'
import { EscapeLayers } from './escape.tsx'

afterEach(cleanup)

const reason = <input aria-label="Reason" data-autofocus />

/** A field that has the focus before the effects of its layer run. */
function EagerField({ label = 'Reason' }) {
  useEffect(() => screen.getByLabelText(label).focus(), [label])
  return <input aria-label={label} data-autofocus />
}

const page = (opened: boolean, field: ReactNode) => (
  <MantineProvider env="test">
    <EscapeLayers>
      <button type="button">Delete</button>
      <input aria-label="Name" />
      <Dialog opened={opened} title="Delete it?" onClose={() => undefined}>
        {field}
      </Dialog>
    </EscapeLayers>
  </MantineProvider>
)

/** A page with its dialog open, and the focus in it. */
async function open(field: ReactNode) {
  const { rerender } = render(page(false, field))
  act(() => screen.getByText('Delete').focus())
  rerender(page(true, field))
  await screen.findByLabelText('Reason')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Reason')))
  return { close: () => rerender(page(false, field)) }
}

test('a closed layer returns the focus to what had it before, even if its field took it at once', async () => {
  const { close } = await open(<EagerField />)
  close()
  expect(document.activeElement).toBe(screen.getByText('Delete'))
})

test('a closed layer leaves the focus where the page has put it meanwhile', async () => {
  const { close } = await open(reason)
  act(() => screen.getByLabelText('Name').focus())
  close()
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
})

test('a layer in place of another returns the focus to what had it before the first', async () => {
  const layer = (title: string) => (
    <Dialog key={title} opened title={title} onClose={() => undefined}>
      <EagerField label={`${title} name`} />
    </Dialog>
  )
  const layers = (title?: string) => (
    <MantineProvider env="test">
      <EscapeLayers>
        <button type="button">Edit</button>
        {title && layer(title)}
      </EscapeLayers>
    </MantineProvider>
  )
  const { rerender } = render(layers())
  act(() => screen.getByText('Edit').focus())
  for (const title of ['Loading', 'Policy', 'Earlier version']) {
    rerender(layers(title))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(`${title} name`)))
  }
  rerender(layers())
  expect(document.activeElement).toBe(screen.getByText('Edit'))
})
