import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { inTenant } from '@verbatim/server/platform/db.ts'
import { dialog } from '#dialog.ts'
import { expect, type Story, test } from '#world.ts'

const platform = '/organization/platform-users'
const messenger = '/messenger-settings/messenger-users'
const choose = async (page: Page, label: string, option: string | RegExp) => {
  await dialog(page).getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
}

const mailsTo = (story: Story) =>
  inTenant(story.installation.world.ctx.db, story.tenant.id, (tx) =>
    tx.selectFrom('mail').select('recipient').orderBy('recipient').execute(),
  )

test('a user is invited, changed, invited again and disabled', async ({ page, story }) => {
  await story.signIn(page, 'super_admin')
  await page.goto(`${story.origin}${platform}`)
  await expect(page.getByRole('row', { name: /tenant_admin/ })).toBeVisible()
  await story.checkAccess(page)

  await page.getByRole('link', { name: 'Invite user' }).click()
  await dialog(page).getByLabel('Email').fill('ana@')
  await dialog(page).getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog(page).getByText('Please make sure your email is valid.')).toBeVisible()
  await expect(dialog(page).getByText('Please select at least one Permission Profile')).toBeVisible()
  await story.checkAccess(page)
  await dialog(page).getByLabel('Email').fill('ana.bell@example.com')
  await dialog(page).getByLabel('First name').fill('Ana')
  await dialog(page).getByLabel('Last name').fill('Bell')
  await dialog(page).getByLabel('Phone number').fill('12')
  await choose(page, 'Role', 'Analyst')
  await choose(page, 'Permission profiles', 'North only')
  await page.keyboard.press('Tab')
  await dialog(page).getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog(page).getByText('The phone number is not in a correct format')).toBeVisible()
  await dialog(page).getByLabel('Phone number').fill('+1 415 555 0132')
  await dialog(page).getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('ana.bell@example.com was invited', { exact: true })).toBeVisible()
  await expect.poll(() => mailsTo(story)).toEqual([{ recipient: 'ana.bell@example.com' }])

  await page.getByPlaceholder('Search by name, email or phone number').fill('4155550132')
  await page.getByRole('row', { name: /Ana Bell/ }).click()
  await expect(dialog(page).getByText('Never')).toBeVisible()
  await expect(dialog(page).getByText('Waiting to be sent')).toBeVisible()
  await expect(dialog(page).getByRole('link', { name: 'the mailbox' })).toBeVisible()
  await story.checkAccess(page)
  await dialog(page).getByRole('button', { name: 'Resend invitation' }).click()
  await expect(page.getByText('ana.bell@example.com was invited again')).toBeVisible()
  await dialog(page).getByLabel('Last name').fill('Bell-Ford')
  await dialog(page).getByRole('button', { name: 'Save user' }).click()
  await expect(page.getByText('“Ana Bell-Ford” was saved')).toBeVisible()
  await page.getByRole('row', { name: /Ana Bell-Ford/ }).click()
  await dialog(page).getByRole('button', { name: 'Disable user' }).click()
  await expect(page.getByText('“Ana Bell-Ford” can no longer sign in')).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Enable user' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: /Ana Bell-Ford/ })).toContainText('Disabled')
})

test('a user admitted by single sign-on gets a role and a profile; only you can reset your own second step @second-path', async ({
  page,
  story,
}) => {
  await story.signIn(page, 'super_admin')
  await page.goto(`${story.origin}${platform}?filter=role[eq]:none`)
  const row = page.getByRole('row', { name: /none@/ })
  await expect(row).toContainText('Not assigned')
  await row.click()
  await expect(dialog(page).getByRole('button', { name: 'Reset second step' })).toBeVisible()
  await choose(page, 'Permission profiles', 'North only')
  await page.keyboard.press('Tab')
  await dialog(page).getByRole('button', { name: 'Save user' }).click()
  await expect(dialog(page).getByText('Role is required')).toBeVisible()
  await choose(page, 'Role', 'Analyst')
  await dialog(page).getByRole('button', { name: 'Save user' }).click()
  const change = page.getByRole('dialog', { name: 'Review the effect of this change' })
  await expect(change.getByText(/Gives none .* \d+ permissions:/)).toBeVisible()
  await expect(change.getByText(/^Read messages, /)).toBeVisible()
  await story.checkAccess(page)
  await change.getByRole('button', { name: 'Save user' }).click()
  await expect(page.getByText(/“none .*” was saved/)).toBeVisible()
  await expect(row).toHaveCount(0)

  await page.goto(`${story.origin}${platform}?filter=role[eq]:super_admin`)
  await page.getByRole('row', { name: /super_admin@/ }).click()
  await expect(dialog(page).getByRole('button', { name: 'Disable user' })).toBeDisabled()
  await expect(dialog(page).getByRole('button', { name: 'Reset second step' })).toHaveCount(0)
})

