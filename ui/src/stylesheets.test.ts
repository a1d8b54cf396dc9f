import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const styles = join(root, 'node_modules', '@mantine', 'core', 'styles')
const sheetOf = (component: string) => `${component}.layer.css`
const known = new Set(globSync('*.layer.css', { cwd: styles }))
/** Components that use the stylesheets of others. */
const drawnWith: Readonly<Record<string, readonly string[]>> = {
  Select: ['Combobox'],
  NativeSelect: ['Combobox', 'Input'],
  MultiSelect: ['Combobox', 'Pill', 'PillsInput'],
  Modal: ['ModalBase', 'Modal', 'Overlay'],
  Drawer: ['ModalBase', 'Drawer', 'Overlay'],
  SegmentedControl: ['SegmentedControl', 'FloatingIndicator'],
}

test('exactly the used components of the library have their stylesheets', () => {
  const paths = globSync('{ui,console,messenger}/src/**/*.tsx', { cwd: root })
  const drawn = new Set(paths.flatMap((path) => componentsIn(readFileSync(join(root, path), 'utf8'))))
  const named = [...drawn].flatMap((name) => drawnWith[name] ?? [name]).map(sheetOf)
  // Other components are built from these.
  const parts = ['baseline', 'global', 'InlineInput', 'Paper'].map(sheetOf)
  const needed = new Set([...named.filter((sheet) => known.has(sheet)), ...parts])
  expect(importedSheets().toSorted()).toEqual([...needed].toSorted())
})

function importedSheets(): string[] {
  const text = readFileSync(join(import.meta.dirname, 'mantine.css'), 'utf8')
  return [...text.matchAll(/styles\/(\w+\.layer\.css)/g)].map(([, name = '']) => name)
}

function componentsIn(text: string): string[] {
  return [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  )
}
