import type { Browser, Page } from '@playwright/test'
import { isWhole } from '@verbatim/reference/share.ts'
import type { Installation } from '@verbatim/server/testing/installation.ts'
import { worldPassword } from '@verbatim/server/testing/world.ts'
import { findingsIn, type Form, forms, takeForm, wide } from '#access/forms.ts'
import { openEach, walk } from '#access/keyboard.ts'
import { treeOf } from '#access/tree.ts'
import { screens } from '#screens/catalogue.ts'
import { followRequests } from '#screens/settled.ts'
import { makeSmallWorld, type SmallWorld } from '#screens/small-world.ts'
import { label, originOf, type Screen } from '#screens/stage.ts'
import { addressOf, go } from '#screens/visit.ts'
import { expect, type Story, test as base } from '#world.ts'

const test = base.extend<object, { small: SmallWorld }>({
  small: [
    async ({ browser, installation }: { browser: Browser; installation: Installation }, use) =>
      use(await makeSmallWorld(browser, installation)),
    { scope: 'worker' },
  ],
})

/** One form of each screen, another for the next screen; all of them in the whole run. */
const formsOf = (place: number): readonly Form[] => (isWhole ? forms : [forms[place % forms.length]!])
/** Every sixth screen by keyboard; all of them in the whole run. */
const isWalked = (place: number) => isWhole || place % 6 === 3

interface Visits {
  readonly page: Page
  readonly small: SmallWorld
  readonly some: readonly Screen[]
}

/**
 * Goes through screens in one tab, and compares each with its golden file.
 * What is wrong is gathered: one run shows all of it.
 */
async function visitAll({ page, small, some }: Visits): Promise<void> {
  const settled = followRequests(page)
  let isAtStart = false
  for (const [place, screen] of some.entries()) {
    await test.step(screen.name, async () => {
      await takeForm(page, wide)
      const path = addressOf(screen, small)
      if (isAtStart && !screen.isOutside) await go(page, path)
      else await page.goto(originOf(small.installation, screen.host ?? label) + path)
      await settled()
      // The other screens show more than a run that ends here.
      const failed = await screen.act?.(page, small).then(
        () => undefined,
        (error: Error) => error.message,
      )
      expect.soft(failed, `${screen.name}, its actions`).toBeUndefined()
      await settled()
      if (!screen.changes) expect.soft(await treeOf(page)).toMatchSnapshot(`${screen.name}.yml`)
      for (const form of formsOf(place)) {
        const found = await findingsIn(page, form)
        expect.soft(found, `${screen.name}, ${form.name}`).toEqual([])
      }
      await takeForm(page, wide)
      if (isWalked(place)) {
        expect.soft(await walk(page), `${screen.name}, by keyboard`).toEqual([])
        const look = async () => {
          await settled()
          const found: string[] = []
          for (const form of formsOf(place)) found.push(...(await findingsIn(page, form)))
          await takeForm(page, wide)
          return found
        }
        expect.soft(await openEach(page, look), `${screen.name}, what it opens`).toEqual([])
      }
      await screen.undo?.(small)
      isAtStart = !screen.act
    })
  }
}

const signedIn = (story: Story, page: Page, { tenant }: SmallWorld) =>
  story.signIn(page, 'super_admin', tenant)

test('every screen is to a screen reader what its golden file says, without a finding, in its forms', async ({
  page,
  small,
  story,
}) => {
  test.setTimeout(isWhole ? 1_800_000 : 240_000)
  await signedIn(story, page, small)
  const some = screens.filter(({ app, isOutside, changes }) => app !== 'messenger' && !isOutside && !changes)
  await visitAll({ page, small, some })
})

test('every page without a session, and every screen of the messenger, likewise', async ({
  page,
  small,
  browser,
}) => {
  test.setTimeout(isWhole ? 900_000 : 120_000)
  const some = screens.filter(({ isOutside, changes }) => isOutside && !changes)
  await visitAll({ page, small, some })
  const tab = await (await browser.newContext()).newPage()
  await tab.goto(`${originOf(small.installation, label)}/messenger/`)
  await tab.getByLabel('Email').fill(small.people.messenger)
  await tab.getByLabel('Password', { exact: true }).fill(worldPassword)
  await tab.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(tab.getByRole('heading', { name: 'Messenger', exact: true })).toBeVisible()
  const own = screens.filter(({ app, isOutside }) => app === 'messenger' && !isOutside)
  await visitAll({ page: tab, small, some: own })
  await tab.context().close()
})

if (isWhole)
  test('what a user does on a screen leads to no finding either', async ({ page, small, story }) => {
    test.setTimeout(1_800_000)
    const changed = screens.filter(({ changes }) => changes)
    await visitAll({ page, small, some: changed.filter(({ isOutside }) => isOutside) })
    await signedIn(story, page, small)
    await visitAll({ page, small, some: changed.filter(({ isOutside }) => !isOutside) })
  })
