/**
 * `npm run screens`: a picture of every screen with the demo organization in it, wide and narrow, light and dark, into
 * `screens/`. Run it after any visible change, and look at the pictures.
 *
 *   --only events,event   some screens
 *   --forms narrow.dark   some forms
 *   --pictures            the README's, into `docs/pictures/`
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import config from '@verbatim/e2e/playwright.config.ts'
import { findTenantByHost } from '@verbatim/server/domains/organizations/queries.ts'
import { demoOrganization } from '@verbatim/demo/demo-organization.ts'
import { seedDemo } from '@verbatim/demo/seed.ts'
import { ensurePagesBuilt, pagesOf } from '@verbatim/server/platform/built-pages.ts'
import { gatherStatistics } from '@verbatim/server/platform/database-statistics.ts'
import { openInstallation } from '@verbatim/server/testing/installation.ts'
import sharp from 'sharp'
import { screens } from '@verbatim/e2e/screens/catalogue.ts'
import { followRequests } from '@verbatim/e2e/screens/settled.ts'
import { findSights } from '@verbatim/e2e/screens/sights.ts'
import { administrator, label, originOf, type Screen, type Stage } from '@verbatim/e2e/screens/stage.ts'

/** A layer may open only some time after the last action: a list of people waits until typing stops. */
const layerWithinMs = 5_000

const root = fileURLToPath(new URL('..', import.meta.url))
const { values } = parseArgs({
  options: { only: { type: 'string' }, forms: { type: 'string' }, pictures: { type: 'boolean' } },
})
await open(values.pictures ? takePictures : takeScreens)

/** Takes every requested screen in each requested form. */
async function takeScreens(stage: Stage): Promise<void> {
  const folder = join(root, 'screens')
  const some = screens.filter(({ name }) => !values.only || values.only.split(',').includes(name))
  await mkdir(folder, { recursive: true })
  const forms = values.forms?.split(',')
  let count = 0
  for (const size of ['wide', 'narrow'] as const) {
    for (const scheme of ['light', 'dark'] as const) {
      if (forms && !forms.includes(`${size}.${scheme}`)) continue
      for await (const { name, png } of look(stage, some, { size, scheme })) {
        await writeFile(join(folder, `${name}.${size}.${scheme}.png`), png)
        count++
      }
    }
  }
  console.log(`${count} pictures in ${folder}`)
}

async function takePictures(stage: Stage): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    const some = screens.filter(({ picture }) => picture === scheme)
    for await (const { name, png } of look(stage, some, { size: 'wide', scheme })) {
      await sharp(png)
        .webp({ quality: 88, effort: 6 })
        .toFile(join(root, 'docs', 'pictures', `${name}.webp`))
    }
  }
}

async function open(take: (stage: Stage) => Promise<void>): Promise<void> {
  for (const pages of pagesOf(root, new AbortController().signal)) await ensurePagesBuilt(pages)
  await using installation = await openInstallation({ works: false })
  const known = await seedDemo(installation.world.ctx, {
    demo: demoOrganization(label, new Date()),
    label,
    beganAt: new Date(),
    administrator,
    allSignIn: true,
    home: installation.world.ctx.config.VERBATIM_HOME,
  })
  await gatherStatistics(installation.ownerUrl)
  const messenger = known.find(({ profiles }) => profiles.some((name) => name.includes('messenger')))
  const people = { console: administrator.email, messenger: messenger?.email ?? '' }
  const tenant = await findTenantByHost(installation.world.ctx.db, label)
  if (!tenant) throw new Error('The demo is not there')
  const sights = await findSights(installation, tenant.id)
  const browser = await chromium.launch(config.use?.launchOptions)
  try {
    await take({ browser, installation, tenantId: tenant.id, sights, people })
  } finally {
    await browser.close()
  }
}

interface Look {
  readonly size: 'wide' | 'narrow'
  readonly scheme: 'light' | 'dark'
}

/** Takes the screens in one size and scheme; those of an app in one tab that is signed in once. */
async function* look(
  stage: Stage,
  some: readonly Screen[],
  { size, scheme }: Look,
): AsyncGenerator<{ name: string; png: Buffer }> {
  const { browser, installation, sights, people } = stage
  for (const app of ['console', 'messenger'] as const) {
    const context = await browser.newContext({
      viewport: size === 'wide' ? { width: 1440, height: 900 } : { width: 390, height: 844 },
      colorScheme: scheme,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'Europe/London',
      serviceWorkers: 'block',
    })
    const page = await context.newPage()
    page.on('pageerror', (error) => console.error(`${page.url()}: ${error.message}`))
    const settled = followRequests(page)
    let isSignedIn = false
    for (const screen of some.filter(
      (one) => (one.app ?? 'console') === app && !(one.isNarrow && size === 'wide'),
    )) {
      const { name, address, isOutside, host = label, undo } = screen
      const path = typeof address === 'string' ? address : address(sights)
      if (!isOutside && !isSignedIn) {
        await signIn(
          page,
          originOf(installation, label) + (app === 'console' ? '' : '/messenger'),
          people[app],
        )
        isSignedIn = true
      }
      await page.goto(originOf(installation, host) + path)
      await settled()
      await reach(page, stage, screen).catch((error: Error) => {
        // Takes the picture anyway, because the content of the screen shows more than an aborted run.
        console.error(`${name}: ${error.message}`)
        process.exitCode = 1
      })
      await settled()
      yield { name, png: await page.screenshot() }
      await undo?.(stage, page)
    }
    await context.close()
  }
}

async function reach(page: Page, stage: Stage, { act, layer }: Pick<Screen, 'act' | 'layer'>): Promise<void> {
  await act?.(page, stage)
  await layer?.find(page).waitFor({ timeout: layerWithinMs })
}

async function signIn(page: Page, app: string, email: string): Promise<void> {
  await page.goto(`${app}/sign-in`)
  // After one of the sign-in pages the session may have begun.
  await page.evaluate(() => sessionStorage.clear())
  await page.goto(`${app}/sign-in`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(administrator.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.endsWith('/sign-in'))
}
