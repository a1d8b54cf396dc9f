// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { DialogFrame } from './DialogFrame.tsx'
import { EscapeLayers } from '#escape.tsx'

afterEach(cleanup)

const dialog = (isCovered: boolean, wanted?: 'true') => (
  <MantineProvider env="test">
    <EscapeLayers>
      <DialogFrame title="Policy" isCovered={isCovered} onClose={() => undefined}>
        <input aria-label="Name" data-autofocus={wanted} />
        <input aria-label="Note" />
      </DialogFrame>
      <button type="button">Keep editing</button>
    </EscapeLayers>
  </MantineProvider>
)

const has = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element))
/** A trap takes the focus in a task of its own. */
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)))

test.each([
  ['its title', undefined],
  ['a field', 'true'],
] as const)(
  'a dialog that opened with the focus on %s returns it to the previous field',
  async (_, wanted) => {
    const { rerender } = render(dialog(false, wanted))
    await has(wanted ? screen.getByLabelText('Name') : screen.getByRole('heading', { name: 'Policy' }))
    const note = screen.getByLabelText('Note')
    act(() => note.focus())
    rerender(dialog(true, wanted))
    act(() => screen.getByText('Keep editing').focus())
    rerender(dialog(false, wanted))
    await settled()
    expect(document.activeElement).toBe(note)
  },
)
