/**
 * `npm run tasks`: what usual tasks cost a user, in clicks, keys and seconds, in a browser beside the product. It
 * prints the rows of the table in `docs/tasks.md`; `--write` puts them there.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium, type Browser } from '@playwright/test'
import config from '@verbatim/e2e/playwright.config.ts'
import { makeSmallWorld, type SmallWorld } from '@verbatim/e2e/screens/small-world.ts'
import { label, originOf } from '@verbatim/e2e/screens/stage.ts'
import { ensurePagesBuilt, pagesOf } from '@verbatim/server/platform/built-pages.ts'
import { captureHistory, messageOf } from '@verbatim/server/testing/history.ts'
import { openInstallation } from '@verbatim/server/testing/installation.ts'
import { worldPassword } from '@verbatim/server/testing/world.ts'
import { type Effort, makeHand, pace } from './tasks/hand.ts'
import { type Task, tasks } from './tasks/tasks.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = join(root, 'docs', 'tasks.md')
const { values } = parseArgs({ options: { write: { type: 'boolean' }, only: { type: 'string' } } })

for (const pages of pagesOf(root, new AbortController().signal)) await ensurePagesBuilt(pages)
await using installation = await openInstallation()
const browser = await chromium.launch(config.use?.launchOptions)
const rows: string[] = []
try {
  const world = await makeSmallWorld(browser, installation)
  await addWork(world)
  for (const task of tasks.filter(({ name }) => name.includes(values.only ?? ''))) {
    const row = rowOf(task, await measure(browser, world, task))
    console.log(row)
    rows.push(row)
  }
} finally {
  await browser.close()
}
if (values.write) await write(rows)

/** Twenty more events, and messages of the last quarter. */
async function addWork({ tenant }: SmallWorld): Promise<void> {
  const { world } = installation
  const now = world.ctx.now()
  const lastQuarter = new Date(now)
  lastQuarter.setUTCMonth(Math.floor(now.getUTCMonth() / 3) * 3 - 2, 10)
  const breaches = Array.from({ length: 24 }, (_, i) =>
    messageOf(world, {
      conversationKey: `work${i}`,
      body: `Matter ${i}: mark the close, please.`,
      sentAt: new Date(now.getTime() - (60 + i) * 60_000),
    }),
  )
  const chinese = ['请把上季度的报价发给我。', '谢谢，我们下周见面再谈新的报价。'].map((body, i) =>
    messageOf(world, {
      conversationKey: 'first',
      author: { kind: 'phone', value: '+447700900111' },
      body,
      sentAt: new Date(lastQuarter.getTime() + i * 60_000),
    }),
  )
  await captureHistory(world, tenant, breaches, chinese)
  await world.settle()
}

/** Does the task in a tab of its own. */
async function measure(browser: Browser, world: SmallWorld, task: Task): Promise<Effort> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    reducedMotion: 'reduce',
  })
  try {
    const tab = await context.newPage()
    const path = typeof task.address === 'string' ? task.address : task.address(world)
    await tab.goto(originOf(installation, label) + path)
    await tab.getByLabel('Email').fill(world.people.console)
    await tab.getByLabel('Password', { exact: true }).fill(worldPassword)
    await tab.getByRole('button', { name: 'Sign in', exact: true }).click()
    await tab.getByRole('navigation', { name: 'Main' }).waitFor()
    await tab.waitForLoadState('networkidle')
    const hand = makeHand(tab)
    await task.do(hand, world)
    return hand.effort()
  } finally {
    await context.close()
  }
}

function rowOf({ name, from, before }: Task, effort: Effort): string {
  const { clicks, keys, waited } = effort
  const now = [
    clicks,
    keys,
    waited.toFixed(1),
    (byHand(effort) + waited).toFixed(0),
    byHand(effort).toFixed(1),
  ]
  const then = [before.clicks, before.keys, byHand(before).toFixed(1)]
  return `| ${[name, from, ...now, ...then].join(' | ')} |`
}

/** Seconds of pointing, pressing and typing. */
function byHand({ clicks, keys }: Pick<Effort, 'clicks' | 'keys'>): number {
  return clicks * pace.click + keys * pace.key
}

/** Replaces the rows of the table, and nothing else of the page. */
async function write(all: readonly string[]): Promise<void> {
  const text = await readFile(page, 'utf8')
  const [head, tail] = [text.indexOf('|---'), text.indexOf('\n\n', text.indexOf('|---'))]
  const first = text.indexOf('\n', head) + 1
  await writeFile(page, `${text.slice(0, first)}${all.join('\n')}${text.slice(tail)}`)
}
