import { Secret, TOTP } from 'otpauth'
import { inTenant } from '@verbatim/server/platform/db.ts'
import { expect, test } from '#world.ts'

test('a user sets up an authenticator, signs in with a recovery code, and signs other devices out', async ({
  page,
  story,
  browser,
}) => {
  const { ctx } = story.installation.world
  await story.signInByScreens(page, 'compliance')
  const elsewhere = await browser.newPage()
  await story.signInByScreens(elsewhere, 'compliance')

  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Account Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
  await story.checkAccess(page)

  await page.getByLabel('First name').fill('Corinna')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Your profile was saved')).toBeVisible()
  await expect(page.getByRole('button', { name: /Account of Corinna/ })).toBeVisible()

  await page.getByRole('button', { name: 'Set up an authenticator' }).click()
  await expect(page.getByRole('img', { name: 'Code for an authenticator app' })).toBeVisible()
  await story.checkAccess(page)
  const secret = ((await page.getByLabel('Secret key').textContent()) ?? '').replaceAll(' ', '')
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  await page.getByLabel('Authentication code').fill('000000')
  await expect(page.getByText('Incorrect authentication code')).toBeVisible()
  await page.getByLabel('Authentication code').fill(totp.generate({ timestamp: ctx.now().getTime() }))
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await story.checkAccess(page)
  const code = (await codes.first().textContent()) ?? ''
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible()

  await page.getByRole('button', { name: 'Sign out all other devices' }).click()
  await expect(page.getByRole('button', { name: 'Sign out all other devices' })).toBeHidden()
  await elsewhere.goto(`${story.origin}/messages`)
  await expect(elsewhere.getByText('Your session has expired.')).toBeVisible()
  await elsewhere.close()

  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
  await page.getByLabel('Email').fill(`compliance@${story.tenant.label}.example`)
  await page.getByLabel('Password', { exact: true }).fill('Correct-Horse-7')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await story.checkAccess(page)
  await page.getByLabel('Recovery code').fill(code)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await page.goto(`${story.origin}/account`)
  await expect(page.getByText('9 recovery codes are left.')).toBeVisible()
})

test('a user of an external user pool sets up an authenticator there, and removes it with a complete sign-in @second-path', async ({
  page,
  story,
}) => {
  // Our own service replaces the pool, because it supports the same calls. Calls that only a pool has are answered here.
  await page.route('**/bff/account', async (route) => {
    // The browser itself resolves names below `localhost`.
    const { host, port, pathname } = new URL(route.request().url())
    const headers = { ...route.request().headers(), host }
    const response = await route.fetch({ url: `http://127.0.0.1:${port}${pathname}`, headers })
    await route.fulfill({ response, json: { ...(await response.json()), keptAt: 'user-pool' } })
  })
  const removals: string[] = []
  await page.route('**/identity/', async (route) => {
    const operation = route.request().headers()['x-amz-target']?.split('.')[1]
    const body = route.request().postDataJSON() as { SoftwareTokenMfaSettings?: { Enabled: boolean } }
    if (operation !== 'SetUserMFAPreference' || body.SoftwareTokenMfaSettings?.Enabled)
      return route.continue()
    removals.push(operation)
    await inTenant(story.installation.world.ctx.db, story.tenant.id, (tx) =>
      tx.updateTable('identity_user').set({ totp_enabled: false }).execute(),
    )
    await route.fulfill({ json: {} })
  })
  const { ctx } = story.installation.world
  await story.signInByScreens(page, 'compliance')
  await page.goto(`${story.origin}/account`)
  await expect(page.getByText('does not report where you are signed in')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Devices' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Set up an authenticator' }).click()
  const secret = ((await page.getByLabel('Secret key').textContent()) ?? '').replaceAll(' ', '')
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  await page.getByLabel('Authentication code').fill(totp.generate({ timestamp: ctx.now().getTime() }))
  await expect(page.getByText('has no recovery codes')).toBeVisible()
  await story.checkAccess(page)

  await page.getByRole('button', { name: 'Remove' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password', { exact: true }).fill('Wrong-Horse-8')
  await dialog.getByLabel('Code').fill('000000')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('Incorrect email address or password')).toBeVisible()
  await story.checkAccess(page)
  await dialog.getByLabel('Password', { exact: true }).fill('Correct-Horse-7')
  await dialog.getByLabel('Code').fill(totp.generate({ timestamp: ctx.now().getTime() + 30_000 }))
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Your second step was removed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Set up an authenticator' })).toBeVisible()
  expect(removals).toEqual(['SetUserMFAPreference'])
  await page.unrouteAll({ behavior: 'wait' })
})

test('an idle page locks in every tab, and returns after the sign-in', async ({ page, story }) => {
  await page.clock.install()
  await story.signInByScreens(page, 'compliance')
  await page.goto(`${story.origin}/events?page=1`)
  await expect(page.getByRole('heading', { name: 'Cognitive Events' })).toBeVisible()
  await page.clock.fastForward('29:00')
  await expect(page.getByRole('heading', { name: 'Cognitive Events' })).toBeVisible()
  await page.clock.fastForward('02:00')
  await expect(page.getByText('after a period of inactivity')).toBeVisible()
  await page.getByLabel('Email').fill(`compliance@${story.tenant.label}.example`)
  await page.getByLabel('Password', { exact: true }).fill('Correct-Horse-7')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/events/)
})
