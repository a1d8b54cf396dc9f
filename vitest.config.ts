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
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
