/**
 * The console for a signed-in user whose browser has never loaded it: kilobytes until its list is there, and milliseconds
 * until a row is drawn and the page answers. Compared with an empty page of React and Mantine, and with a blank page that
 * makes the list's own call.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type Browser, type BrowserContext, chromium, type Page, type Response } from '@playwright/test'
import config from '@verbatim/e2e/playwright.config.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import { ensurePagesBuilt, pagesOf } from '@verbatim/server/platform/built-pages.ts'
import { insertMessages } from '@verbatim/server/testing/messages.ts'
import { signIn } from './signed-in.ts'
import { build } from 'vite'
import { type Claim, median, type Row } from './figures.ts'
import { openProduct } from './product.ts'
import { makeMessages, seeded } from './texts.ts'

const rounds = 7
const root = fileURLToPath(new URL('../../', import.meta.url))

export const firstLoad: Claim = {
  name: 'first-load',
  async measure({ tell }): Promise<Row[]> {
    for (const pages of pagesOf(root, new AbortController().signal)) await ensurePagesBuilt(pages)
    await using product = await openProduct({ works: false })
    const tenant = await product.world.makeTenant('bench')
    const texts = makeMessages(seeded(1), 2_000)
    await inTenant(product.world.ctx.db, tenant.id, (tx) =>
      insertMessages(
        tx,
        texts.map((body) => ({ body })),
        new Date(),
      ),
    )
    const { token } = await product.world.as(tenant, tenant.users.compliance)
    const origin = `http://bench.verbatim.localhost:${product.port}`
    const browser = await chromium.launch(config.use?.launchOptions)
    try {
      const times = { ours: [] as number[], bare: [] as number[] }
      let kilobytes = 0
      let tab = await openSignedIn(browser, origin)
      for (let round = -1; round < rounds; round++) {
        const load = await loadList(browser, origin, tab)
        tab = load.tab
        const bare = await loadBare(browser, origin, token)
        if (round < 0) {
          tell(load.parts.join(', '))
          continue
        }
        kilobytes = load.kilobytes
        times.ours.push(load.interactiveMs)
        times.bare.push(bare)
        tell(`interactive after ${load.interactiveMs.toFixed(0)} ms, bare call ${bare.toFixed(0)} ms`)
      }
      return [
        {
          what: 'Console: first load, gzip',
          ours: kilobytes,
          floor: await emptyPageKilobytes(),
          against: 'an empty page of React and Mantine',
          unit: 'kB',
          marks: { atMost: 360 },
        },
        {
          what: 'Console: interactive on the list, nothing cached',
          ours: median(times.ours),
          floor: median(times.bare),
          against: 'a blank page that makes the same call',
          unit: 'ms',
          marks: { atMost: 1_500 },
        },
      ]
    } finally {
      await browser.close()
    }
  },
}

/** The stored value that continues a tab's session. */
type Tab = Readonly<Record<string, string>>

async function openSignedIn(browser: Browser, origin: string): Promise<Tab> {
  const page = await browser.newPage()
  await signIn(page, origin)
  return leave(page)
}

/** Passes the session on, because its refresh token is used once. */
async function leave(page: Page): Promise<Tab> {
  await page.waitForLoadState('networkidle')
  const tab = await page.evaluate(() => Object.fromEntries(Object.entries(sessionStorage)) as Tab)
  await page.context().close()
  return tab
}

async function loadList(
  browser: Browser,
  origin: string,
  tab: Tab,
): Promise<{ tab: Tab; interactiveMs: number; kilobytes: number; parts: string[] }> {
  const context = await freshContext(browser)
  await context.addInitScript(watchForRow, tab)
  const page = await context.newPage()
  const files: Promise<{ name: string; kilobytes: number }>[] = []
  const count = (response: Response) => {
    const isFile = ['document', 'script', 'stylesheet', 'font', 'image'].includes(
      response.request().resourceType(),
    )
    if (!isFile) return
    const name = new URL(response.url()).pathname.split('/').at(-1) ?? ''
    files.push(
      response.body().then((body) => ({ name, kilobytes: gzipSync(body, { level: 9 }).length / 1000 })),
    )
  }
  page.on('response', count)
  await page.goto(`${origin}/messages`)
  const interactiveMs = await page
    .waitForFunction(() => (globalThis as unknown as Watched).interactiveAt, undefined, { polling: 20 })
    .then((handle) => handle.jsonValue())
  // What comes later belongs to what is done later, and its page may close before its body is read.
  page.off('response', count)
  const loaded = await Promise.all(files)
  await page.keyboard.press('j')
  await page.locator('[data-row="0"] :focus').waitFor()
  const parts = loaded.toSorted((a, b) => b.kilobytes - a.kilobytes)
  return {
    tab: await leave(page),
    interactiveMs: interactiveMs ?? Number.NaN,
    kilobytes: parts.reduce((sum, part) => sum + part.kilobytes, 0),
    parts: parts.slice(0, 12).map(({ name, kilobytes }) => `${name} ${kilobytes.toFixed(0)}`),
  }
}

interface Watched {
  interactiveAt?: number
}

/** Run in the page before its own scripts: records when a row is drawn and the page is idle. */
function watchForRow(tab: Tab): void {
  if (sessionStorage.length === 0)
    for (const [name, value] of Object.entries(tab)) sessionStorage.setItem(name, value)
  const look = () => {
    if (!document.querySelector('tr[data-row]')) return void requestAnimationFrame(look)
    requestIdleCallback(() => {
      ;(globalThis as unknown as Watched).interactiveAt = performance.now()
    })
  }
  look()
}

/** From a blank page of the same server to the list's answer in it. */
async function loadBare(browser: Browser, origin: string, token: string): Promise<number> {
  const context = await freshContext(browser)
  const page = await context.newPage()
  await page.goto(`${origin}/config.json`)
  const ms = await page.evaluate(async (bearer) => {
    const answer = await fetch('/bff/api/v1/messages?period=30', {
      headers: { authorization: `Bearer ${bearer}` },
    })
    document.body.textContent = await answer.text()
    return performance.now()
  }, token)
  await context.close()
  return ms
}

function freshContext(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
}

async function emptyPageKilobytes(): Promise<number> {
  const outDir = await mkdtemp(join(tmpdir(), 'verbatim-empty-'))
  try {
    await build({
      root: fileURLToPath(new URL('empty-page', import.meta.url)),
      configFile: false,
      logLevel: 'silent',
      build: { outDir, emptyOutDir: true },
    })
    let bytes = 0
    for (const name of await readdir(outDir, { recursive: true })) {
      if (/\.(js|css|html)$/.test(name))
        bytes += gzipSync(await readFile(join(outDir, name)), { level: 9 }).length
    }
    return bytes / 1000
  } finally {
    await rm(outDir, { recursive: true, force: true })
  }
}
