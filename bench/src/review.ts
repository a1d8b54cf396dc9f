/**
 * A reviewer clears a queue: from J to the next event painted, and the whole way by keyboard, with a decision on each event,
 * against the same by mouse. Both wait until the conversation of the next event is drawn.
 */
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import config from '@verbatim/e2e/playwright.config.ts'
import { ensurePagesBuilt, pagesOf } from '@verbatim/server/platform/built-pages.ts'
import { captureHistory, messageOf } from '@verbatim/server/testing/history.ts'
import { signIn } from './signed-in.ts'
import { type Claim, median, percentile, type Row } from './figures.ts'
import { openProduct } from './product.ts'

const byKeys = 200
const byMouse = 50
const events = '/bff/api/v1/cognitive-events'
const root = fileURLToPath(new URL('../../', import.meta.url))

export const review: Claim = {
  name: 'review',
  async measure({ tell }): Promise<Row[]> {
    for (const pages of pagesOf(root, new AbortController().signal)) await ensurePagesBuilt(pages)
    await using product = await openProduct({ works: true })
    const { world } = product
    const tenant = await world.makeTenant('bench')
    const reviewer = await world.as(tenant, tenant.users.compliance)
    const rule = { name: 'Secrecy', type: 'phrase', pattern: 'off the record' }
    const policy = { name: 'Off the record', severity: 'high', scope: 'global', rules: [rule] }
    const { status } = await reviewer.call('POST', '/bff/api/v1/topic', policy)
    if (status !== 200) throw new Error(`The policy was not made: ${status}`)
    const count = byKeys + byMouse
    const messages = Array.from({ length: count }, (_, i) =>
      messageOf(world, {
        conversationKey: `c${i}`,
        body: `Matter ${i}: please keep it off the record.`,
        sentAt: new Date(Date.now() - (count - i) * 60_000),
      }),
    )
    await captureHistory(world, tenant, messages)
    await product.drained()
    const browser = await chromium.launch(config.use?.launchOptions)
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
      await openFirst(page, `http://bench.verbatim.localhost:${product.port}`)
      await page.getByText(`1 of ${count}`, { exact: true }).waitFor()
      await page.evaluate(watchPaints)
      const paints: number[] = []
      const eachByKeys = await clear(page, [1, byKeys], {
        decide: () => page.keyboard.press('4'),
        async goOn(to) {
          await page.keyboard.press('j')
          paints.push(await painted(page, to))
        },
      })
      const eachByMouse = await clear(page, [byKeys + 1, count - 1], {
        async decide() {
          await page.getByRole('button', { name: 'Dismiss', exact: true }).first().click()
          await page.getByRole('dialog').getByRole('button', { name: 'Dismiss', exact: true }).click()
          // The dialog is closed by then. A key need not wait, because the decision applies to the event it was pressed on.
          await page.getByText('Status: Dismissed').waitFor()
        },
        async goOn(to) {
          await page.getByRole('button', { name: 'Next event' }).click()
          await painted(page, to)
        },
      })
      await page.waitForLoadState('networkidle')
      const dismissed = await reviewer.call('GET', `${events}?filter=status[eq]:dismissed&limit=1`)
      if (dismissed.json.total !== count - 1)
        throw new Error(`${dismissed.json.total} of ${count - 1} events were decided on`)
      tell(`by keys ${eachByKeys.toFixed(0)} ms each, by mouse ${eachByMouse.toFixed(0)} ms each`)
      return [
        {
          what: 'Review: J to the next event painted, p95',
          ours: percentile(paints, 0.95),
          floor: median(paints),
          against: 'the median',
          unit: 'ms',
          marks: { atMost: 100 },
        },
        {
          what: `Review: an event decided and the next one drawn, by keyboard, ${byKeys} events`,
          ours: eachByKeys,
          floor: eachByMouse,
          against: 'the same by mouse',
          unit: 'ms',
          marks: { times: 0.5 },
        },
      ]
    } finally {
      await browser.close()
    }
  },
}

/** How long a reader looks at each event, which is not counted. */
const readingMs = 300

/** Decides on the events at these positions, and continues each time. Returns the milliseconds of each. */
async function clear(
  page: Page,
  [first, last]: readonly [number, number],
  { decide, goOn }: { readonly decide: () => Promise<void>; readonly goOn: (to: number) => Promise<void> },
): Promise<number> {
  let ms = 0
  for (let at = first; at <= last; at += 1) {
    await page.waitForTimeout(readingMs)
    const begun = performance.now()
    await decide()
    await goOn(at + 1)
    ms += performance.now() - begun
  }
  return ms / (last - first + 1)
}

async function openFirst(page: Page, origin: string): Promise<void> {
  await signIn(page, origin)
  await page.goto(`${origin}/events?filter=status[in]:new`)
  await page.locator('tr[data-row="0"]').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
}

interface Watched {
  pressedAt: number
  /** Milliseconds from the press of J until the event at this position was painted. */
  readonly paints: Map<number, number>
}

/** Run in the page: notes when the event and conversation of each position are painted. */
function watchPaints(): void {
  const watched: Watched = { pressedAt: 0, paints: new Map() }
  Object.assign(globalThis, { watched })
  document.addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'j') watched.pressedAt = performance.now()
    },
    { capture: true },
  )
  let last = ''
  const look = () => {
    const position = document.querySelector('nav[aria-label="Events of the list"] span')?.textContent ?? ''
    const thread = document.querySelector('section[aria-label="Conversation"]')?.textContent ?? ''
    if (position !== last && /Matter \d+/.test(thread)) {
      last = position
      watched.paints.set(
        Number.parseInt(position.replace(/\D/, ''), 10),
        performance.now() - watched.pressedAt,
      )
    }
    requestAnimationFrame(look)
  }
  look()
}

async function painted(page: Page, position: number): Promise<number> {
  const handle = await page.waitForFunction(
    (at) => (globalThis as unknown as { watched: Watched }).watched.paints.get(at),
    position,
  )
  return (await handle.jsonValue()) ?? Number.NaN
}
