// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { SecretInput } from './SecretInput.tsx'

afterEach(cleanup)

const draw = (props: Parameters<typeof SecretInput>[0]) => {
  render(
    <MantineProvider env="test">
      <SecretInput {...props} />
    </MantineProvider>,
  )
  return screen.getByLabelText(props.label, { selector: 'input' })
}

test.each([
  ['Client secret', undefined, 'Show client secret'],
  ['API key', undefined, 'Show API key'],
  ['Confirm password', 'confirmation', 'Show confirmation'],
])('the button of “%s” is named after its field', (label, shows, name) => {
  draw({ label, ...(shows && { shows }) })
  screen.getByRole('button', { name })
})

test('a field with an error says to readers of a screen that it is wrong, and one without does not', () => {
  expect(draw({ label: 'Password', error: 'This password is incorrect.' }).getAttribute('aria-invalid')).toBe(
    'true',
  )
  cleanup()
  expect(draw({ label: 'Password' }).hasAttribute('aria-invalid')).toBe(false)
})

test.each([
  ['PasswordInput', 'ui/src/SecretInput.tsx'],
  ['TagsInput', 'console/src/editor/ListField.tsx'],
])(
  'the library’s %s is used in one place alone, which names it or says how it is used',
  (component, home) => {
    const root = join(import.meta.dirname, '..', '..')
    const users = globSync('{ui,console,messenger}/src/**/*.tsx', { cwd: root }).filter((path) =>
      readFileSync(join(root, path), 'utf8').includes(`<${component}`),
    )
    expect(users.filter((path) => !path.includes('.test.'))).toEqual([home])
  },
)
