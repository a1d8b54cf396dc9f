import type { Page } from '@playwright/test'
import { delays, slowDown } from '#network.ts'
import { expect, test } from '#world.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Go anywhere' })

for (const delay of delays)
  test(`all letters typed right after Ctrl K arrive, and Enter opens their best match (${delay} ms)`, async ({
    page,
    story,
  }) => {
    test.slow()
    const { world } = story.installation
    const admin = await world.as(story.tenant, story.tenant.users.super_admin)
    const { status } = await admin.call('POST', '/messenger/api/v1/contacts', {
      name: 'Zoltan Quirke',
      phoneNumbers: ['+15550980001'],
      groupIds: [story.tenant.groups.north],
    })
    expect(status).toBe(200)
    await story.deliver({ from: '+15550980002', body: 'The xylophone invoice is paid.' })
    await story.signIn(page)
    await page.goto(`${story.origin}/events`)
    await expect(page.getByRole('heading', { name: 'Cognitive Events' })).toBeVisible()
    await slowDown(page, delay)

    // A person, found by the server: Enter waits for the answer.
    await page.keyboard.press('Control+k')
    await field(page).pressSequentially('zoltan qui', { delay: 30 })
    await expect(field(page)).toHaveValue('zoltan qui')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/organization\/contacts\/[0-9a-f-]{36}$/, { timeout: 30_000 })
    await page.keyboard.press('Escape')

    // A setting, known to the page: opened at once.
    await page.keyboard.press('Control+k')
    await page.keyboard.type('retention', { delay: 30 })
    await expect(field(page)).toHaveValue('retention')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/organization\/profile#profile-retention$/, { timeout: 30_000 })

    // The typed text stays while answers change.
    await page.keyboard.press('Control+k')
    await page.keyboard.type('xylo', { delay: 30 })
    await expect(page.getByRole('option', { name: /xylophone invoice/ })).toBeVisible({ timeout: 30_000 })
    await page.keyboard.type('phone', { delay: 30 })
    await expect(field(page)).toHaveValue('xylophone')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/messages\/[0-9a-f-]{36}$/, { timeout: 30_000 })
  })

test('a figure is found by its name, and its tile has the focus once it is counted @second-path', async ({
  page,
  story,
}) => {
  await story.signIn(page)
  await page.goto(`${story.origin}/events`)
  await expect(page.getByRole('heading', { name: 'Cognitive Events' })).toBeVisible()
  await slowDown(page, 300)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('kept promises', { delay: 30 })
  await expect(field(page)).toHaveValue('kept promises')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/metrics\/sales-effectiveness#figure-kept-promises$/)
  await expect(page.getByRole('listitem').filter({ hasText: 'Kept promises' })).toBeFocused()
})

test('the palette works by keyboard and on a phone, finds a pasted ID, and remembers places', async ({
  page,
  story,
}) => {
  await story.deliver({ from: '+15550980003', body: 'A message with an ID.' })
  await story.signIn(page)
  const caller = await story.installation.world.as(story.tenant, story.tenant.users.compliance)
  const { json } = await caller.call('GET', '/bff/api/v1/messages')
  const id: string = json.items[0].id
  await page.goto(`${story.origin}/events`)
  const goTo = page.getByRole('button', { name: /^Go to…/ })
  await goTo.focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('group')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/organization\/groups$/)

  await goTo.focus()
  await page.keyboard.press('Control+k')
  await expect(
    page.getByRole('group', { name: 'Recent' }).getByRole('option', { name: /^Groups/ }),
  ).toBeVisible()
  await story.checkAccess(page)
  await page.keyboard.press('Escape')
  await expect(goTo).toBeFocused()

  await page.setViewportSize({ width: 390, height: 800 })
  await goTo.click()
  await field(page).fill(id)
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText('Message')
  await story.checkAccess(page)
  await page.getByRole('dialog').getByRole('option', { selected: true }).click()
  await expect(page).toHaveURL(new RegExp(`/messages/${id}$`))
})

test('the list’s export and the dark theme are actions of the palette @second-path', async ({
  page,
  story,
}) => {
  await story.deliver({ from: '+15550980004', body: 'One row.' })
  await story.signIn(page)
  await page.goto(`${story.origin}/messages`)
  await expect(page.getByRole('button', { name: 'Export' })).toBeEnabled()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('export this')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'CSV' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})
