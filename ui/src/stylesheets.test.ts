import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const styles = join(root, 'node_modules', '@mantine', 'core', 'styles')
const sheetOf = (component: string) => `${component}.layer.css`
const known = new Set(globSync('*.layer.css', { cwd: styles }))
/** What is drawn with the stylesheets of others. */
const drawnWith: Readonly<Record<string, readonly string[]>> = {
  Select: ['Combobox'],
  NativeSelect: ['Combobox', 'Input'],
  MultiSelect: ['Combobox', 'Pill', 'PillsInput'],
  Modal: ['ModalBase', 'Modal', 'Overlay'],
  Drawer: ['ModalBase', 'Drawer', 'Overlay'],
  SegmentedControl: ['SegmentedControl', 'FloatingIndicator'],
}

test('every component of the library that is drawn has its stylesheet', () => {
  const first = importsOf('mantine.css')
  const later = importsOf('mantine-later.css')
  const bare = globSync('{ui,console,messenger}/src/**/*.tsx', { cwd: root }).flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    const there = text.includes('/mantine-later.css') ? first.union(later) : first
    return componentsIn(text)
      .flatMap((name) => drawnWith[name] ?? [name])
      .map(sheetOf)
      .filter((sheet) => known.has(sheet) && !there.has(sheet))
      .map((sheet) => `${path}: ${sheet}`)
  })
  expect(bare).toEqual([])
})

test('no stylesheet is fetched for nothing', () => {
  const paths = globSync('{ui,console,messenger}/src/**/*.tsx', { cwd: root })
  const drawn = new Set(paths.flatMap((path) => componentsIn(readFileSync(join(root, path), 'utf8'))))
  const said = [...drawn].flatMap((name) => drawnWith[name] ?? [name]).map(sheetOf)
  // Other components are made of these.
  const parts = ['baseline', 'global', 'InlineInput', 'Paper', 'RadioIndicator'].map(sheetOf)
  const used = new Set([...said, ...parts])
  const idle = [...importsOf('mantine.css'), ...importsOf('mantine-later.css')].filter(
    (one) => !used.has(one),
  )
  expect(idle).toEqual([])
})

function importsOf(sheet: string): ReadonlySet<string> {
  const text = readFileSync(join(import.meta.dirname, sheet), 'utf8')
  return new Set([...text.matchAll(/styles\/(\w+\.layer\.css)/g)].map(([, name = '']) => name))
}

function componentsIn(text: string): string[] {
  return [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  )
}
