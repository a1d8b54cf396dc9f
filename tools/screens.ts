/**
 * `npm run screens`: a picture of every screen with the demo organization in it, wide and narrow, light and dark, into
 * `screens/`. Run it after any change that can be seen, and look.
 *
 *   --only events,event   some screens
 *   --pictures            the README's, into `docs/pictures/`
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import { openApi } from '@verbatim/client/api.ts'
import { openSession } from '@verbatim/client/session.ts'
import { listAccounts } from '@verbatim/contract/accounts.ts'
import { listCognitiveEvents } from '@verbatim/contract/cognitive-events.ts'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { isOpen } from '@verbatim/contract/event-status.ts'
import { listMessages } from '@verbatim/contract/messages.ts'
import { listPolicies } from '@verbatim/contract/policies.ts'
import config from '@verbatim/e2e/playwright.config.ts'
import { cognitoConfig } from '@verbatim/server/domains/identity/config.ts'
import { findTenantByHost } from '@verbatim/server/domains/organizations/queries.ts'
import { demoOrganization } from '@verbatim/server/flows/demo/demo-organization.ts'
import { seedDemo } from '@verbatim/server/flows/demo/seed.ts'
import { runImports } from '@verbatim/server/flows/imports/run-imports.ts'
import { ensurePagesBuilt } from '@verbatim/server/platform/built-pages.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import { openTestTab } from '@verbatim/server/testing/client-surroundings.ts'
import { type House, openHouse } from '@verbatim/server/testing/house.ts'
import { passwordMailedTo } from '@verbatim/server/testing/waiting-mail.ts'
import { Secret, TOTP } from 'otpauth'
import sharp from 'sharp'

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
  /** The console, unless told. */
  readonly app?: 'messenger'
  readonly address: string | ((sights: Sights) => string)
  /** Nobody is signed in. */
  readonly isOutside?: true
  /** Another first label than the organization's. */
  readonly host?: string
  /** What a person does there before the picture is taken. */
  readonly act?: (page: Page, stage: Stage) => Promise<unknown>
  /** The README shows it, in this scheme. */
  readonly picture?: 'light' | 'dark'
}

const triedText =
  'Mark the close today, that should push the price up nicely.\n\nAnd spread the word quietly.'

