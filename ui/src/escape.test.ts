import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

test('every layer over the page handles Escape through the same listener', () => {
  const opens =
    /import \{[^}]*\b(?:Modal|Drawer|Popover|Menu|HoverCard|Spotlight)\b[^}]*\} from '@mantine\/\w+'/
  const hears = /\buse(?:Escape|Panel)\(/
  const texts = globSync('{ui,console,messenger}/src/**/*.tsx', { cwd: root }).map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }))
  const opening = texts.filter(({ text }) => opens.test(text))
  expect(opening.length).toBeGreaterThan(4)
  expect(opening.filter(({ text }) => !hears.test(text)).map(({ path }) => path)).toEqual([])
  const alone = /closeOnEscape|['"]Escape['"]/
  const known = [
    'ui/src/escape.tsx',
    'ui/src/filters/SearchBox.tsx',
    'console/src/screens/cognitive-events/comments/CommentBox.tsx',
  ]
  expect(
    texts
      .filter(({ text }) => alone.test(text))
      .map(({ path }) => path)
      .sort(),
  ).toEqual(known.sort())
})
