import { readdirSync } from 'node:fs'
import { defineConfig } from 'oxlint'

/** What each floor of the server may import, lowest first. An arrow that is not here does not exist. */
const floors = {
  kernel: [],
  schema: ['kernel'],
  platform: ['kernel', 'schema'],
  access: ['kernel', 'platform'],
  channels: ['kernel', 'platform'],
  domains: ['kernel', 'schema', 'platform', 'access'],
  flows: ['kernel', 'schema', 'platform', 'access', 'channels', 'domains'],
  api: ['kernel', 'platform', 'access', 'domains', 'flows'],
}

/** Which other slices a slice may read, lowest first. Anything else is a flow. Source: docs/ARCHITECTURE.md. */
const slices: Record<string, readonly string[]> = {
  // One that is not named here reads these two, and no other reads it. `tools/sources.test.ts` compares the others with the page.
  ...Object.fromEntries(
    readdirSync(new URL('server/src/domains', import.meta.url)).map((slice) => [slice, ['audit', 'nouns']]),
  ),
  audit: [],
  mail: [],
  inbox: [],
  nouns: ['audit'],
  organizations: ['audit'],
  groups: ['audit'],
  permissions: ['audit', 'groups'],
  contacts: ['audit', 'groups'],
  users: ['audit', 'nouns', 'groups', 'permissions', 'contacts'],
  identity: ['audit', 'mail', 'users', 'organizations', 'permissions'],
  accounts: ['audit', 'groups', 'users'],
  archiving: ['audit'],
  exports: ['audit'],
  themes: ['audit'],
  messages: ['audit', 'groups', 'contacts', 'users', 'exports', 'themes'],
  messenger: ['messages'],
  policies: ['audit', 'groups'],
  'cognitive-events': ['audit', 'inbox', 'permissions', 'policies', 'messages', 'users', 'exports', 'themes'],
  metrics: ['audit', 'groups', 'policies', 'cognitive-events', 'themes', 'accounts'],
  insights: ['audit'],
  'insight-providers': ['audit', 'nouns'],
  notifications: ['audit', 'nouns', 'policies', 'cognitive-events'],
  'report-schedules': ['audit', 'insights', 'users'],
  'metric-alerts': ['audit', 'policies', 'users', 'themes'],
  'saved-views': ['audit'],
  'change-requests': ['audit', 'permissions'],
}

const only = (files: string, allowed: string[], message: string) => ({
  files: [files],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          { group: ['../**', '[#]*/**', '@verbatim/*/**', ...allowed.map((path) => `!${path}`)], message },
        ],
      },
    ] as ['error', object],
  },
})

/** Workspaces that depend on nothing of ours. Every floor of the server may import them. */
const foundations = ['contract', 'matcher', 'documents', 'analyser']

const ours = (...floorsAllowed: string[]) => floorsAllowed.map((floor) => `[#]${floor}/**`)
const packages = (...names: string[]) => names.map((name) => `@verbatim/${name}/**`)

