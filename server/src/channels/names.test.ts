import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { channels } from '@verbatim/contract/channels.ts'

/*
 * Code outside this folder does not name a channel or provider, but asks for a capability. A lint rule cannot check
 * strings, so this test reads the sources.
 */

const root = join(import.meta.dirname, '../../..')
const product = [
  'contract',
  'matcher',
  'documents',
  'analyser',
  'server',
  'client',
  'ui',
  'console',
  'messenger',
].map((part) => `${part}/src/`)

/** Not product code: it plays providers and people, or has been released. */
const besides = ['channels/', 'testing/', 'schema/migrations/'].map((folder) => `server/src/${folder}`)

/** Exceptions, each with its reason. */
const exceptions: Readonly<Record<string, string>> = {
  'analyser/src/off-channel/language.ts': 'what people call applications, captured or not',
  'client/src/sign-in-words.ts': 'a code by text message, which is no channel',
  'client/src/sign-in.ts': 'the same',
  'contract/src/account-fields.ts': 'what people enter to connect an account of each channel',
  'contract/src/accounts.ts': 'what people call the address of an account on each channel',
  'contract/src/channels.ts': 'the list, and what people call each',
  'contract/src/notification-sample.ts': 'the event that a test email describes',
  'server/src/kernel/captured-event.ts': 'the kinds of identities, which rows hold',
  'server/src/platform/config/channels.ts': 'what an operator sets for one channel',
  'ui/src/colors.ts': 'a picture for each',
}

const quoted = new RegExp(`['"\`](?:${channels.join('|')})['"\`]`)
const spoken = /twilio|telegram|whatsapp|wecom|proofpoint|imessage|bluebubbles|signal-cli|baileys/i
/** As it is written for people: signals of other kinds are not channels. */
const capital = /\bSignal\b/

const isProduct = (path: string) =>
  !/\.test\.tsx?$/.test(path) && !besides.some((folder) => path.startsWith(folder))

/** Comments may name a provider; code may not. */
const withoutComments = (text: string) =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(?:^|\s)(?:\/\/|--).*$/gm, '')

test('no file outside channels/ names a channel or a provider', () => {
  const sources = product.flatMap((folder) => [`${folder}**/*.{ts,tsx}`, `${folder}**/*.sql`])
  const paths = globSync(sources, { cwd: root }).filter(isProduct)
  expect(paths.length).toBeGreaterThan(800)
  const naming = paths.filter((path) => {
    const code = withoutComments(readFileSync(join(root, path), 'utf8'))
    return [quoted, spoken, capital].some((pattern) => pattern.test(code))
  })
  expect(naming.toSorted()).toEqual(Object.keys(exceptions).toSorted())
})
