import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { openSession } from '@verbatim/client/session.ts'
import { dayMs } from '@verbatim/contract/durations.ts'
import { cognitoConfig } from '@verbatim/server/domains/identity/config.ts'
import { openTestTab } from '@verbatim/server/testing/client-environment.ts'
import {
  type Installation,
  type InstallationOptions,
  openInstallation,
} from '@verbatim/server/testing/installation.ts'
import { worldPassword, type WorldTenant } from '@verbatim/server/testing/world.ts'
import type { Role } from '@verbatim/contract/permissions.ts'
import { isWhole } from '@verbatim/reference/share.ts'
import { findViolations } from './axe.ts'
import { preparedHomeVariable } from './prepare.ts'
import { settleAnimations } from '#screens/settled.ts'

export { expect } from '@playwright/test'

/** The world of a story: a running installation, an organization for it, and a browser. */
export interface Story {
  readonly installation: Installation
  readonly tenant: WorldTenant
  /** The organization's address. */
  readonly origin: string
  /** The installation's time, which an earlier story of the same browser may have moved on: the machine's is another. */
  now(): Date
  /** The day so many days ago, such as `2026-11-26`. */
  day(daysAgo: number): string
  /** Signs in with the page's own client, and gives the page the session. It shows no screen yet. */
  signIn(page: Page, role?: Role, tenant?: WorldTenant): Promise<void>
  /** Signs in through the screens in the browser, for stories about that. */
  signInByScreens(page: Page, role?: Role): Promise<void>
  /** Delivers a signed text message to its endpoint, and waits until it is ingested. */
  deliver(message: { from: string; body: string; tenant?: WorldTenant }): Promise<void>
  /** Opens the Content Library until it lists the message: one that arrives while the list is open waits behind a button. */
  findMessage(page: Page, text: string): Promise<void>
  /** axe finds nothing on the page in its current state; with `npm run whole`, also nothing about contrast, in both schemes. */
  checkAccess(page: Page): Promise<void>
}

let stories = 0

interface Stage {
  readonly installation: Installation
  /** Variables of the installation; a file that uses others has a separate installation. */
  readonly installationEnv: NodeJS.ProcessEnv
  /** The channels whose accounts it collects, if they are not those of the product. */
  readonly installationCollectors: InstallationOptions['collectors']
}

interface Scene {
  readonly story: Story
  /** Errors that the pages of a file's stories may report: what the stories make fail. */
  readonly expectedErrors: readonly RegExp[]
  readonly watched: void
}

export const test = base.extend<Scene, Stage>({
  expectedErrors: [[], { option: true }],
  watched: [
    async ({ context, expectedErrors }, use) => {
      const errors = watchErrors(context, expectedErrors)
      await use()
      expect(errors, 'what pages reported as errors').toEqual([])
    },
    { auto: true },
  ],
  installationEnv: [{}, { scope: 'worker', option: true }],
  installationCollectors: [undefined, { scope: 'worker', option: true }],
  installation: [
    async ({ installationEnv, installationCollectors: collectors }, use) => {
      const preparedHome = process.env[preparedHomeVariable]
      await using installation = await openInstallation({ env: installationEnv, preparedHome, collectors })
      await use(installation)
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  story: async ({ installation }, use) => {
    stories += 1
    const tenant = await installation.world.makeTenant(`story${stories}`)
    const now = () => installation.world.ctx.now()
    await use({
      installation,
      tenant,
      origin: originOf(installation, tenant),
      now,
      day: (daysAgo) => new Date(now().getTime() - daysAgo * dayMs).toISOString().slice(0, 10),
      signIn: (page, role = 'compliance', of = tenant) => signIn(page, installation, role, of),
      signInByScreens: (page, role = 'compliance') => signInByScreens(page, installation, role, tenant),
      async deliver({ from, body, tenant: to = tenant }) {
        expect(await installation.world.deliver(to, { from, body })).toBe(200)
        await installation.world.settle()
      },
      findMessage: (page, text) =>
        expect(async () => {
          await page.goto(`${originOf(installation, tenant)}/messages`)
          await expect(page.getByText(text).first()).toBeVisible({ timeout: 2_000 })
        }).toPass({ timeout: 20_000 }),
      checkAccess,
    })
  },
})

/**
 * The browser reports by itself what the server refuses and what cannot be reached, and the page a refusal that it shows instead of a
 * screen: stories look at what people see of that.
 */
const ofTheNetwork = /^Failed to load resource|^WebSocket connection to|net::ERR_|^Failure: /

/** Collects errors that no code expected, those that pages log, and violations of the content security policy, which the browser logs. */
function watchErrors(context: BrowserContext, expected: readonly RegExp[]): readonly string[] {
  const errors: string[] = []
  const add = (text: string) => {
    if (![ofTheNetwork, ...expected].some((pattern) => pattern.test(text))) errors.push(text)
  }
  context.on('weberror', (event) => add(String(event.error())))
  context.on('console', (message) => {
    if (message.type() === 'error') add(message.text())
  })
  return errors
}

const originOf = (installation: Installation, tenant: WorldTenant) =>
  `http://${tenant.label}.verbatim.localhost:${installation.port}`

async function signIn(
  page: Page,
  installation: Installation,
  role: Role,
  tenant: WorldTenant,
): Promise<void> {
  const origin = originOf(installation, tenant)
  const kept = new Map<string, string>()
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
  const session = openSession(cognitoConfig(tenant.id, installation.origin), openTestTab({ storage }))
  const step = await session.signIn(`${role}@${tenant.label}.example`, worldPassword)
  expect(step.next).toBe('done')
  session.close()
  // A small page of the same origin, for access to the tab's storage.
  await page.goto(`${origin}/login.css`)
  await page.evaluate(
    (all) => {
      for (const [name, value] of all) sessionStorage.setItem(name, value)
    },
    [...kept],
  )
}

async function signInByScreens(
  page: Page,
  installation: Installation,
  role: Role,
  tenant: WorldTenant,
): Promise<void> {
  await page.goto(`${originOf(installation, tenant)}/`)
  await page.getByLabel('Email').fill(`${role}@${tenant.label}.example`)
  await page.getByLabel('Password', { exact: true }).fill(worldPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('navigation').first()).toBeVisible({ timeout: 30_000 })
}

async function checkAccess(page: Page): Promise<void> {
  await settleAnimations(page)
  expect(await findViolations(page, isWhole ? {} : { without: contrastRules })).toEqual([])
  if (!isWhole) return
  await page.emulateMedia({ colorScheme: 'dark' })
  await settleAnimations(page)
  const dark = await findViolations(page, { only: contrastRules })
  await page.emulateMedia({ colorScheme: null })
  await settleAnimations(page)
  expect(dark.map((violation) => `dark ${violation}`)).toEqual([])
}

/** Half of axe's time. The contrast of all pairs of colours has a test of its own, in both schemes (ui/src/contrast.test.ts). */
const contrastRules = ['color-contrast', 'link-in-text-block']
