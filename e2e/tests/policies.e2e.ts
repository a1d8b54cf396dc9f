import type { Page } from '@playwright/test'
import { dialog } from '#dialog.ts'
import { expect, type Story, test } from '#world.ts'

const path = '/organization/policies'
const openPolicies = (page: Page, story: Story) => page.goto(`${story.origin}${path}`)
const tab = (page: Page, name: string) => dialog(page).getByRole('link', { name })
const tryBox = (page: Page) => dialog(page).getByRole('textbox', { name: 'Try it' })

async function createPolicy(story: Story, draft: object): Promise<{ id: string; version: number }> {
  const caller = await story.installation.world.as(story.tenant, story.tenant.users.tenant_admin)
  const { status, json } = await caller.call('POST', '/bff/api/v1/topic', draft)
  expect(status).toBe(200)
  return json as { id: string; version: number }
}

const phrase = (pattern: string) => ({ type: 'phrase', pattern })

test('a policy is written, tried, saved, and raises an event', async ({ page, story }) => {
  await story.signIn(page, 'compliance')
  await openPolicies(page, story)
  await expect(page.getByText('No policies yet')).toBeVisible()
  await story.checkAccess(page)
  await page.getByRole('link', { name: 'New policy' }).first().click()

  await dialog(page).getByRole('button', { name: 'Create policy' }).click()
  await expect(dialog(page).getByText('This field cannot be empty.')).toBeVisible()
  await expect(dialog(page).getByLabel('Name')).toBeFocused()
  await dialog(page).getByLabel('Name').fill('Off the record')
  await dialog(page).getByText('High', { exact: true }).click()
  await story.checkAccess(page)

  await tab(page, 'Policy Rules').click()
  await dialog(page).getByRole('button', { name: 'Add rule' }).click()
  await expect(dialog(page).getByRole('textbox', { name: 'Phrases', exact: true })).toBeFocused()
  await dialog(page).getByRole('textbox', { name: 'Phrases', exact: true }).fill('off the record')
  await dialog(page).getByRole('button', { name: 'Add rule' }).click()
  await dialog(page).getByText('Regex', { exact: true }).first().click()
  await dialog(page).getByRole('textbox', { name: 'Regex', exact: true }).fill('account \\d{6')
  await dialog(page).getByRole('textbox', { name: 'Regex', exact: true }).fill('account (\\d{6}')
  await expect(dialog(page).getByText('This regex has wrong pattern.').first()).toBeVisible()
  await story.checkAccess(page)
  await dialog(page).getByRole('textbox', { name: 'Regex', exact: true }).fill('account \\d{6}')
  await expect(dialog(page).getByText('This regex has wrong pattern.')).toHaveCount(0)

  await tryBox(page).fill('Strictly Ｏff the record: account 123456')
  await expect(dialog(page).getByText('2 rules of 2 would catch this.')).toBeVisible()
  await expect(
    dialog(page).getByRole('button', { name: /off the record 1 match “Ｏff the record”/ }),
  ).toBeVisible()
  await expect(dialog(page).locator('mark')).toHaveText(['Ｏff the record', 'account 123456'])
  await story.checkAccess(page)

  await dialog(page).getByRole('button', { name: 'Create policy' }).click()
  await expect(page.getByText('“Off the record” was created')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('row', { name: /Off the record/ })).toContainText('High')

  await story.deliver({ from: '+15550109999', body: 'Between us and off the record, sell.' })
  await page.goto(`${story.origin}/events`)
  await expect(page.getByRole('row', { name: /Off the record/ })).toBeVisible()
})

