import type { Browser, Page } from '@playwright/test'
import type { Installation } from '@verbatim/server/testing/installation.ts'
import { worldPassword } from '@verbatim/server/testing/world.ts'
import { firstFormOf, takeForm } from '#access/forms.ts'
import { expect, type Story, test as base } from '#world.ts'
import { screens } from './catalogue.ts'
import { followRequests } from './settled.ts'
import { makeSmallWorld, type SmallWorld } from './small-world.ts'
import { label, originOf, type Screen } from './stage.ts'
import { addressOf, go } from './visit.ts'

/** A story in the small world, which is made once for all stories of a file. */
export const test = base.extend<object, { small: SmallWorld }>({
  small: [
    async ({ browser, installation }: { browser: Browser; installation: Installation }, use) =>
      use(await makeSmallWorld(browser, installation)),
    { scope: 'worker' },
  ],
})

/** `SCREENS=inbox,event` goes to these alone. */
const asked = process.env['SCREENS']?.split(',')
const all = screens.filter(({ name }) => !asked || asked.includes(name))
const ofConsole = all.filter(({ app }) => app !== 'messenger')

/** The screens whose actions change nothing, by the tab that shows them. */
export const still = {
  console: ofConsole.filter(({ isOutside, changes }) => !isOutside && !changes),
  outside: all.filter(({ isOutside, changes }) => isOutside && !changes),
  messenger: all.filter(({ app, isOutside }) => app === 'messenger' && !isOutside),
}

/** The others. */
export const changing = {
  console: ofConsole.filter(({ isOutside, changes }) => !isOutside && changes),
  outside: all.filter(({ isOutside, changes }) => isOutside && changes),
}

export const signInToConsole = (story: Story, page: Page, { tenant }: SmallWorld) =>
  story.signIn(page, 'super_admin', tenant)

async function signInToMessenger(page: Page, small: SmallWorld): Promise<void> {
  await page.goto(`${originOf(small.installation, label)}/messenger/`)
  await page.getByLabel('Email').fill(small.people.messenger)
  await page.getByLabel('Password', { exact: true }).fill(worldPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Messenger', exact: true })).toBeVisible()
}

export interface Tour {
  readonly page: Page
  readonly small: SmallWorld
  readonly some: readonly Screen[]
}

/**
 * Goes through screens in one tab, wide and light at first, and looks at each once nothing changes any more. What is wrong
 * is gathered: one run shows all of it.
 */
export async function tour(
  { page, small, some }: Tour,
  look: (screen: Screen, settled: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const settled = followRequests(page)
  let isAtStart = false
  for (const screen of some) {
    await test.step(screen.name, async () => {
      await takeForm(page, firstFormOf(screen))
      const path = addressOf(screen, small)
      if (isAtStart) await go(page, path)
      else await page.goto(originOf(small.installation, screen.host ?? label) + path)
      await settled()
      const failed = await screen.act?.(page, small).then(
        () => undefined,
        (error: Error) => error.message,
      )
      expect.soft(failed, `${screen.name}, its actions`).toBeUndefined()
      await settled()
      if (screen.layer) await expect.soft(screen.layer.find(page), `${screen.name}, its layer`).toBeVisible()
      await look(screen, settled)
      await screen.undo?.(small, page)
      // What an action has opened stays open at another address.
      isAtStart = !screen.act && !screen.isOutside
    })
  }
}

interface Everywhere extends Omit<Tour, 'some'> {
  readonly story: Story
  readonly browser: Browser
}

/** All screens whose actions change nothing: those without a session, those of the console, and those of the messenger. */
export async function tourAll(
  { page, small, story, browser }: Everywhere,
  goThrough: (given: Tour) => Promise<void>,
): Promise<void> {
  await goThrough({ page, small, some: still.outside })
  await signInToConsole(story, page, small)
  await goThrough({ page, small, some: still.console })
  await tourMessenger(browser, small, goThrough)
}

/** The screens of the messenger, in a tab of its own. */
export async function tourMessenger(
  browser: Browser,
  small: SmallWorld,
  goThrough: (given: Tour) => Promise<void>,
): Promise<void> {
  const page = await (await browser.newContext()).newPage()
  await signInToMessenger(page, small)
  await goThrough({ page, small, some: still.messenger })
  await page.context().close()
}
