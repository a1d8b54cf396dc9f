import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      '{contract,matcher,documents,analyser,server,demo,client,ui,console,messenger,tools,bench}/**/*.test.{ts,tsx}',
    ],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: ['server/src/testing/global-setup.ts'],
    setupFiles: ['tools/fixed-seed.ts', 'tools/fixed-reader.ts'],
    pool: 'forks',
    // Files keep to databases and tenants of their own; what modules hold is the same for all. It saves a fifth of the time.
    isolate: false,
    maxWorkers: 2,
    // A worker holds the modules of all files, and marked them again each time that a little more was in use: a tenth of its
    // time. It now collects its young objects less often, and the others once they fill a gigabyte.
    execArgv: ['--max-semi-space-size=64', '--initial-old-space-size=1024'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
