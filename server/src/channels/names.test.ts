import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { channels } from '@verbatim/contract/channels.ts'

/*
 * Nothing outside this folder knows a channel or a provider by its name: it asks for a capability. A lint rule cannot
 * say so of strings, so this test reads the sources.
 */

const root = join(import.meta.dirname, '..')

/** What is not the product: it plays providers and people, or is about to leave this folder. */
const besides = ['channels/', 'testing/', 'flows/demo/', 'schema/migrations/']

/** Each says why. */
const exceptions: Readonly<Record<string, string>> = {
  'kernel/captured-event.ts': 'the kinds of identities, which rows hold and people of several channels share',
}

const quoted = new RegExp(`['"\`](?:${channels.join('|')})['"\`]`)
const spoken = /twilio|telegram|whatsapp|wecom|proofpoint|imessage|bluebubbles|signal-cli|baileys/i

const isProduct = (path: string) =>
  !path.endsWith('.test.ts') && !besides.some((folder) => path.startsWith(folder))

/** Comments may tell of a provider; code may not. */
const withoutComments = (text: string) =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(?:^|\s)(?:\/\/|--).*$/gm, '')

test('no file outside channels/ names a channel or a provider', () => {
  const paths = globSync(['**/*.ts', '**/*.sql'], { cwd: root }).filter(isProduct)
  expect(paths.length).toBeGreaterThan(300)
  const naming = paths.filter((path) => {
    const code = withoutComments(readFileSync(join(root, path), 'utf8'))
    return quoted.test(code) || spoken.test(code)
  })
  expect(naming.toSorted()).toEqual(Object.keys(exceptions).toSorted())
})
