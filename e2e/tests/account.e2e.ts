import { Secret, TOTP } from 'otpauth'
import { expect, test } from '#world.ts'

test('somebody sets up an authenticator, signs in with a recovery code, and signs other devices out', async ({
  page,
  story,
  browser,
}) => {
  const { ctx } = story.house.world
  await story.signIn(page, 'compliance')
  const elsewhere = await browser.newPage()
  await story.signIn(elsewhere, 'compliance')

  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Account Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
  await story.checkAccess(page)

  await page.getByLabel('First name').fill('Corinna')
  await page.getByRole('button', { name: 'Save the profile' }).click()
  await expect(page.getByText('Your profile is saved')).toBeVisible()
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
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible()

  await page.getByRole('button', { name: 'Sign out all the others' }).click()
  await expect(page.getByRole('button', { name: 'Sign out all the others' })).toBeHidden()
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

test('a page that nobody uses locks in every tab, and leads back', async ({ page, story }) => {
  await page.clock.install()
  await story.signIn(page, 'compliance')
  await page.goto(`${story.origin}/events?page=1`)
  await expect(page.getByRole('heading', { name: 'Cognitive Events' })).toBeVisible()
  await page.clock.fastForward('29:00')
  await expect(page.getByRole('heading', { name: 'Cognitive Events' })).toBeVisible()
  await page.clock.fastForward('02:00')
  await expect(page.getByText('nobody used this page for a while')).toBeVisible()
  await page.getByLabel('Email').fill(`compliance@${story.tenant.label}.example`)
  await page.getByLabel('Password', { exact: true }).fill('Correct-Horse-7')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/events/)
})
