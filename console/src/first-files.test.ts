/** What the browser loads before the first list, read from the sources (docs/decisions/0069). */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
/** The roots of the first files, as in vite.config.ts. */
const first = ['main.tsx', 'routes/_shell.tsx', 'routes/_shell/messages/index.tsx'].map(
  (file) => `console/src/${file}`,
)

/** Each is there for all screens: names, lists, messages and the own account. A noun's own file comes with its screen. */
const contractFiles = [
  'ahead.ts',
  'attachments.ts',
  'categories.ts',
  'changes.ts',
  'channels.ts',
  'config.ts',
  'consents.ts',
  'content-words.ts',
  'conversations.ts',
  'devices.ts',
  'durations.ts',
  'endpoint.ts',
  'errors/not-found.ts',
  'errors/request.ts',
  'errors/sign-in.ts',
  'event-status.ts',
  'expected-version.ts',
  'export-request.ts',
  'file-scans.ts',
  'find.ts',
  'gap-kinds.ts',
  'host-names.ts',
  'identity.ts',
  'ids.ts',
  'inbox.ts',
  'keys-of.ts',
  'languages.ts',
  'list-filter.ts',
  'list.ts',
  'messages.ts',
  'metric-tabs.ts',
  'named.ts',
  'nouns.ts',
  'nouns/access.ts',
  'nouns/approval.ts',
  'nouns/compliance.ts',
  'nouns/insight-providers.ts',
  'nouns/noun.ts',
  'nouns/organization.ts',
  'off-channel.ts',
  'organization-basics.ts',
  'other-texts.ts',
  'own-failures.ts',
  'permissions.ts',
  'pseudonyms.ts',
  'purposes.ts',
  'saved-views.ts',
  'set-of.ts',
  'severities.ts',
  'text-range.ts',
  'text.ts',
  'theme-choices.ts',
  'to-line.ts',
]

test('the first files reach only these files of the contract', () => {
  const reached = [...reachedFrom(first)].filter((file) => file.startsWith('contract/src/'))
  expect(reached.map((file) => file.slice('contract/src/'.length)).toSorted()).toEqual(contractFiles)
})

test('a further route adds only its own file, and the rules of its address if they are a file', () => {
  const loaded = reachedFrom(first)
  const routes = globSync('console/src/routes/**/*.tsx', { cwd: root }).filter((file) => !loaded.has(file))
  const brought = new Set(
    routes.flatMap((file) => [...reachedFrom(importsIn(file, addressOf(textOf(file))))]),
  )
  expect(routes.length).toBeGreaterThan(30)
  expect([...brought].filter((file) => !loaded.has(file)).toSorted()).toEqual([
    'client/src/sign-in-words.ts',
    'console/src/screens/accounts/account-address.ts',
    'console/src/screens/archiving/mails-address.ts',
  ])
})

/** The files themselves, and all that their values need: a type is not loaded, and `import()` loads later. */
function reachedFrom(files: readonly string[]): ReadonlySet<string> {
  const reached = new Set(files)
  for (const file of reached)
    if (/\.tsx?$/.test(file)) for (const imported of importsIn(file, textOf(file))) reached.add(imported)
  return reached
}

const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

/** Our own files whose values a text of this file imports. */
function importsIn(file: string, text: string): string[] {
  const named = /^(?:import|export)\s+(?!type\b)(?:([^;'"]*?)\s*from\s+)?'([^']+)'/gm
  return [...text.matchAll(named)]
    .filter(([, what = '']) => !isOfTypes(what))
    .map(([, , specifier = '']) => pathOf(file, specifier))
    .filter((path) => existsSync(join(root, path)))
}

const isOfTypes = (what: string) => /^\{(?:\s*type [^,}]+,?)+\s*\}$/.test(what)

function pathOf(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return join(dirname(file), specifier)
  const [workspace = ''] = file.split('/')
  const [, to = '', ...rest] = specifier.replace(/^#/, `@verbatim/${workspace}/`).split('/')
  return join(to, 'src', ...rest)
}

/**
 * What stays of a route in the first files: its address. Its loader and its components are in the file of the screen
 * (`routes` of tools/app-build.ts).
 */
function addressOf(text: string): string {
  const rest = text
    .replace(/^function [A-Z][^]*?^}\n/gm, '')
    .replace(/^  (?:async )?(?:loader|\w*[cC]omponent)\b[^]*?(?=^  [\w.]|^}\))/gm, '')
    .replace(/\{ component: \w+ \}/, '{}')
  const body = rest.replace(/^import [^]*?'\n/gm, '')
  return rest.replace(/^import ([^]*?) from '[^']*'\n/gm, (whole, what: string) =>
    (what.match(/\w+/g) ?? []).some((name) => new RegExp(`\\b${name}\\b`).test(body)) ? whole : '',
  )
}
