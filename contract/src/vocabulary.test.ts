import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const places = '{contract,console,messenger,ui,client,server,matcher,bench}/src/**/*.{ts,tsx}'

test('screens, messages and guides say “regex”, as the vocabulary does', () => {
  const paths = [...globSync(places, { cwd: root }), ...globSync('docs/**/*.md', { cwd: root })]
  const others = paths.filter((path) => /regular expression/i.test(readFileSync(join(root, path), 'utf8')))
  // The two that name the word as the one not to use.
  expect(others.toSorted()).toEqual(['contract/src/vocabulary.test.ts', 'docs/VOCABULARY.md'])
})
