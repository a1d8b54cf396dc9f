import { defineConfig } from 'vitest/config'
import { isWhole } from './reference/src/share.ts'
import { databaseTests } from './tools/database-tests.ts'

const setupFiles = ['tools/fixed-seed.ts', 'tools/fixed-reader.ts']
/** `npm run fuzz` and `npm run races` choose their tests by themselves. */
const isCampaign = Boolean(process.env['FUZZ_SEED'] ?? process.env['RACES'])
const isQuick = Boolean(process.env['QUICK'])
// An exclusion on the command line would not reach the projects.
const slow = isQuick ? ['**/*.slow.test.ts', ...databaseTests()] : []
// What only `npm run whole` runs (docs/decisions/0076).
const whole = isWhole || isCampaign ? [] : ['**/*.whole.test.ts']
/** A tag that skips its tests would not skip those with a condition of their own. The types know the filter of the command line only. */
const chosen = { tagsFilter: isWhole || isCampaign ? [] : ['!whole'] }
const exclude = ['**/node_modules/**', '**/dist/**', ...slow, ...whole]
const workers = {
  pool: 'forks' as const,
  // Files keep to databases and tenants of their own; what modules hold is the same for all. It saves a fifth of the time.
  isolate: false,
  // A worker holds the modules of all files, and marked them again each time that a little more was in use: a tenth of its
  // time. It now collects its young objects less often, and the others once they fill a gigabyte. Buffers outside the heap
  // count towards that: otherwise each 64 MB of them would be a reason to collect everything.
  execArgv: [
    '--external-memory-accounted-in-global-limit',
    '--max-semi-space-size=64',
    '--initial-old-space-size=1024',
  ],
  // What hangs fails after this. The whole run has up to ten times the cases.
  testTimeout: isWhole ? 300_000 : 30_000,
  hookTimeout: isWhole ? 300_000 : 60_000,
  // What is awaited by polling is no time limit either: on a busy machine it may take longer than the usual second.
  expect: { poll: { timeout: 20_000 } },
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    tags: [
      {
        name: 'whole',
        description: 'The whole run and the campaigns run it, `npm test` does not (docs/decisions/0076).',
      },
    ],
    ...chosen,
    projects: [
      {
        test: {
          ...workers,
          name: 'node',
          include: [
            '{contract,matcher,documents,analyser,server,demo,client,tools,bench}/**/*.test.{ts,tsx}',
          ],
          exclude,
          setupFiles,
          globalSetup: isQuick ? [] : ['server/src/testing/global-setup.ts'],
          // As in production, Node loads the modules itself, without Vite's wrapper around each import: a sixth less time (docs/decisions/0076).
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      {
        // Screens are written in JSX, and import style sheets: Vite compiles them.
        test: {
          ...workers,
          name: 'screens',
          include: ['{ui,console,messenger}/**/*.test.{ts,tsx}'],
          exclude,
          setupFiles: [...setupFiles, 'console/src/testing/hang-limit.ts'],
          // A page does not leave by a download either: the next file of the worker would have its address.
          environmentOptions: { happyDOM: { settings: { navigation: { disableFallbackToSetURL: true } } } },
        },
      },
    ],
  },
})
