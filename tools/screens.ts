/**
 * `npm run screens`: a picture of every screen with the demo organization in it, wide and narrow, light and dark, into
 * `screens/`. Run it after any change that can be seen, and look.
 *
 *   --only events,event   some screens
 *   --keep FOLDER         another folder than `screens/`
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import { openApi } from '@verbatim/client/api.ts'
import { openSession } from '@verbatim/client/session.ts'
import { listAccounts } from '@verbatim/contract/accounts.ts'
import { listCognitiveEvents } from '@verbatim/contract/cognitive-events.ts'
import { listMessages } from '@verbatim/contract/messages.ts'
import { listPolicies } from '@verbatim/contract/policies.ts'
import config from '@verbatim/e2e/playwright.config.ts'
import { cognitoConfig } from '@verbatim/server/domains/identity/config.ts'
import { findTenantByHost } from '@verbatim/server/domains/organizations/queries.ts'
import { demoOrganization } from '@verbatim/server/flows/demo/demo-organization.ts'
import { seedDemo } from '@verbatim/server/flows/demo/seed.ts'
import { ensurePagesBuilt } from '@verbatim/server/platform/built-pages.ts'
import { openTestTab } from '@verbatim/server/testing/client-surroundings.ts'
import { type House, openHouse } from '@verbatim/server/testing/house.ts'

/** What is there to be looked at: ids for addresses. */
interface Sights {
  readonly message: string
  readonly conversation: string
  readonly event: string
  readonly policy: string
  readonly account: string
}

interface Screen {
  readonly name: string
  readonly address: string | ((sights: Sights) => string)
  /** Nobody is signed in. */
  readonly isOutside?: true
  /** Another first label than the organization's. */
  readonly host?: string
  /** What a person does there before the picture is taken. */
  readonly act?: (page: Page) => Promise<unknown>
}

const screens: readonly Screen[] = [
  { name: 'sign-in', address: '/sign-in', isOutside: true },
  { name: 'wrong-host', address: '/', isOutside: true, host: 'no.such.place' },
  { name: 'messages', address: '/messages?period=365' },
  { name: 'messages-found', address: '/messages?period=365&search=portfolio' },
  { name: 'messages-none', address: '/messages?period=365&search=zzyzx' },
  { name: 'message', address: ({ message }) => `/messages/${message}` },
  { name: 'message-missing', address: '/messages/00000000-0000-7000-8000-000000000000' },
  {
    name: 'conversation',
    address: ({ conversation }) => `/messages?period=365&conversation=${conversation}`,
  },
  { name: 'events', address: '/events?period=365' },
  { name: 'event', address: ({ event }) => `/events/${event}` },
  { name: 'event-comments', address: ({ event }) => `/events/${event}/comments` },
  { name: 'event-history', address: ({ event }) => `/events/${event}/history` },
  { name: 'policies', address: '/organization/policies' },
  { name: 'policy', address: ({ policy }) => `/organization/policies/${policy}` },
  { name: 'policy-rules', address: ({ policy }) => `/organization/policies/${policy}?tab=rules` },
  { name: 'policy-new', address: '/organization/policies/new' },
  { name: 'accounts', address: '/integrations' },
  { name: 'account', address: ({ account }) => `/integrations/accounts/${account}` },
  { name: 'page-missing', address: '/there-is-no-such-page' },
  { name: 'palette', address: '/events', act: (page) => page.keyboard.press('Control+K') },
  { name: 'shortcuts', address: '/events', act: (page) => page.keyboard.press('?') },
]

const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } }
const schemes = ['light', 'dark'] as const

const root = fileURLToPath(new URL('..', import.meta.url))
const label = 'halden'
const administrator = { email: 'avery.lindqvist@haldenmarsh.example', password: 'Correct-Horse-7' }

const { values } = parseArgs({
  options: { only: { type: 'string' }, keep: { type: 'string', default: join(root, 'screens') } },
})
const wanted = screens.filter(({ name }) => !values.only || values.only.split(',').includes(name))
await takeAll(wanted, values.keep)

