import type { Locator } from '@playwright/test'
import { findingsIn, firstFormOf, forms, formsOf, smaller, takeForm } from '#access/forms.ts'
import { openEach, walk } from '#access/keyboard.ts'
import {
  changing,
  signInToConsole,
  still,
  test,
  type Tour,
  tour,
  tourAll,
  tourMessenger,
} from '#screens/tour.ts'
import type { Screen } from '#screens/stage.ts'
import { expect } from '#world.ts'

/** axe and the eye in every form, every stop of Tab, and everything that opens by keyboard. */
async function examine(given: Tour): Promise<void> {
  const { page } = given
  const opened = new Set<string>()
  await tour(given, async (screen, settled) => {
    const { name } = screen
    const first = firstFormOf(screen)
    for (const form of formsOf(screen))
      expect.soft(await findingsIn(page, form), `${name}, ${form.name}`).toEqual([])
    await takeForm(page, first)
    if (screen.layer) await focusAgain(screen.layer.find(page))
    expect.soft(await walk(page), `${name}, by keyboard`).toEqual([])
    const look = async () => {
      await settled()
      const found: string[] = []
      for (const form of forms)
        found.push(...(await findingsIn(page, form)).map((line) => `${form.name}: ${line}`))
      await takeForm(page, first)
      return found
    }
    expect.soft(await openEach(page, opened, look), `${name}, what it opens`).toEqual([])
  })
}

/** A panel whose button is out of sight in a smaller form is hidden there, and the focus leaves it. */
async function focusAgain(layer: Locator): Promise<void> {
  if (!(await layer.isVisible())) return
  await layer.evaluate((element) => {
    if (element.matches('[role="dialog"]') && !element.contains(document.activeElement))
      element.querySelector<HTMLElement>('a[href], button, input')?.focus()
  })
}

// Each takes minutes, and as many run as there are workers.
test.describe.configure({ timeout: 1_800_000, mode: 'parallel' })

/** As many screens as one test goes through in some minutes. */
const most = 30
const partsOf = (what: string, some: readonly Screen[]) =>
  Array.from({ length: Math.ceil(some.length / most) }, (_, i) => ({
    part: `${what}, ${i + 1}`,
    some: some.slice(i * most, (i + 1) * most),
  }))

const [screens, layers] = [false, true].map((isLayer) =>
  still.console.filter(({ layer }) => isLayer === (layer !== undefined)),
) as [Screen[], Screen[]]
// Otherwise no test would be made, and none could fail.
if (!process.env['SCREENS'] && [screens, layers].some((some) => some.length === 0))
  throw new Error('The console has screens and layers, and none was found')

for (const { part, some } of [
  ...partsOf(
    'every screen passes the accessibility checks in every form, and every control can be reached by keyboard',
    screens,
  ),
  ...partsOf('every dialog, menu and panel that a screen opens passes the accessibility checks', layers),
])
  test(part, async ({ page, small, story }) => {
    await signInToConsole(story, page, small)
    await examine({ page, small, some })
  })

test('every control can be reached by keyboard on a phone and at 200 %, too', async ({
  page,
  small,
  story,
  browser,
}) => {
  const goThrough = (given: Tour) =>
    tour(given, async ({ name, layer }) => {
      for (const form of smaller) {
        await takeForm(given.page, form)
        if (layer) await focusAgain(layer.find(given.page))
        expect.soft(await walk(given.page), `${name}, ${form.name}, by keyboard`).toEqual([])
      }
    })
  await tourAll({ page, small, story, browser }, goThrough)
})

test('every page without a session, and every screen of the messenger, passes the same checks', async ({
  page,
  small,
  browser,
}) => {
  await examine({ page, small, some: still.outside })
  await tourMessenger(browser, small, examine)
})

test('a screen still passes the accessibility checks after a user acts on it', async ({
  page,
  small,
  story,
}) => {
  await examine({ page, small, some: changing.outside })
  await signInToConsole(story, page, small)
  await examine({ page, small, some: changing.console })
})