const screens: readonly Screen[] = [
  { name: 'sign-in', address: '/sign-in', isOutside: true },
  { name: 'forgot-password', address: '/forgot-password', isOutside: true },
  {
    name: 'reset-password',
    address: '/forgot-password',
    isOutside: true,
    act: async (page) => {
      await page.getByLabel('Email').fill(administrator.email)
      await page.getByRole('button', { name: /^Send/ }).click()
      await page.getByLabel(/code/i).first().waitFor()
    },
  },
  { name: 'set-password', address: '/sign-in', isOutside: true, act: comesInvited('set-password') },
  { name: 'enrol', address: '/sign-in', isOutside: true, act: comesInvited('enrol') },
  { name: 'recovery-codes', address: '/sign-in', isOutside: true, act: comesInvited('recovery-codes') },
  { name: 'verify', address: '/sign-in', isOutside: true, act: comesInvited('verify') },
  { name: 'set-up', address: '/set-up#x', isOutside: true },
  { name: 'mailbox', address: '/mailbox', isOutside: true },
  { name: 'wrong-host', address: '/', isOutside: true, host: 'no.such.place' },
  { name: 'messages', address: '/messages?period=365' },
  { name: 'messages-found', address: '/messages?period=365&search=portfolio', picture: 'dark' },
  { name: 'messages-none', address: '/messages?period=365&search=zzyzx' },
  { name: 'message', address: ({ message }) => `/messages/${message}` },
  { name: 'message-missing', address: '/messages/00000000-0000-7000-8000-000000000000' },
  {
    name: 'conversation',
    address: ({ conversation }) => `/messages?period=365&conversation=${conversation}`,
  },
  { name: 'events', address: '/events?period=365', picture: 'light' },
  { name: 'event', address: ({ event }) => `/events/${event}`, picture: 'light' },
  { name: 'event-comments', address: ({ event }) => `/events/${event}/comments` },
  { name: 'event-history', address: ({ event }) => `/events/${event}/history` },
  { name: 'policies', address: '/organization/policies' },
  { name: 'policy', address: ({ policy }) => `/organization/policies/${policy}` },
  { name: 'policy-rules', address: ({ policy }) => `/organization/policies/${policy}?tab=rules` },
  {
    name: 'policy-tried',
    address: ({ policy }) => `/organization/policies/${policy}?tab=rules`,
    act: async (page) => {
      await page.getByLabel('Try it', { exact: true }).last().fill(triedText)
      await page.getByRole('list', { name: 'What each rule finds' }).getByRole('listitem').first().waitFor()
    },
    picture: 'dark',
  },
  { name: 'policy-new', address: '/organization/policies/new' },
  { name: 'contacts', address: '/organization/contacts' },
  { name: 'contact-new', address: '/organization/contacts/new' },
  {
    name: 'contact',
    address: '/organization/contacts',
    act: (page) => page.getByRole('table').getByRole('link').first().click(),
  },
  { name: 'platform-users', address: '/organization/platform-users' },
  { name: 'platform-user-invite', address: '/organization/platform-users/invite' },
  {
    name: 'platform-user',
    address: '/organization/platform-users',
    act: (page) => page.getByRole('table').getByRole('link').first().click(),
  },
  { name: 'messenger-users', address: '/messenger-settings/messenger-users' },
  {
    name: 'messenger-user-leaves',
    address: '/messenger-settings/messenger-users',
    act: async (page) => {
      await page.getByRole('table').getByRole('link').first().click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove user' }).click()
      await page.getByRole('combobox', { name: 'Successor' }).waitFor()
    },
  },
  { name: 'import-start', address: '/organization/contacts/import' },
  {
    name: 'import-columns',
    address: '/organization/contacts/import',
    act: async (page) => {
      const text = 'Client,Mobile,Desk\nHelena Marsh,+44 20 7946 0958,Asia Desk\nJonas Weber,,Asia Desk\n'
      const file = { name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
      await page.locator('input[type=file]').setInputFiles(file)
      await page.getByRole('table', { name: 'Columns' }).waitFor()
    },
  },
  {
    name: 'import-report',
    address: '/organization/contacts/import',
    act: async (page, { house, tenantId }) => {
      const number = `+44 20 7946 0${String(Date.now() % 1000).padStart(3, '0')}`
      const rows = ['Name,Mobile,Group', `Nora Feld,${number},Asia Desk`, 'No number,,Asia Desk']
      const buffer = Buffer.from(`${rows.join('\n')}\n`)
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer })
      await page.getByRole('table', { name: 'Columns' }).waitFor()
      const takenIn = async () => {
        await page.getByRole('button', { name: 'Cancel import' }).waitFor()
        while ((await runImports(house.world.ctx, tenantId)) > 0);
        await page.reload()
      }
      await page.getByRole('button', { name: 'Check the rows' }).click()
      await takenIn()
      await page.getByRole('button', { name: /^Import \d/ }).click()
      await takenIn()
    },
  },
  { name: 'imports', address: '/organization/imports' },
  { name: 'groups', address: '/organization/groups' },
  {
    name: 'group-members',
    address: '/organization/groups',
    act: async (page) => {
      await page.getByRole('link', { name: 'Asia Desk' }).click()
      await page.getByRole('dialog').getByRole('link', { name: 'Members' }).click()
      await page.getByRole('button', { name: 'Remove Grace Ho' }).waitFor()
    },
  },
  { name: 'permission-profiles', address: '/organization/permission-profiles' },
  {
    name: 'permission-profile',
    address: '/organization/permission-profiles',
    act: async (page) => {
      await page.getByRole('link', { name: 'Europe analysis' }).click()
      await page.getByRole('dialog').getByRole('link', { name: 'Permissions' }).click()
      await page.getByRole('checkbox', { name: 'Telegram' }).waitFor()
    },
  },
  {
    name: 'permission-profile-effect',
    address: '/organization/permission-profiles',
    act: async (page) => {
      await page.getByRole('link', { name: 'Europe analysis' }).click()
      await page.getByRole('dialog').getByRole('link', { name: 'Permissions' }).click()
      await page.getByRole('checkbox', { name: 'Telegram' }).uncheck()
      await page.getByRole('button', { name: 'Save permissions' }).click()
      await page.getByText(/Removes access to/).waitFor()
    },
  },
  {
    name: 'effective-access',
    address: ({ message }) => `/messages/${message}`,
    act: async (page) => {
      await page.getByRole('combobox', { name: 'Who?' }).fill('Stefan')
      await page.getByRole('option', { name: /Stefan/ }).click()
      await page.getByText(/(can|cannot) see this message/).waitFor()
    },
  },
  { name: 'organization', address: '/organization/profile' },
  { name: 'organization-provider', address: '/organization/profile', act: scrollsTo('Messaging provider') },
  {
    name: 'organization-retention',
    address: '/organization/profile',
    act: async (page) => {
      await page.getByRole('button', { name: 'Forecast what this would dispose of' }).click()
      await page.getByRole('table', { name: 'What would be disposed of' }).waitFor()
      await scrollsTo('Data retention')(page)
    },
  },
  {
    name: 'organization-wrong',
    address: '/organization/profile',
    act: async (page) => {
      await page.getByLabel('Name').fill('Halden & Marsh '.repeat(10))
      await page.getByRole('button', { name: 'Save changes' }).click()
    },
  },
  { name: 'account-settings', address: '/account' },
  { name: 'notifications', address: '/organization/notifications' },
  {
    name: 'notification',
    address: '/organization/notifications',
    act: async (page) => {
      await page.getByRole('link', { name: 'Market abuse' }).first().click()
      await page.getByRole('dialog').getByLabel('Recipients').waitFor()
    },
  },
  {
    name: 'notification-mails',
    address: '/organization/notifications',
    act: async (page) => {
      await page.getByRole('link', { name: 'Market abuse' }).first().click()
      await page.getByRole('button', { name: 'Send me a test' }).click()
      await page.getByRole('dialog').getByRole('link', { name: 'Mails' }).click()
      await page.getByText('Queued').first().waitFor()
    },
  },
  { name: 'notification-new', address: '/organization/notifications/new' },
  { name: 'audit', address: '/organization/audit-trail?period=365' },
  {
    name: 'audit-detail',
    address: '/organization/audit-trail?period=365&filter=eventType[eq]:retention_updated',
    act: (page) =>
      page
        .getByRole('button', { name: /changed how long data is kept/ })
        .first()
        .click(),
  },
  { name: 'accounts', address: '/integrations' },
  { name: 'account', address: ({ account }) => `/integrations/accounts/${account}` },
  { name: 'page-missing', address: '/there-is-no-such-page' },
  { name: 'palette', address: '/events', act: opens('Control+K') },
  { name: 'shortcuts', address: '/events', act: opens('?') },
  { name: 'messenger-sign-in', app: 'messenger', address: '/messenger/sign-in', isOutside: true },
  { name: 'messenger', app: 'messenger', address: '/messenger/' },
  {
    name: 'messenger-conversation',
    app: 'messenger',
    address: '/messenger/',
    act: (page) =>
      page
        .getByRole('link')
        .filter({ has: page.locator('time') })
        .first()
        .click(),
  },
]

