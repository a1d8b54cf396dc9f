import { worldPassword } from '@verbatim/server/testing/world.ts'
import { offerSingleSignOn } from '@verbatim/server/testing/single-sign-on.ts'
import { openTestProvider, testProviderClient } from '@verbatim/server/testing/fakes/oidc-provider.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import { Secret, TOTP } from 'otpauth'
import { expect, test, type Story } from '#world.ts'

const offer = ({ installation, tenant }: Story) =>
  inTenant(installation.world.ctx.db, tenant.id, (tx) => offerSingleSignOn(tx, true))

test('a reviewer signs in through the hosted page, returns to the requested page, and is signed out there too', async ({
  page,
  story,
}) => {
  await offer(story)
  await page.goto(`${story.origin}/messages`)
  await page.getByRole('button', { name: 'Sign in with single sign-on' }).click()
  await expect(page).toHaveURL(/\/login\?/)
  await story.checkAccess(page)
  await page.getByLabel('Email').fill(`compliance@${story.tenant.label}.example`)
  await page.getByLabel('Password').fill('Wrong-Horse-8')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toHaveText('Incorrect email address or password')
  await page.getByLabel('Password').fill(worldPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/messages/, { timeout: 30_000 })
  await expect(page.getByRole('navigation').first()).toBeVisible()

  await page.getByRole('button', { name: /account/i }).click()
  await expect(page.getByRole('menuitem', { name: 'Sign out everywhere' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Sign in with single sign-on' }).click()
  await expect(page).toHaveURL(/\/login\?/)
})

test('a representative signs in to the messenger through the hosted page, and signs out there @second-path', async ({
  page,
  story,
}) => {
  await offer(story)
  await page.goto(`${story.origin}/messenger/?find=ann`)
  await page.getByRole('button', { name: 'Sign in with single sign-on' }).click()
  await expect(page).toHaveURL(/\/login\?/)
  await page.getByLabel('Email').fill(`rep@${story.tenant.label}.example`)
  await page.getByLabel('Password').fill(worldPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/messenger\/\?find=ann/, { timeout: 30_000 })
  await expect(page.getByRole('heading', { name: 'Messenger', exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/messenger\/sign-in/)
  await page.getByRole('button', { name: 'Sign in with single sign-on' }).click()
  await expect(page).toHaveURL(/\/login\?/)
})

test('a required authenticator is set up on the hosted page, with a QR code and recovery codes @second-path', async ({
  page,
  story,
}) => {
  await offer(story)
  await inTenant(story.installation.world.ctx.db, story.tenant.id, (tx) =>
    tx
      .updateTable('identity_user')
      .set({ mfa_required: true })
      .where('id', '=', story.tenant.users.analyst)
      .execute(),
  )
  await page.goto(`${story.origin}/`)
  await page.getByRole('button', { name: 'Sign in with single sign-on' }).click()
  await page.getByLabel('Email').fill(`analyst@${story.tenant.label}.example`)
  await page.getByLabel('Password').fill(worldPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  const drawn = page.getByRole('img', { name: 'Code for an authenticator app' })
  await expect(drawn).toBeVisible()
  expect((await drawn.boundingBox())?.width).toBeGreaterThan(180)
  await story.checkAccess(page)
  const secret = ((await page.locator('.key').textContent()) ?? '').replaceAll(' ', '')
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  await page
    .getByLabel('Code', { exact: true })
    .fill(totp.generate({ timestamp: story.installation.world.ctx.now().getTime() }))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await story.checkAccess(page)
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByRole('navigation').first()).toBeVisible({ timeout: 30_000 })
})

test('an answer that this tab did not request signs no one in @second-path', async ({ page, story }) => {
  await offer(story)
  await page.goto(`${story.origin}/auth/callback.html?code=stolen&state=somebody`)
  await expect(page.getByText('This sign-in was started elsewhere or has expired.')).toBeVisible()
  expect(new URL(page.url()).origin).toBe(story.origin)
})

test('the redirect page leads only to organizations below its own domain @second-path', async ({
  page,
  story,
}) => {
  await offer(story)
  const shared = story.origin.replace(/\/\/[^.]+/, '//redirect')
  for (const label of ['https:%2f%2fevil', '%2f%2fevil', 'a@evil', 'evil%2f', '%5cevil', 'redirect', '']) {
    await page.goto(`${shared}/auth/redirect.html?code=c&state=${label}.x`)
    await expect(page.getByText('This sign-in names no organization.')).toBeVisible()
    expect(new URL(page.url()).origin).toBe(shared)
  }
  await page.goto(
    `${shared}/auth/redirect.html?code=c&state=${story.tenant.label}.evil.example&next=https:%2f%2fevil`,
  )
  await expect(page.getByText('This sign-in was started elsewhere or has expired.')).toBeVisible()
  expect(new URL(page.url()).origin).toBe(story.origin)
})

test('an administrator connects the organization’s provider, and a colleague signs in there', async ({
  page,
  story,
  browser,
}) => {
  await using provider = await openTestProvider(`${story.origin}/oauth2/idpresponse`)
  await story.signIn(page, 'tenant_admin')
  await page.goto(`${story.origin}/organization/single-sign-on`)
  await page.getByRole('switch', { name: 'Offer single sign-on' }).press('Space')
  await page.getByRole('switch', { name: 'Use your own identity provider' }).press('Space')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Enter at least one domain.')).toBeVisible()
  await page.getByLabel('Name').fill('North Identity')
  await page.getByLabel('Issuer').fill(provider.issuer)
  await page.getByLabel('Client ID').fill(testProviderClient.clientId)
  await page.getByLabel('Client secret', { exact: true }).fill(testProviderClient.secret)
  await page.getByRole('combobox', { name: 'Email domains' }).fill(`${story.tenant.label}.example`)
  await page.getByRole('combobox', { name: 'Email domains' }).press('Enter')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await story.checkAccess(page)

  const colleague = await (await browser.newContext()).newPage()
  await colleague.goto(`${story.origin}/messages`)
  await colleague.getByRole('button', { name: 'Sign in with single sign-on' }).click()
  await colleague.getByRole('link', { name: 'Continue with North Identity' }).click()
  await expect(colleague.getByRole('heading', { name: 'Test provider' })).toBeVisible()
  await colleague.getByLabel('Address').fill(`compliance@${story.tenant.label}.example`)
  await colleague.getByRole('button', { name: 'Continue' }).click()
  await expect(colleague).toHaveURL(/\/messages/, { timeout: 30_000 })
  await colleague.goto(`${story.origin}/account`)
  await expect(colleague.getByText('You signed in with single sign-on')).toBeVisible()
  await colleague.context().close()
})
