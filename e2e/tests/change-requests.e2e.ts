import { expect, test } from '#world.ts'

test('a policy change waits for a second person, who sees the differences and approves', async ({
  page,
  story,
  browser,
}) => {
  await story.signIn(page, 'tenant_admin')
  await page.goto(`${story.origin}/organization/profile`)
  await page.getByRole('switch', { name: 'Changes to policies' }).press('Space')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  await page.goto(`${story.origin}/organization/policies/new`)
  const dialog = page.getByRole('dialog').first()
  await dialog.getByLabel('Name').fill('Off the record')
  await dialog.getByRole('button', { name: 'Create policy' }).click()
  const question = page.getByRole('dialog', { name: 'Send for approval?' })
  await question.getByLabel('Note for the approver').fill('Asked for by Legal')
  await story.checkAccess(page)
  await question.getByRole('button', { name: 'Send for approval' }).click()
  await expect(page.getByText('Sent for approval')).toBeVisible()
  await expect(page.getByText('No policies yet')).toBeVisible()

  await page.goto(`${story.origin}/organization/change-requests`)
  await page.getByRole('row', { name: /Off the record/ }).click()
  await expect(page.getByRole('button', { name: 'Withdraw…' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve…' })).toHaveCount(0)

  const context = await browser.newContext()
  const second = await context.newPage()
  await story.signIn(second, 'compliance')
  await second.goto(`${story.origin}/events`)
  await second.getByRole('button', { name: 'Inbox, 1 unread' }).click()
  const asked = second.getByRole('link', { name: /asks for your approval of a change/ })
  await expect(asked).toContainText('Off the record · Change request')
  await story.checkAccess(second)
  await asked.click()
  await expect(second.getByRole('button', { name: 'Inbox', exact: true })).toBeVisible()
  await expect(second.getByText('Asked for by Legal')).toBeVisible()
  await expect(second.getByRole('table', { name: 'What changed' })).toContainText('Off the record')
  await story.checkAccess(second)
  await second.getByRole('button', { name: 'Approve…' }).click()
  await second.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(second.getByText('“Off the record”: approved')).toBeVisible()

  await second.goto(`${story.origin}/organization/audit-trail`)
  await second
    .getByRole('row', { name: /sent a change to Off the record/ })
    .getByRole('link', { name: 'Off the record' })
    .click()
  await expect(second.getByRole('table', { name: 'What changed' })).toBeVisible()
  await expect(second).toHaveURL(/change-requests\?filter=id/)
  await story.checkAccess(second)

  // The requester's page updates by itself.
  await expect(page.getByRole('row', { name: /Off the record Create/ })).toContainText('Approved')
  await page.getByRole('button', { name: 'Inbox, 1 unread' }).click()
  await page.getByRole('link', { name: /approved your change/ }).click()
  await expect(page.getByRole('table', { name: 'What changed' })).toBeVisible()
  await page.goto(`${story.origin}/organization/policies`)
  await expect(page.getByRole('row', { name: /Off the record/ })).toBeVisible()
  await page
    .getByRole('row', { name: /Off the record/ })
    .getByRole('switch')
    .press('Space')
  await page.getByRole('button', { name: 'Send for approval' }).click()
  await expect(page.getByText('Sent for approval')).toBeVisible()
  await page.getByRole('link', { name: 'Off the record' }).click()
  await expect(page.getByText(/awaits approval/)).toBeVisible()
  await story.checkAccess(page)
  await context.close()
})

test('turning approval off waits, and a rejection leaves it on @second-path', async ({
  page,
  story,
  browser,
}) => {
  await story.signIn(page, 'tenant_admin')
  await page.goto(`${story.origin}/organization/profile`)
  const retention = page.getByRole('switch', { name: 'Changes to data retention' })
  await retention.press('Space')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await retention.press('Space')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send for approval' }).click()
  await expect(page.getByText(/awaits approval/)).toBeVisible()
  await expect(retention).toBeChecked()
  await story.checkAccess(page)

  const context = await browser.newContext()
  const second = await context.newPage()
  await story.signIn(second, 'super_admin')
  await second.goto(`${story.origin}/organization/change-requests?filter=state[eq]:pending`)
  await second.getByRole('row', { name: /Data retention/ }).click()
  await second.getByRole('button', { name: 'Reject…' }).click()
  await second.getByLabel('Reason (optional)').fill('Not before the audit')
  await second.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await expect(second.getByText(/: rejected/)).toBeVisible()
  await expect(page.getByText(/awaits approval/)).toHaveCount(0)
  await context.close()
})

test('a person who would leave a policy’s last group waits for a second person, by the group’s form and by the user’s @second-path', async ({
  page,
  story,
  browser,
}) => {
  const { tenant, installation } = story
  const owner = await installation.world.as(tenant, tenant.users.super_admin)
  const policy = { name: 'Desk', scope: 'group', groupIds: [tenant.groups.north], enabled: true }
  const rules = [{ name: 'Secrecy', type: 'phrase', pattern: 'off the record', scope: 'message' }]
  expect((await owner.call('POST', '/bff/api/v1/topic', { ...policy, rules })).status).toBe(200)
  expect((await owner.call('PUT', '/bff/organizations', { requiresPolicyApproval: true })).status).toBe(200)

  await story.signIn(page, 'tenant_admin')
  await page.goto(`${story.origin}/messenger-settings/messenger-users/${tenant.representative}`)
  const form = page.getByRole('dialog').first()
  await form.getByRole('combobox', { name: 'Groups' }).fill('South')
  await page.getByRole('option', { name: 'South' }).first().click()
  // One that is chosen goes when it is chosen again.
  await page.getByRole('option', { name: 'North', selected: true }).click()
  await form.getByRole('button', { name: 'Save user' }).click()
  const question = page.getByRole('dialog', { name: 'Send for approval?' })
  await expect(question).toContainText('The policy “Desk” would no longer examine Rita Lund.')
  await story.checkAccess(page)
  await story.checkAccess(page)
  await question.getByRole('button', { name: 'Cancel' }).click()

  await page.goto(`${story.origin}/organization/groups/${tenant.groups.north}?tab=members`)
  await form.getByRole('button', { name: 'Remove Rita Lund' }).click()
  await form.getByRole('button', { name: 'Save group' }).click()
  await page.getByRole('combobox', { name: 'Group for them' }).fill('South')
  await page.getByRole('option', { name: 'South' }).first().click()
  await page.getByRole('button', { name: 'Move them and save' }).click()
  await expect(question).toContainText('The policy “Desk” would no longer examine Rita Lund.')
  await story.checkAccess(page)
  await question.getByRole('button', { name: 'Send for approval' }).click()
  await expect(page.getByText('Sent for approval')).toBeVisible()

  const context = await browser.newContext()
  const second = await context.newPage()
  await story.signIn(second, 'compliance')
  await second.goto(`${story.origin}/organization/change-requests?filter=state[eq]:pending`)
  await second.getByRole('row', { name: /North/ }).click()
  await expect(second.getByRole('table', { name: 'What changed' })).toContainText('Rita Lund')
  await story.checkAccess(second)
  await second.getByRole('button', { name: 'Approve…' }).click()
  await second.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(second.getByText('“North”: approved')).toBeVisible()
  await context.close()
})