const root = fileURLToPath(new URL('..', import.meta.url))
const label = 'halden'
const administrator = { email: 'avery.lindqvist@haldenmarsh.example', password: 'Correct-Horse-7' }

const { values } = parseArgs({ options: { only: { type: 'string' }, pictures: { type: 'boolean' } } })
await open(values.pictures ? takePictures : takeScreens)

interface Stage {
  readonly browser: Browser
  readonly house: House
  readonly sights: Sights
  readonly tenantId: TenantId
  /** Who signs in where. */
  readonly people: { readonly console: string; readonly messenger: string }
}

/** Every screen that was asked for, four times. */
async function takeScreens(stage: Stage): Promise<void> {
  const folder = join(root, 'screens')
  const some = screens.filter(({ name }) => !values.only || values.only.split(',').includes(name))
  await mkdir(folder, { recursive: true })
  for (const size of ['wide', 'narrow'] as const) {
    for (const scheme of ['light', 'dark'] as const) {
      for await (const { name, png } of look(stage, some, { size, scheme })) {
        await writeFile(join(folder, `${name}.${size}.${scheme}.png`), png)
      }
    }
  }
  console.log(`${some.length * 4} pictures in ${folder}`)
}

async function takePictures(stage: Stage): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    const some = screens.filter(({ picture }) => picture === scheme)
    for await (const { name, png } of look(stage, some, { size: 'wide', scheme })) {
      await sharp(png)
        .webp({ quality: 88, effort: 6 })
        .toFile(join(root, 'docs', 'pictures', `${name}.webp`))
    }
  }
}

