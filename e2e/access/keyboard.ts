/** A screen without a mouse: every stop of Tab, there and back, and every layer that a key opens. */
import { expect, type Locator, type Page } from '@playwright/test'
import { watchStops } from './stops.ts'

declare global {
  interface Window {
    newLayers?: () => number
  }
}

/** More stops than any screen has. */
const most = 400

/** Goes through the page with Tab, and back with Shift Tab. @returns What is wrong, a line each. */
export async function walk(page: Page): Promise<string[]> {
  await page.evaluate(watchStops)
  const forth = await goRound(page, 'Tab')
  const missed = await page.evaluate(() => window.stops!.missed())
  const back = await goRound(page, 'Shift+Tab')
  const there = new Set(forth.ids)
  const backAgain = new Set(back.ids)
  return [
    ...new Set([
      ...forth.wrong,
      ...missed.map((words) => `Tab does not reach ${words}`),
      ...back.wrong,
      ...[...there]
        .filter((id) => !backAgain.has(id))
        .map((id) => `Shift Tab does not reach ${forth.words.get(id)}`),
    ]),
  ]
}

interface Round {
  readonly ids: readonly number[]
  readonly words: ReadonlyMap<number, string>
  readonly wrong: readonly string[]
}

/** Presses the key until the focus has left the page or is where it was first. */
async function goRound(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<Round> {
  await page.evaluate(() => window.stops!.begin())
  let where: 'out' | 'round' | 'on' = 'on'
  for (let presses = 0; presses < most && where !== 'round'; presses += 1) {
    await page.keyboard.press(key)
    where = await page.evaluate(() => window.stops!.note())
  }
  const stops = await page.evaluate(() => window.stops!.taken())
  // A page that only says something has no stops.
  if (where !== 'round' && stops.length > 0) {
    const last = stops.slice(-3).map(({ words }) => words)
    const wrong = `${key} never comes back to ${stops[0]?.words}. Its last stops are ${last.join(', ')}`
    return { ids: [], words: new Map(), wrong: [wrong] }
  }
  return {
    ids: stops.map(({ id }) => id),
    words: new Map(stops.map(({ id, words }) => [id, words])),
    wrong: stops.flatMap(({ words, wrong }) => (wrong ? `${words}: ${wrong}` : [])),
  }
}

/** @returns What is wrong with the focus of what a key has just opened. */
export async function firstFocus(page: Page): Promise<string[]> {
  await page.evaluate(watchStops)
  return page.evaluate(() => window.stops!.unseen())
}

/** Closed buttons and fields that say they open something: of the dialog or menu that keeps the focus, or of the page. */
async function openersOf(page: Page): Promise<Locator> {
  const opens = ['menu', 'dialog', 'listbox', 'true'].map(
    (kind) => `[aria-haspopup="${kind}"]:visible:not(:disabled):not([aria-expanded="true"])`,
  )
  const layer = page.locator('[role="dialog"]:focus-within, [role="menu"]:focus-within').last()
  return ((await layer.count()) > 0 ? layer : page.locator('body')).locator(opens.join(', '))
}

/** Runs in the page, which notes its layers. */
function noteLayers(): void {
  const all = () =>
    [...document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]')].filter(
      (one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 0,
    )
  const before = new Set(all())
  window.newLayers = () => all().filter((one) => !before.has(one)).length
}

/** The number of layers that were not there when they were noted: what opens may close another one. */
const newLayers = (page: Page) => () => page.evaluate(() => window.newLayers?.() ?? 0)

/**
 * Opens one thing after another by keyboard, looks at it, and closes it with Escape.
 * @param seen What was opened on an earlier screen, and is the same here.
 * @returns What is wrong, a line each.
 */
export async function openEach(
  page: Page,
  seen: Set<string>,
  look: () => Promise<readonly string[]>,
): Promise<string[]> {
  const wrong: string[] = []
  // Elements, not their numbers: what one of them opens changes which are closed.
  for (const opener of await (await openersOf(page)).elementHandles()) {
    const { name, isField } = await opener.evaluate(describe)
    // The same in every row is looked at in one of them.
    const kind = name.replaceAll(/“[^”]*”|\d+/g, '')
    if (seen.has(kind)) continue
    seen.add(kind)
    await opener.focus()
    await page.evaluate(noteLayers)
    await page.keyboard.press(isField ? 'ArrowDown' : 'Enter')
    if (!(await holds(expect.poll(newLayers(page), soon).toBeGreaterThan(0)))) {
      // A field whose values are typed may have nothing to offer.
      if (!isField) wrong.push(`${name} does not open by keyboard`)
      continue
    }
    wrong.push(...[...(await firstFocus(page)), ...(await look())].map((line) => `${name}: ${line}`))
    await page.keyboard.press('Escape')
    if (!(await holds(expect.poll(newLayers(page), soon).toBe(0))))
      return [...wrong, `Escape does not close what ${name} opened`]
    const isBack = () => opener.evaluate((element) => element === document.activeElement)
    if (!(await holds(expect.poll(isBack, soon).toBe(true)))) wrong.push(`the focus is not at ${name} again`)
  }
  return wrong
}

/** Runs in the page. */
function describe(element: Element) {
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
  const words = isField ? element.labels?.[0]?.textContent : element.textContent
  return { name: element.getAttribute('aria-label') ?? words ?? '', isField }
}

const soon = { timeout: 3_000 }

const holds = (expected: Promise<void>) =>
  expected.then(
    () => true,
    () => false,
  )
