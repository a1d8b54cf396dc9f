import { foundForSetUp } from '@verbatim/server/flows/found-organization/set-up.ts'
import { expect, test } from '#world.ts'

test('the set-up link lets its holder name the organization, and makes them its first administrator', async ({
  page,
  story,
}) => {
  const { world, port } = story.installation
  const token = 'a-token-of-the-first-start'
  const label = `setup${story.now().getTime()}`
  await foundForSetUp(world.ctx, { label, name: 'My organization', token })
  const origin = `http://${label}.verbatim.localhost:${port}`
  await page.goto(`${origin}/set-up#${token}`)
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByText('Field cannot be empty.').first()).toBeVisible()
  await page.getByLabel('Name of the organization').fill('Halden & Marsh')
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('United Kingdom (GB)')
  await page.getByRole('combobox', { name: 'Country' }).fill('portu')
  await page.getByRole('option', { name: 'Portugal (PT)' }).click()
  await page.getByLabel('Your first name').fill('Ana')
  await page.getByLabel('Your last name').fill('Bell')
  await page.getByLabel('Your email').fill('ana@halden.example')
  await page.getByLabel('Password', { exact: true }).fill('Correct-Horse-7')
  await page.getByLabel('Confirm password').fill('Correct-Horse-8')
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByText('Passwords do not match.')).toBeVisible()
  await story.checkAccess(page)
  await page.getByLabel('Confirm password').fill('Correct-Horse-7')
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByRole('region', { name: 'Top bar' })).toContainText('Halden & Marsh', {
    timeout: 30_000,
  })
  await page.getByRole('link', { name: 'Organization Settings' }).click()
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('Portugal (PT)')

  await page.goto('about:blank')
  await page.goto(`${origin}/set-up#${token}`)
  await page.getByLabel('Name of the organization').fill('Mine')
  await page.getByLabel('Your first name').fill('Eve')
  await page.getByLabel('Your last name').fill('Moss')
  await page.getByLabel('Your email').fill('eve@moss.example')
  await page.getByLabel('Password', { exact: true }).fill('Correct-Horse-7')
  await page.getByLabel('Confirm password').fill('Correct-Horse-7')
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByRole('alert')).toContainText('This link has been used')
})