test('a policy is edited and tried again, and shows what it would have raised @second-path', async ({
  page,
  story,
}) => {
  await story.deliver({ from: '+15550109998', body: 'Please keep this between us.' })
  await createPolicy(story, { name: 'Secrets', rules: [phrase('hush hush'), phrase('entre nous')] })
  await story.signIn(page, 'compliance')
  await openPolicies(page, story)
  await page.getByRole('link', { name: 'Secrets' }).click()
  await tab(page, 'Policy Rules').click()
  await tryBox(page).fill('keep this between us')
  await expect(dialog(page).getByText('No rule matches. This text would pass.')).toBeVisible()

  await dialog(page).getByRole('button', { name: 'hush hush', exact: true }).click()
  await dialog(page).getByRole('textbox', { name: 'Phrases', exact: true }).fill('hush hush\nbetween us')
  await expect(dialog(page).getByText('1 rule of 2 would catch this.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Check the last 30 days' }).click()
  await expect(dialog(page).getByText('1 message in 1 conversation')).toBeVisible()
  await expect(dialog(page).getByRole('link', { name: /Open the message of/ })).toHaveAttribute(
    'href',
    /\/messages\//,
  )
  await story.checkAccess(page)

  await dialog(page).getByRole('button', { name: 'Remove the rule entre nous' }).click()
  await dialog(page).getByRole('button', { name: 'Save policy' }).click()
  await expect(page.getByText('“Secrets” was saved')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Secrets' })).toBeFocused()

  await page.getByRole('link', { name: 'Secrets' }).click()
  await expect(dialog(page).getByText(/^Version 2 · changed/)).toBeVisible()
  await dialog(page).getByRole('link', { name: 'Earlier version' }).click()
  await expect(dialog(page).getByText(/^This is the policy as/)).toBeVisible()
  await tab(page, 'Policy Rules').click()
  await expect(dialog(page).getByText('entre nous')).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Save policy' })).toHaveCount(0)
  await story.checkAccess(page)
})

test('unsaved changes are not discarded without a question @second-path', async ({ page, story }) => {
  await createPolicy(story, { name: 'Gifts', rules: [phrase('tickets')] })
  await story.signIn(page, 'compliance')
  await openPolicies(page, story)
  await page.getByRole('link', { name: 'Gifts' }).click()
  await dialog(page).getByLabel('Name').fill('Gifts and tickets')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Discard your changes?')).toBeVisible()
  await story.checkAccess(page)
  await page.getByRole('button', { name: 'Cancel' }).last().click()
  await expect(dialog(page).getByLabel('Name')).toHaveValue('Gifts and tickets')
  await dialog(page).getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Gifts', exact: true })).toBeVisible()
})

test('another user’s change is shown, and both changes are saved together @second-path', async ({
  page,
  story,
}) => {
  const { id } = await createPolicy(story, { name: 'Gifts', rules: [phrase('tickets')] })
  await story.signIn(page, 'compliance')
  await page.goto(`${story.origin}${path}/${id}`)
  await dialog(page).getByLabel('Name').fill('Gifts and tickets')
  const other = await story.installation.world.as(story.tenant, story.tenant.users.tenant_admin)
  expect((await other.call('PUT', `/bff/api/v1/topics/${id}`, { severity: 'high' })).status).toBe(200)
  await dialog(page).getByRole('button', { name: 'Save policy' }).click()
  await expect(dialog(page).getByText(/tenant_admin .* changed this policy/)).toBeVisible()
  await expect(dialog(page).getByText('Severity: Medium → High')).toBeVisible()
  await story.checkAccess(page)
  await dialog(page).getByRole('button', { name: 'Keep my changes' }).click()
  await dialog(page).getByRole('button', { name: 'Save policy' }).click()
  await expect(page.getByRole('row', { name: /Gifts and tickets/ })).toContainText('High')
})

test('rules come from a file, after they were tried @second-path', async ({ page, story }) => {
  const { id } = await createPolicy(story, { name: 'Words', rules: [] })
  await story.signIn(page, 'compliance')
  await page.goto(`${story.origin}${path}/${id}?tab=rules`)
  await dialog(page).getByRole('button', { name: 'Import CSV' }).click()
  const importing = page.getByRole('dialog', { name: 'Import rules from a CSV file' })
  const choose = (name: string, text: string) =>
    importing
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await importing.getByText('Regexes', { exact: true }).click()
  await choose('rules.csv', 'ok\n(\n')
  await expect(importing.getByRole('row', { name: '2 ( This regex has wrong pattern.' })).toBeVisible()
  await expect(importing.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
  await story.checkAccess(page)
  await importing.getByText('Phrases', { exact: true }).click()
  await choose('phrases.csv', 'front run\npump and dump,Pumping\n')
  await importing.getByRole('button', { name: 'Import 2 rules' }).click()
  await expect(page.getByText('2 rules were added to “Words”')).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Pumping', exact: true })).toBeVisible()

  await dialog(page).getByRole('button', { name: 'Import CSV' }).click()
  await importing.getByText('Regexes', { exact: true }).click()
  await choose('rules.csv', 'ok\n')
  await expect(
    importing.getByText(
      'You cannot add the ‘CSV of regexes’ rule to a policy that already includes a ‘CSV of phrases’ rule.',
    ),
  ).toBeVisible()
})

test('a policy is disabled in the list, and enabled again @second-path', async ({ page, story }) => {
  await createPolicy(story, { name: 'Gifts', rules: [phrase('tickets')] })
  await story.signIn(page, 'compliance')
  await openPolicies(page, story)
  const enabled = page.getByRole('switch', { name: 'Gifts is enabled' })
  await enabled.press('Space')
  await expect(page.getByText('“Gifts” is disabled')).toBeVisible()
  await expect(enabled).not.toBeChecked()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('“Gifts” is enabled')).toBeVisible()
  await expect(enabled).toBeChecked()
})

test('an analyst reads and tries policies, and cannot change them @second-path', async ({ page, story }) => {
  const { id } = await createPolicy(story, { name: 'Gifts', rules: [phrase('tickets')] })
  await story.signIn(page, 'analyst')
  await openPolicies(page, story)
  await expect(page.getByRole('link', { name: 'Gifts' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'New policy' })).toHaveCount(0)
  await expect(page.getByRole('switch')).toHaveCount(0)
  await page.getByRole('link', { name: 'Gifts' }).click()
  await tab(page, 'Policy Rules').click()
  await tryBox(page).fill('two tickets')
  await expect(dialog(page).getByText('1 rule of 1 would catch this.')).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: /Save|Add rule|Remove|Import/ })).toHaveCount(0)
  await story.checkAccess(page)
  await page.goto(`${story.origin}${path}/new`)
  await expect(page.getByText('You don’t have access')).toBeVisible()
  const analyst = await story.installation.world.as(story.tenant, story.tenant.users.analyst)
  expect((await analyst.call('PUT', `/bff/api/v1/topics/${id}`, { name: 'Mine' })).status).toBe(403)
})