export default defineConfig({
  plugins: ['typescript', 'import', 'unicorn', 'react', 'promise'],
  categories: { correctness: 'error' },
  ignorePatterns: ['**/dist/**', '**/*.gen.ts', 'node_modules/**'],
  rules: {
    'max-lines': ['warn', { max: 300, skipBlankLines: true, skipComments: true }],
    'max-lines-per-function': ['warn', { max: 80, skipBlankLines: true, skipComments: true }],
    'max-params': ['warn', { max: 4 }],
    'max-depth': ['warn', { max: 3 }],
    complexity: ['warn', { max: 16 }],
    'import/no-default-export': 'error',
    'import/no-cycle': 'error',
    'oxc/no-barrel-file': 'error',
    'unicorn/filename-case': ['error', { cases: { kebabCase: true, pascalCase: true } }],
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/no-floating-promises': 'error',
    // Strings sort as strings; numbers are given a comparison.
    'typescript/require-array-sort-compare': ['error', { ignoreStringArrays: true }],
    'no-console': 'error',
    'no-eval': 'error',
    'no-new-func': 'error',
    'react/react-in-jsx-scope': 'off',
    // Facts are pairs of a name and a value; the rule takes each pair for a list.
    'react/jsx-key': 'off',
  },
  overrides: [
    only('contract/src/**', [], 'The contract imports nothing of ours but itself (./).'),
    ...['matcher', 'documents', 'analyser'].map((name) =>
      only(`${name}/src/**`, ['[#]*/**'], `${name} imports nothing of ours but itself.`),
    ),
    ...Object.entries(floors).map(([floor, below]) =>
      only(
        `server/src/${floor}/**`,
        [...packages(...foundations), ...ours(floor, ...below)],
        `${floor} may import: ${[...foundations, ...below].join(', ')}.`,
      ),
    ),
    ...Object.entries(slices).map(([slice, below]) =>
      only(
        `server/src/domains/${slice}/**`,
        [
          ...packages(...foundations),
          ...ours('kernel', 'schema', 'platform', 'access'),
          ...[slice, ...below].map((name) => `[#]domains/${name}/**`),
        ],
        `The slice ${slice} may read: ${below.join(', ') || 'no other slice'}. What crosses nouns is a flow.`,
      ),
    ),
    only(
      'server/src/*.ts',
      [...packages(...foundations), ...ours(...Object.keys(floors))],
      'Cross a folder with #floor/….',
    ),
    only(
      'server/src/first-start.ts',
      [...packages(...foundations, 'demo'), ...ours(...Object.keys(floors))],
      'Cross a folder with #floor/….',
    ),
    only(
      'demo/src/**',
      [...packages(...foundations, 'server'), '[#]*/**'],
      'The demo is a client of the server: nothing but first-start.ts knows it.',
    ),
    only('client/src/**', packages('contract'), 'The client imports the contract only.'),
    only('ui/src/**', [...packages('contract'), '[#]*/**'], 'ui imports contract types only.'),
    only(
      'console/src/**',
      [
        ...packages('contract', 'client', 'ui'),
        ...ours('routes', 'screens', 'approval', 'editor', 'lists', 'exports', 'thread', 'shell', 'failures'),
      ],
      'The console never imports the server.',
    ),
    only(
      'console/src/editor/**',
      [...packages('contract', 'client', 'ui'), ...ours('editor', 'lists', 'shell', 'failures')],
      'The editor kit knows no screen: what a noun needs, its declaration says.',
    ),
    only(
      'console/src/lists/**',
      [...packages('contract', 'client', 'ui'), ...ours('lists', 'exports', 'shell', 'failures')],
      'The list kit knows no screen: a list says for itself what it is.',
    ),
    only(
      'console/src/failures/**',
      [...packages('contract', 'client', 'ui'), ...ours('failures')],
      'Failures are shown everywhere, so they import nothing of the console.',
    ),
    only(
      'messenger/src/**',
      [...packages('contract', 'client', 'ui'), ...ours('routes', 'screens', 'shell')],
      'The messenger never imports the server.',
    ),
    {
      files: [
        'server/src/testing/**',
        'analyser/src/fitting/**',
        '**/*.test.ts',
        '**/*.test.tsx',
        'e2e/**',
        'bench/**',
        'tools/**',
      ],
      rules: {
        'no-restricted-imports': 'off',
        'no-console': 'off',
        'max-lines-per-function': 'off',
        'max-lines': ['warn', { max: 300 }],
        'typescript/no-non-null-assertion': 'off',
      },
    },
    {
      files: ['*.config.ts', '**/*.config.ts', 'e2e/prepare.ts'],
      rules: { 'import/no-default-export': 'off' },
    },
    {
      files: ['server/src/domains/**', 'server/src/flows/**', 'server/src/kernel/**', 'demo/src/**'],
      rules: {
        'no-restricted-globals': ['error', { name: 'process', message: 'Configuration comes through ctx.' }],
      },
    },
  ],
})