async function open(take: (stage: Stage) => Promise<void>): Promise<void> {
  for (const app of ['console', 'messenger']) {
    const sources = [app, 'ui/src', 'client/src', 'contract/src', 'package-lock.json']
    await ensurePagesBuilt({
      folder: join(root, app),
      sources: sources.map((path) => join(root, path)),
      signal: new AbortController().signal,
    })
  }
  await using house = await openHouse({ works: false })
  const known = await seedDemo(house.world.ctx, {
    demo: demoOrganization(label, new Date()),
    label,
    beganAt: new Date(),
    administrator,
    everybodySignsIn: true,
    home: house.world.ctx.config.VERBATIM_HOME,
  })
  const messenger = known.find(({ profiles }) => profiles.some((name) => name.includes('messenger')))
  const people = { console: administrator.email, messenger: messenger?.email ?? '' }
  const tenant = await findTenantByHost(house.world.ctx.db, label)
  if (!tenant) throw new Error('The demo is not there')
  const sights = await findSights(house, tenant.id)
  const browser = await chromium.launch(config.use?.launchOptions)
  try {
    await take({ browser, house, tenantId: tenant.id, sights, people })
  } finally {
    await browser.close()
  }
}

interface Look {
  readonly size: 'wide' | 'narrow'
  readonly scheme: 'light' | 'dark'
}

/** The screens in one size and scheme, those of an app in one tab that is signed in once. */
async function* look(
  stage: Stage,
  some: readonly Screen[],
  { size, scheme }: Look,
): AsyncGenerator<{ name: string; png: Buffer }> {
  const { browser, house, sights, people } = stage
  for (const app of ['console', 'messenger'] as const) {
    const context = await browser.newContext({
      viewport: size === 'wide' ? { width: 1440, height: 900 } : { width: 390, height: 844 },
      colorScheme: scheme,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'Europe/London',
      serviceWorkers: 'block',
    })
    const page = await context.newPage()
    page.on('pageerror', (error) => console.error(`${page.url()}: ${error.message}`))
    let isSignedIn = false
    for (const { name, address, isOutside, host = label, act } of some.filter(
      (one) => (one.app ?? 'console') === app,
    )) {
      const path = typeof address === 'string' ? address : address(sights)
      if (!isOutside && !isSignedIn) {
        await signIn(page, originOf(house, label) + (app === 'console' ? '' : '/messenger'), people[app])
        isSignedIn = true
      }
      await page.goto(originOf(house, host) + path)
      await settled(page)
      if (act) {
        await act(page, stage)
        await settled(page)
      }
      yield { name, png: await page.screenshot() }
    }
    await context.close()
  }
}