async function takeAll(some: readonly Screen[], folder: string): Promise<void> {
  const sources = ['console', 'ui/src', 'client/src', 'contract/src', 'package-lock.json']
  await ensurePagesBuilt({
    folder: join(root, 'console'),
    sources: sources.map((path) => join(root, path)),
    signal: new AbortController().signal,
  })
  await using house = await openHouse({ works: false })
  await seedDemo(house.world.ctx, {
    demo: demoOrganization(label, new Date()),
    label,
    beganAt: new Date(),
    administrator,
    home: house.world.ctx.config.VERBATIM_HOME,
  })
  const sights = await findSights(house)
  const browser = await chromium.launch(config.use?.launchOptions)
  try {
    await mkdir(folder, { recursive: true })
    for (const [size, viewport] of Object.entries(sizes)) {
      for (const scheme of schemes) {
        const look = {
          viewport,
          scheme,
          file: (name: string) => join(folder, `${name}.${size}.${scheme}.png`),
        }
        await takeLook({ browser, house, sights }, some, look)
      }
    }
  } finally {
    await browser.close()
  }
  console.log(`${some.length * 4} pictures in ${folder}`)
}

interface Look {
  readonly viewport: { readonly width: number; readonly height: number }
  readonly scheme: (typeof schemes)[number]
  readonly file: (name: string) => string
}

/** All screens in one size and scheme, in one tab that is signed in once. */
async function takeLook(
  { browser, house, sights }: { browser: Browser; house: House; sights: Sights },
  some: readonly Screen[],
  { viewport, scheme, file }: Look,
): Promise<void> {
  const context = await browser.newContext({
    viewport,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/London',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  page.on('pageerror', (error) => console.error(`${page.url()}: ${error.message}`))
  let isSignedIn = false
  for (const { name, address, isOutside, host = label, act } of some) {
    const path = typeof address === 'string' ? address : address(sights)
    if (!isOutside && !isSignedIn) {
      await signIn(page, originOf(house, label))
      isSignedIn = true
    }
    await page.goto(originOf(house, host) + path)
    await settled(page)
    if (act) {
      await act(page)
      await settled(page)
    }
    await rm(file(name), { force: true })
    await page.screenshot({ path: file(name) })
  }
  await context.close()
}

function originOf({ port }: House, host: string): string {
  return `http://${host}.verbatim.localhost:${port}`
}

async function signIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/sign-in`)
  await page.getByLabel('Email').fill(administrator.email)
  await page.getByLabel('Password', { exact: true }).fill(administrator.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
}

/** Nothing is being fetched, nothing is busy, and the type has arrived. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
  await page.evaluate(() => document.fonts.ready)
  await page.waitForTimeout(150)
}

/** The most telling of each kind. */
async function findSights(house: House): Promise<Sights> {
  const { ctx } = house.world
  const tenant = await findTenantByHost(ctx.db, label)
  if (!tenant) throw new Error('The demo is not there')
  const surroundings = openTestTab()
  const session = openSession(cognitoConfig(tenant.id, house.origin), surroundings)
  await session.signIn(administrator.email, administrator.password)
  const api = openApi({ baseUrl: house.origin, session, surroundings })
  const events = await api(listCognitiveEvents, { query: { limit: '100', period: '365' } })
  const event = events.items.toSorted(
    (a, b) => b.commentCount - a.commentCount || b.evidenceCount - a.evidenceCount,
  )[0]
  const messages = await api(listMessages, {
    query: { limit: '1', filter: 'attachmentCount[gte]:1,channelType[eq]:whatsapp' },
  })
  const policies = await api(listPolicies, { query: {} })
  const accounts = await api(listAccounts, { query: { sort: '-refused' } })
  session.close()
  const [message] = messages.items
  if (!event || !message) throw new Error('The demo has too little to show')
  return {
    message: message.id,
    conversation: message.conversationId,
    event: event.id,
    policy: policies.items[0]?.id ?? '',
    account: accounts.items[0]?.id ?? '',
  }
}
