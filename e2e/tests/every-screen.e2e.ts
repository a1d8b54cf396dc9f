import { findingsIn, forms, ofLayers, takeForm, wide } from '#access/forms.ts'
import { openEach, walk } from '#access/keyboard.ts'
import { changing, signInToConsole, signInToMessenger, still, test, type Tour, tour } from '#screens/tour.ts'
import { expect } from '#world.ts'

/** axe and the eye in every form, every stop of Tab, and everything that opens by keyboard. */
async function examine(given: Tour): Promise<void> {
  const { page } = given
  const opened = new Set<string>()
  await tour(given, async ({ name }, settled) => {
    for (const form of forms) expect.soft(await findingsIn(page, form), `${name}, ${form.name}`).toEqual([])
    await takeForm(page, wide)
    expect.soft(await walk(page), `${name}, by keyboard`).toEqual([])
    const look = async () => {
      await settled()
      const found: string[] = []
      for (const form of ofLayers)
        found.push(...(await findingsIn(page, form)).map((line) => `${form.name}: ${line}`))
      await takeForm(page, wide)
      return found
    }
    expect.soft(await openEach(page, opened, look), `${name}, what it opens`).toEqual([])
  })
}

test.describe.configure({ timeout: 1_800_000 })

test('every screen has no finding in any form, and every control is reached by keyboard', async ({
  page,
  small,
  story,
}) => {
  await signInToConsole(story, page, small)
  await examine({ page, small, some: still.console })
})

test('every page without a session, and every screen of the messenger, likewise', async ({
  page,
  small,
  browser,
}) => {
  await examine({ page, small, some: still.outside })
  const tab = await (await browser.newContext()).newPage()
  await signInToMessenger(tab, small)
  await examine({ page: tab, small, some: still.messenger })
  await tab.context().close()
})

test('what a user does on a screen leads to no finding either', async ({ page, small, story }) => {
  await examine({ page, small, some: changing.outside })
  await signInToConsole(story, page, small)
  await examine({ page, small, some: changing.console })
})
