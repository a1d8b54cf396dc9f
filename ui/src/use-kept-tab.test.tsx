// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Dialog } from './dialogs/Dialog.tsx'
import { EscapeLayers } from './escape.tsx'

afterEach(cleanup)

test('Tab leads into the layer when nothing has the focus any more', async () => {
  render(
    <MantineProvider env="test">
      <EscapeLayers>
        <button type="button">Behind</button>
        <Dialog opened title="Delete it?" onClose={() => undefined}>
          <input aria-label="Reason" data-autofocus />
        </Dialog>
      </EscapeLayers>
    </MantineProvider>,
  )
  const field = await screen.findByLabelText('Reason')
  await waitFor(() => expect(document.activeElement).toBe(field))
  act(() => field.blur())
  expect(document.activeElement).toBe(document.body)
  fireEvent.keyDown(document.body, { key: 'Tab' })
  expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true)
})