test('many are invited from a file; a wrong row is corrected in the file of failed rows and uploaded again @second-path', async ({
  page,
  story,
}) => {
  await story.signIn(page, 'tenant_admin')
  await page.goto(`${story.origin}${platform}`)
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await expect(dialog(page).getByText('At most 10 MB and 20,000 rows.')).toBeVisible()
  await story.checkAccess(page)
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name: 'Download a template with the columns' }).click(),
  ])
  expect(template.suggestedFilename()).toBe('platform-users-template.csv')
  const drop = dialog(page).locator('input[type=file]')
  await drop.setInputFiles({
    name: 'photo.png',
    mimeType: 'image/png',
    buffer: Buffer.from('89504e470d0a1a0a00', 'hex'),
  })
  await expect(dialog(page).getByText('The uploaded file needs to be in csv format')).toBeVisible()
  const rows = [
    'ana@example.com;Ana;Bell;Analyst',
    'tom@example.com;Tom;Reed;Boss',
    'eva@example.com;Eva;Lind;Compliance',
  ]
  const text = `E-mail;Given name;Surname;Function\n${rows.join('\n')}\n`
  await drop.setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

  // Two of the columns are not recognized by their names.
  await expect(dialog(page).getByRole('table', { name: 'Columns' })).toContainText('ana@example.com')
  await expect(dialog(page).getByRole('button', { name: 'Check rows' })).toBeDisabled()
  await story.checkAccess(page)
  await choose(page, 'Column of Role', 'Function')
  await dialog(page).getByRole('textbox', { name: 'Permission profiles for empty cells' }).fill('North only')
  await dialog(page).getByRole('button', { name: 'Check rows' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Import 2 rows' })).toBeVisible()
  await expect(dialog(page).getByText('“Boss” is not a role.')).toBeVisible()
  await story.checkAccess(page)
  await dialog(page).getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(dialog(page).getByText('1 row failed')).toBeVisible()
  const result = dialog(page).getByLabel('Result')
  await expect(result).toContainText('Created2')
  // A user who has it open gets no inbox entry as well.
  await expect(page.getByRole('button', { name: 'Inbox', exact: true, includeHidden: true })).toBeVisible()
  await expect
    .poll(async () => (await mailsTo(story)).map(({ recipient }) => recipient))
    .toEqual(['ana@example.com', 'eva@example.com'])

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name: 'Download failed rows' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('people-failed.csv')
  const failed = await readFile(await download.path(), 'utf8')
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('row', { name: /Ana Bell/ })).toBeVisible()
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await expect(dialog(page).getByRole('link', { name: 'people.csv' })).toBeVisible()
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({
      name: 'corrected.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(failed.replace('"Boss"', '"Analyst"')),
    })
  // Its columns get the earlier mapping.
  await expect(dialog(page).getByRole('combobox', { name: 'Column of Role' })).toHaveValue('Function')
  await dialog(page).getByRole('button', { name: 'Check rows' }).click()
  await dialog(page).getByRole('button', { name: 'Import 1 row', exact: true }).click()
  await expect(dialog(page).getByLabel('Result')).toContainText('Created1')

  await dialog(page).getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('dialog').last().getByRole('button', { name: 'Undo import' }).click()
  await expect(dialog(page).getByText('Undone: 1 row.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('row', { name: /Eva Lind/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Tom Reed/ })).toHaveCount(0)

  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await dialog(page).getByRole('link', { name: 'All imports' }).click()
  await expect(page.getByRole('row', { name: /corrected\.csv/ })).toContainText('Undone')
  await expect(page.getByRole('row', { name: /people\.csv/ })).toContainText('Undo until')
  await story.checkAccess(page)
  await page.getByRole('link', { name: 'people.csv' }).click()
  await expect(dialog(page).getByText('1 row failed')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  await expect(page).toHaveURL(/organization\/imports\?filter=/)
})

test('a removed user’s accounts are handed over, and their name remains @second-path', async ({
  page,
  story,
}) => {
  await story.deliver({ from: '+15550109991', body: 'Shall we meet on Monday?' })
  await story.signIn(page, 'tenant_admin')
  await page.goto(`${story.origin}${messenger}`)
  await page.getByRole('row', { name: /Rita Lund/ }).click()
  await dialog(page).getByRole('button', { name: 'Remove user' }).click()
  const question = page.getByRole('dialog').last()
  await expect(question.getByText(/1 channel account with 1 conversation: SMS\/MMS \+\d+/)).toBeVisible()
  await expect(question.getByRole('button', { name: 'Remove user' })).toBeDisabled()
  await story.checkAccess(page)
  await question.getByRole('combobox', { name: 'Successor' }).click()
  await page.getByRole('option', { name: /Sam Sund/ }).click()
  await expect(question.getByRole('checkbox', { name: 'Sam Sund joins North' })).toBeChecked()
  await story.checkAccess(page)
  await question.getByRole('button', { name: 'Remove user' }).click()
  await expect(page.getByText('“Rita Lund” was removed')).toBeVisible()
  await expect(page.getByRole('row', { name: /Sam Sund/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Rita Lund/ })).toHaveCount(0)

  await page.goto(`${story.origin}${messenger}?filter=status[eq]:removed`)
  await page.getByRole('row', { name: /Rita Lund/ }).click()
  await expect(dialog(page).getByRole('button', { name: 'Remove user' })).toHaveCount(0)
  await page.goto(`${story.origin}/messages`)
  await expect(page.getByRole('row', { name: /Shall we meet on Monday/ })).toBeVisible()
  const { json } = await (
    await story.installation.world.as(story.tenant, story.tenant.users.tenant_admin)
  ).call('GET', '/bff/api/v1/accounts')
  expect(JSON.stringify(json)).toContain('Sam Sund')
})

test('a user with read-only access is offered no changes @second-path', async ({ page, story }) => {
  await story.signIn(page, 'analyst')
  await page.goto(`${story.origin}${platform}`)
  await expect(page.getByRole('row', { name: /super_admin/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Invite user' })).toHaveCount(0)
  await page.getByRole('row', { name: /super_admin/ }).click()
  await expect(dialog(page).getByRole('button', { name: 'Save user' })).toHaveCount(0)
  await page.goto(`${story.origin}${platform}/invite`)
  await expect(page.getByText('platform_users.manage')).toBeVisible()
  await page.goto(`${story.origin}${platform}/import`)
  await expect(page.getByText('users.import')).toBeVisible()
})
