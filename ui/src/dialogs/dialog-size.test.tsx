// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { DialogFrame } from './DialogFrame.tsx'
import { EscapeLayers } from '#escape.tsx'

afterEach(cleanup)

const root = join(import.meta.dirname, '..', '..', '..')

/** Those that hold no form or question: the palette, and a conversation, which is as large as the window. */
const others = [
  'console/src/screens/conversations/ConversationOverview.tsx',
  'console/src/shell/CommandPalette.tsx',
]

test('every dialog has a width of the common list', () => {
  const withOwn = globSync('{ui,console,messenger}/src/**/*.tsx', { cwd: root }).filter((path) => {
    if (path.endsWith('.test.tsx')) return false
    const source = readFileSync(join(root, path), 'utf8')
    return /<(?:Modal|Drawer)[\s>]|<Modal\.Root|<Dialog(?:Frame)?\b[^>]*\bsize=\{/.test(source)
  })
  const homes = ['ui/src/dialogs/Dialog.tsx', 'ui/src/dialogs/DialogFrame.tsx']
  // It passes on the size of what it waits for.
  const passing = ['console/src/editor/PendingDialog.tsx']
  expect(withOwn.toSorted()).toEqual([...homes, ...passing, ...others].toSorted())
})

test.each([
  ['a form', undefined, undefined, 'medium'],
  ['a form with something beside it', 'The preview', undefined, 'large'],
  ['a form longer than a screen', undefined, 'page', 'page'],
] as const)('%s is in a dialog of its declared size', (_, side, size, expected) => {
  render(
    <MantineProvider env="test">
      <EscapeLayers>
        <DialogFrame title="Policy" side={side} size={size} onClose={() => undefined}>
          The form
        </DialogFrame>
      </EscapeLayers>
    </MantineProvider>,
  )
  expect(screen.getByRole('dialog').dataset['size']).toBe(expected)
})
