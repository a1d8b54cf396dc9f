import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const testing = 'server/src/testing'
const database = `${testing}/database.ts`

/** The test files that open a database, by what they import: `npm run quick` leaves them out. Paths from the root. */
export function databaseTests(): string[] {
  const helpers = globSync(`${testing}/**/*.ts`, { cwd: root })
  const opening = new Set([database])
  for (let found = 0; found < opening.size;) {
    found = opening.size
    for (const helper of helpers) if (importsOf(helper).some((path) => opening.has(path))) opening.add(helper)
  }
  return globSync('{server,demo,tools}/**/*.test.ts', { cwd: root, exclude: ['**/node_modules'] }).filter(
    (path) => importsOf(path).some((imported) => opening.has(imported)),
  )
}

/** The files that a file imports, of its own folder or of those that help tests. */
function importsOf(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8')
  const named = [...text.matchAll(/from '(\.|#testing|@verbatim\/server\/testing)\/([^']+)'/g)].map(
    ([, from, name = '']) => join(from === '.' ? dirname(path) : testing, name),
  )
  return text.includes("inject('testCluster')") ? [...named, database] : named
}