test('every rule of a policy of hundreds is found, changed and saved @second-path', async ({
  page,
  story,
}) => {
  const rules = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => `word number ${from + i} only\n`).join('')
  const { id } = await createPolicy(story, { name: 'Many', rules: [] })
  const caller = await story.installation.world.as(story.tenant, story.tenant.users.tenant_admin)
  const file = { 'content-type': 'text/csv' }
  const url = `/bff/api/v1/topics/${id}/rules/import?fileType=phrase_csv`
  expect((await caller.call('POST', url, rules(0, 3200), file)).json).toMatchObject({ created: 3200 })
  await story.signIn(page, 'compliance')
  await page.goto(`${story.origin}${path}/${id}?tab=rules`)
  await expect(dialog(page).getByText('50 of 3,200 rules are shown.')).toBeVisible()
  await expect(dialog(page).getByText(/Of 3,200 rules, 500 are checked/)).toBeVisible()
  await dialog(page).getByLabel('Find in the rules').fill('number 3150 only')
  await dialog(page).getByRole('button', { name: 'word number 3150 only', exact: true }).click()
  await dialog(page).getByRole('textbox', { name: 'Phrases', exact: true }).fill('the very last word')
  await tryBox(page).fill('This is the very last word.')
  await expect(dialog(page).getByText('1 rule of 500 would catch this.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Save policy' }).click()
  await expect(page.getByText('“Many” was saved')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto(`${story.origin}${path}/${id}?tab=rules`)
  await dialog(page).getByLabel('Find in the rules').fill('the very last')
  await expect(dialog(page).getByRole('button', { name: 'the very last word', exact: true })).toBeVisible()
})

test('a text is tried with a subject, stays with its policy, and does not carry over to a new one @second-path', async ({
  page,
  story,
}) => {
  await createPolicy(story, { name: 'Secrets', rules: [phrase('hush hush')] })
  await story.signIn(page, 'compliance')
  await openPolicies(page, story)
  await page.getByRole('link', { name: 'Secrets' }).click()
  await tryBox(page).fill('nothing here')
  await dialog(page).getByRole('textbox', { name: 'Subject' }).fill('Re: hush hush')
  await expect(dialog(page).getByText('1 rule of 1 would catch this.')).toBeVisible()
  await expect(dialog(page).locator('mark')).toHaveText(['hush hush'])
  await story.checkAccess(page)
  await dialog(page).getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('link', { name: 'New policy' }).first().click()
  await expect(tryBox(page)).toHaveValue('')
  await expect(dialog(page).getByRole('textbox', { name: 'Subject' })).toHaveValue('')
  await dialog(page).getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('link', { name: 'Secrets' }).click()
  await expect(tryBox(page)).toHaveValue('nothing here')
})

test('a policy with a prompt asks before it becomes one that blocks @second-path', async ({
  page,
  story,
}) => {
  const caller = await story.installation.world.as(story.tenant, story.tenant.users.compliance)
  const rules = [
    { type: 'prompt', pattern: 'Does the writer promise a return?' },
    { type: 'phrase', pattern: 'guaranteed return' },
  ]
  const made = await caller.call('POST', '/bff/api/v1/topic', { name: 'Promises', rules })
  expect(made.status).toBe(200)
  await story.signIn(page)
  await page.goto(`${story.origin}/organization/policies/${made.json.id}`)
  const block = page.getByRole('radio', { name: /^Block/ }).first()
  await block.press('Space')
  const question = page.getByRole('dialog', { name: 'Remove the prompt rules?' })
  await expect(question).toContainText('1 prompt rule would be removed')
  await story.checkAccess(page)
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(block).not.toBeChecked()
  await block.press('Space')
  await question.getByRole('button', { name: 'Remove 1 prompt rule' }).click()
  await expect(block).toBeChecked()
  await page.getByRole('button', { name: 'Save policy' }).click()
  await expect(page.getByText('“Promises” was saved')).toBeVisible()
  const { json } = await caller.call('GET', `/bff/api/v1/topics/${made.json.id}`)
  expect(json.rules.map(({ type }: { type: string }) => type)).toEqual(['phrase'])
})
