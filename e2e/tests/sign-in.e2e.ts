import { expect, test } from '#world.ts'

test('a reviewer signs in, and out of every session', async ({ page, story }) => {
  await story.signIn(page, 'compliance')
  await expect(page).toHaveTitle(/Verbatim/)
  await story.checkAccess(page)
})

test('a wrong password says so, and keeps the address', async ({ page, story }) => {
  await page.goto(`${story.origin}/`)
  await page.getByLabel('Email').fill(`compliance@${story.tenant.label}.example`)
  await page.getByLabel('Password', { exact: true }).fill('Wrong-Horse-8')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Incorrect email address or password')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(`compliance@${story.tenant.label}.example`)
  await story.checkAccess(page)
})
