import sharp from 'sharp'
import { openSettingsTab } from '#settings-tab.ts'
import { expect, test } from '#world.ts'

test('two administrators change the profile at once: one saves, the other sees the difference @second-path', async ({
  page,
  story,
  browser,
}) => {
  await story.signIn(page, 'tenant_admin')
  await openSettingsTab(page, story, 'Organization Profile')
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeVisible()
  await story.checkAccess(page)

  const context = await browser.newContext()
  const second = await context.newPage()
  await story.signIn(second, 'super_admin')
  await second.goto(`${story.origin}/organization/profile`)
  await second.getByRole('textbox', { name: 'Name' }).fill('Marsh & Partners')

  await page.getByRole('textbox', { name: 'Name' }).fill('Halden & Marsh')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Top bar' })).toContainText('Halden & Marsh')

  await second.getByRole('button', { name: 'Save changes' }).click()
  const notice = second.getByRole('alert').filter({ hasText: 'changed this organization' })
  await expect(notice).toContainText('Halden & Marsh')
  await expect(notice).toContainText('you also changed this')
  await expect(second.getByRole('textbox', { name: 'Name' })).toHaveValue('Marsh & Partners')
  await story.checkAccess(second)
  await second.getByRole('button', { name: 'Keep my changes' }).click()
  await expect(second.getByRole('textbox', { name: 'Name' })).toHaveValue('Marsh & Partners')
  await second.getByRole('button', { name: 'Save changes' }).click()
  await expect(second.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Marsh & Partners')
  await context.close()
})

test('a logo is shown at once, and retention is forecast before it is saved @second-path', async ({
  page,
  story,
}) => {
  await story.deliver({ from: '+15550109999', body: 'hello' })
  await story.signIn(page, 'tenant_admin')
  await page.goto(`${story.origin}/organization/profile`)
  const picture = await sharp({ create: { width: 531, height: 132, channels: 3, background: '#1f3a8a' } })
    .png()
    .toBuffer()
  const choose = page.locator('input[type=file]')
  await choose.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(page.getByText('The logo must be a PNG or JPG picture. Nothing was saved.')).toBeVisible()
  await choose.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture })
  await expect(page.getByRole('img', { name: /^Logo of/ })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' }).locator('img')).toBeVisible()

  await page.getByRole('button', { name: 'Add a period' }).click()
  await page.getByRole('menuitem', { name: '7 years' }).click()
  await page.getByRole('button', { name: 'Forecast removals' }).click()
  await expect(
    page.getByRole('table', { name: 'Messages that would be removed' }).getByRole('row'),
  ).toHaveCount(2)
  await expect(page.getByText('Nothing is removed yet')).toBeVisible()
  await story.checkAccess(page)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
})

test('the Integrations tab counts the accounts of each channel, and sets up the provider @second-path', async ({
  page,
  story,
  browser,
}) => {
  await story.signIn(page, 'tenant_admin')
  await page.goto(`${story.origin}/organization/profile#profile-provider`)
  await expect(page).toHaveURL(/organization\/integrations#integrations-provider$/)
  await expect(page.getByRole('heading', { name: 'Messaging provider' })).toBeVisible()
  const sms = page.getByRole('row', { name: /^SMS/ })
  await expect(sms.getByRole('cell').first()).toHaveText('1')
  await story.checkAccess(page)
  const context = await browser.newContext()
  const second = await context.newPage()
  await story.signIn(second, 'super_admin')
  await second.goto(`${story.origin}/organization/integrations`)
  await second.getByLabel('Account SID').fill('AC2')

  await page.getByLabel('Auth token', { exact: true }).fill('0123456789abcdef')
  await page.getByLabel('Integration frequency').fill('2000')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('From 1 to 1440.')).toBeVisible()
  await page.getByLabel('Integration frequency').fill('15')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Set on/)).toBeVisible()

  await second.getByRole('button', { name: 'Save changes' }).click()
  const notice = second.getByRole('alert').filter({ hasText: 'changed this organization' })
  await expect(notice).toContainText('Auth token: not set → set on')
  await story.checkAccess(second)
  await context.close()

  await sms.getByRole('link').click()
  await expect(page).toHaveURL(/integrations\/sms$/)
})

test('an administrator sets the country and the mail domains, and another one sees the difference @second-path', async ({
  page,
  story,
  browser,
}) => {
  await story.signIn(page, 'tenant_admin')
  await page.goto(`${story.origin}/organization/profile`)
  const country = page.getByRole('combobox', { name: 'Country' })
  await expect(country).toHaveValue('United States (US)')
  await expect(page.getByText('Existing numbers do not change.')).toBeVisible()
  const context = await browser.newContext()
  const second = await context.newPage()
  await story.signIn(second, 'super_admin')
  await second.goto(`${story.origin}/organization/profile`)
  await second.getByRole('combobox', { name: 'Email domains' }).fill('second.example')
  await second.keyboard.press('Enter')

  await country.fill('germ')
  await page.getByRole('option', { name: 'Germany (DE)' }).click()
  const domains = page.getByRole('combobox', { name: 'Email domains' })
  await domains.fill('halden')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('“halden” is not a domain, such as example.com')).toBeVisible()
  await story.checkAccess(page)
  await domains.focus()
  await page.keyboard.press('Backspace')
  await domains.fill('Halden.example')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(country).toHaveValue('Germany (DE)')
  await expect(page.getByText('halden.example', { exact: true })).toBeVisible()

  await second.getByRole('button', { name: 'Save changes' }).click()
  const notice = second.getByRole('alert').filter({ hasText: 'changed this organization' })
  await expect(notice).toContainText('Country: United States → Germany')
  await second.getByRole('button', { name: 'Keep my changes' }).click()
  await second.getByRole('button', { name: 'Save changes' }).click()
  await expect(second.getByText('Saved', { exact: true })).toBeVisible()
  for (const domain of ['halden.example', 'second.example'])
    await expect(page.getByText(domain, { exact: true })).toBeVisible()
  await context.close()
})