/** Signs somebody in who was just invited where a second step is required, as far as one of the pages on the way. */
function comesInvited(to: 'set-password' | 'enrol' | 'recovery-codes' | 'verify') {
  return async (page: Page, stage: Stage) => {
    const { email, temporary } = await inviteAgain(stage)
    const enter = async (password: string) => {
      await page.evaluate(() => sessionStorage.clear())
      await page.goto(`${originOf(stage.house, label)}/sign-in`)
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    }
    await enter(temporary)
    await page.getByLabel('New password', { exact: true }).fill(administrator.password)
    if (to === 'set-password') return
    await page.getByLabel('Confirm the password').fill(administrator.password)
    await page.getByRole('button', { name: 'Set the password' }).click()
    const key = page.getByLabel('Secret key')
    await key.waitFor()
    if (to === 'enrol') return
    const secret = Secret.fromBase32(((await key.textContent()) ?? '').replaceAll(' ', ''))
    await page.getByLabel('Authentication code').fill(new TOTP({ secret }).generate())
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
    if (to === 'recovery-codes') return
    await enter(administrator.password)
    await page.getByLabel('Authentication code').waitFor()
  }
}

/** Takes an analyst's sign-in away and gives them another. */
async function inviteAgain({ house, tenantId }: Stage): Promise<{ email: string; temporary: string }> {
  const { ctx } = house.world
  const email = await inTenant(ctx.db, tenantId, async (tx) => {
    const found = tx.selectFrom('tenant_user').select(['id', 'email', 'first_name'])
    const { id, email, first_name } = await found.where('role', '=', 'analyst').executeTakeFirstOrThrow()
    await ctx.identityAdmin.remove(tx, tenantId, id)
    await ctx.identityAdmin.invite(tx, tenantId, [{ id, email, firstName: first_name }])
    await tx.updateTable('identity_user').set({ mfa_required: true }).where('id', '=', id).execute()
    return email
  })
  return { email, temporary: await passwordMailedTo(ctx, tenantId, email) }
}

/** Presses a key that opens something over the screen. */
function opens(key: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.keyboard.press(key)
    await page.getByRole('dialog').waitFor()
  }
}

/** Brings a section of a long page into sight. */
function scrollsTo(title: string): (page: Page) => Promise<void> {
  return (page) =>
    page
      .getByRole('heading', { name: title })
      .evaluate((heading) => heading.scrollIntoView({ block: 'start' }))
}

function originOf({ port }: House, host: string): string {
  return `http://${host}.verbatim.localhost:${port}`
}

async function signIn(page: Page, app: string, email: string): Promise<void> {
  await page.goto(`${app}/sign-in`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(administrator.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.endsWith('/sign-in'))
}

/** Nothing is being fetched, nothing is busy, and the type has arrived. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
  await page.evaluate(() => document.fonts.ready)
  await page.waitForTimeout(150)
}

/** The most telling of each kind. */
async function findSights(house: House, tenantId: TenantId): Promise<Sights> {
  const surroundings = openTestTab()
  const session = openSession(cognitoConfig(tenantId, house.origin), surroundings)
  await session.signIn(administrator.email, administrator.password)
  const api = openApi({ baseUrl: house.origin, session, surroundings })
  const events = await api(listCognitiveEvents, { query: { limit: '100', period: '365' } })
  // Not every machine that takes pictures has type for every script.
  const event = events.items
    .filter(({ preview, from, blocked }) => /^[ -~’“”…£€–]+$/.test(preview + from) && !blocked)
    .toSorted((a, b) => b.commentCount - a.commentCount || b.evidenceCount - a.evidenceCount)
    .find(({ status, commentCount }) => isOpen(status) && commentCount > 0)
  const messages = await api(listMessages, {
    query: { limit: '1', filter: 'attachmentCount[gte]:1,channelType[eq]:whatsapp' },
  })
  const policies = await api(listPolicies, { query: { search: 'market abuse' } })
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
