import { type FakeMetabase, openFakeMetabase } from '@verbatim/server/testing/fakes/metabase.ts'
import {
  fakeEmbeddedId,
  type FakeSuperset,
  openFakeSuperset,
} from '@verbatim/server/testing/fakes/superset.ts'
import type { Page } from '@playwright/test'
import { expect, type Story, test as base } from '#world.ts'

interface Products {
  readonly metabase: FakeMetabase
  readonly superset: FakeSuperset
}

/** Stories of this file have Metabase and Superset, which their installation may call. */
const test = base.extend<object, { products: Products }>({
  products: [
    // oxlint-disable-next-line no-empty-pattern -- a fixture names what it needs
    async ({}, use) => {
      const now = () => new Date()
      const metabase = await openFakeMetabase(now)
      const superset = await openFakeSuperset(now)
      await use({ metabase, superset })
      await Promise.all([metabase.close(), superset.close()])
    },
    { scope: 'worker' },
  ],
  installationEnv: [
    async ({ products: { metabase, superset } }, use) =>
      use({ MEDIA_HOSTS: `${metabase.host},${superset.host}` }),
    { scope: 'worker' },
  ],
})

const choose = async (page: Page, name: string, option: string) => {
  await page.getByRole('combobox', { name }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** The rows of two profiles of this organization, and of another one. */
function rowsOf({ tenant }: Story) {
  const row = (profileId: string, words: string) => ({ tenantId: tenant.id, profileId, words })
  return [
    row(tenant.profiles.everything, 'A trade of the desk'),
    row(tenant.profiles.north, 'A trade of the north'),
    { tenantId: crypto.randomUUID(), profileId: tenant.profiles.everything, words: 'A trade of others' },
  ]
}

/** What the provider shows, in its frame in our frame. */
const shown = (page: Page, name: string) =>
  page.frameLocator(`iframe[title="${name}"]`).frameLocator('iframe')

test('a product is connected, its dashboard becomes an insight, and a reader sees their rows @second-path', async ({
  page,
  browser,
  story,
  products: { metabase },
}) => {
  metabase.rows = rowsOf(story)
  await story.signIn(page, 'tenant_admin')
  await page.goto(`${story.origin}/organization/insight-providers`)
  await page.getByRole('link', { name: 'New insight provider' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Desk dashboards')
  await page.getByRole('textbox', { name: 'Address' }).fill(metabase.address)
  await page.getByLabel(/^Embedding secret/).fill('not the secret')
  await page.getByLabel(/^API key/).fill(metabase.apiKey)
  const test = page.getByRole('button', { name: 'Test connection' })
  await test.click()
  await expect(page.getByText('The embedding secret does not match this server.')).toBeVisible()
  await page.getByLabel(/^Embedding secret/).fill(metabase.secret)
  await test.click()
  await expect(page.getByText('Metabase answers. The connection works.')).toBeVisible()
  await story.checkAccess(page)
  await page.getByRole('button', { name: 'Create provider' }).click()
  await expect(page.getByText('“Desk dashboards” was created')).toBeVisible()

  await page.goto(`${story.origin}/insights/manage/new`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Trades')
  await page
    .getByRole('navigation', { name: 'Insight' })
    .getByRole('link', { name: /^Details/ })
    .click()
  await choose(page, 'Shown by', 'Desk dashboards')
  await page.getByRole('textbox', { name: 'ID' }).fill('8')
  await page.getByRole('button', { name: 'Create insight' }).click()
  await expect(page.getByText('It appears the provided “ID” value is invalid.')).toBeVisible()
  await page.getByRole('textbox', { name: 'ID' }).fill('7')
  await story.checkAccess(page)
  await page.getByRole('button', { name: 'Create insight' }).click()
  await expect(page.getByText('“Trades” was created')).toBeVisible()

  const context = await browser.newContext()
  const reader = await context.newPage()
  await story.signIn(reader, 'compliance')
  await reader.goto(`${story.origin}/insights`)
  await reader.getByRole('link', { name: 'Trades', exact: true }).click()
  await expect(shown(reader, 'Trades').getByText('A trade of the desk')).toBeVisible()
  await expect(shown(reader, 'Trades').getByText('1 rows')).toBeVisible()
  await expect(reader.getByText('Opening at')).toHaveCount(0)

  // A tile that is no longer narrowed closes the whole, and says why.
  const dashboard = metabase.dashboards.get(7)!
  const [tile] = dashboard.dashcards
  metabase.dashboards.set(7, { ...dashboard, dashcards: [{ ...tile!, parameter_mappings: [] }] })
  await reader.reload()
  await expect(reader.getByText('“Trades” is not filtered by tenant_id')).toBeVisible()
  metabase.dashboards.set(7, dashboard)
  await reader.getByRole('button', { name: 'Open again' }).click()
  await expect(shown(reader, 'Trades').getByText('A trade of the desk')).toBeVisible()
  // Who may no longer see it has it no longer open.
  const { world } = story.installation
  const admin = await world.as(story.tenant, story.tenant.users.tenant_admin)
  const id = new URL(reader.url()).pathname.split('/').at(-1)
  const limit = { audience: 'profiles', profileIds: [] }
  expect((await admin.call('PUT', `/bff/insights/${id}`, limit)).status).toBe(200)
  await expect(reader.locator('iframe[title="Trades"]')).toHaveCount(0)
  await context.close()

  await page.goto(`${story.origin}/organization/insights`)
  await page.getByRole('link', { name: 'Trades' }).first().click()
  await page.getByRole('button', { name: 'Delete insight' }).click()
  await page.getByRole('dialog').last().getByRole('button', { name: 'Delete insight' }).click()
  await expect(page.getByText('“Trades” was deleted')).toBeVisible()
})

test('Superset shows the rows that its guest token names, until its session ends @second-path', async ({
  page,
  story,
  products: { superset },
}) => {
  superset.rows = rowsOf(story)
  superset.guestSeconds = 300
  superset.embedded.set(fakeEmbeddedId, { dashboardId: 4, allowedDomains: [story.origin] })
  const { world } = story.installation
  const admin = await world.as(story.tenant, story.tenant.users.tenant_admin)
  const { address, user, password: secret } = superset
  const provider = await admin.call('POST', '/bff/api/v1/insight-providers', {
    name: 'Lake',
    kind: 'superset',
    address,
    user,
    secret,
  })
  // Superset allows the page's own origin alone, and this call has another port.
  superset.embedded.set(fakeEmbeddedId, { dashboardId: 4, allowedDomains: [] })
  const made = await admin.call('POST', '/bff/insights', {
    name: 'Quotes',
    providerId: provider.json.id,
    externalId: fakeEmbeddedId,
  })
  expect([provider.status, made.status]).toEqual([200, 200])
  superset.embedded.set(fakeEmbeddedId, { dashboardId: 4, allowedDomains: [story.origin] })

  await page.clock.install()
  await story.signIn(page, 'compliance')
  await page.goto(`${story.origin}/insights/${made.json.id}`)
  await expect(shown(page, 'Quotes').getByText('A trade of the desk')).toBeVisible()
  await expect(shown(page, 'Quotes').getByText('1 rows')).toBeVisible()
  await page.clock.fastForward('06:00')
  await expect(page.getByText('This session has ended')).toBeVisible()
  await story.checkAccess(page)
})
