import chromium from '@sparticuz/chromium'
import { defineConfig } from '@playwright/test'
import { isWhole } from '@verbatim/reference/share.ts'

export default defineConfig({
  testDir: 'tests',
  testMatch: '*.e2e.ts',
  // Minutes: `npm run whole` takes them.
  testIgnore: isWhole ? [] : ['every-screen.e2e.ts', 'screen-trees.e2e.ts'],
  // A second way to what another story shows, over rules that have tests below it (docs/decisions/0076).
  ...(!isWhole && { grepInvert: /@second-path/ }),
  globalSetup: './prepare.ts',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  reporter: process.env['E2E_REPORT']
    ? [['json', { outputFile: process.env['E2E_REPORT'] }], ['dot']]
    : [['list']],
  outputDir: '../test-results',
  // The trees of the screens: text, the same on every system.
  snapshotPathTemplate: '{testDir}/../trees/{arg}{ext}',
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    viewport: { width: 1440, height: 900 },
    actionTimeout: 10_000,
    launchOptions: {
      executablePath: await chromium.executablePath(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--font-render-hinting=none',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-quic',
        // Pages live for seconds: to compile them once more, for speed, takes longer than it saves. In the whole run axe has minutes of work.
        ...(isWhole ? [] : ['--js-flags=--no-opt --no-maglev']),
      ],
    },
  },
})
