import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

test('every layer over the page handles Escape through the same listener', () => {
  const opens =
    /import \{[^}]*\b(?:Modal|Drawer|Popover|Menu|HoverCard|Spotlight)\b[^}]*\} from '@mantine\/\w+'/
  const hears = /\buse(?:Escape|Panel)\(/
  const sources = globSync('{ui,console,messenger}/src/**/*.tsx', { cwd: root, exclude: ['**/*.test.tsx'] })
  const texts = sources.map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }))
  const opening = texts.filter(({ text }) => opens.test(text))
  expect(opening.length).toBeGreaterThan(4)
  expect(opening.filter(({ text }) => !hears.test(text)).map(({ path }) => path)).toEqual([])
  const alone = /closeOnEscape|['"]Escape['"]/
  expect(texts.filter(({ text }) => alone.test(text)).map(({ path }) => path)).toEqual(['ui/src/escape.tsx'])
})
