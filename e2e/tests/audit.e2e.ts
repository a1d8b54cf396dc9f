import { readFile } from 'node:fs/promises'
import { openSettingsTab } from '#settings-tab.ts'
import { expect, test } from '#world.ts'

test('the audit trail shows, finds and exports a change that was just made', async ({ page, story }) => {
  const { installation, tenant } = story
  const caller = await installation.world.as(tenant, tenant.users.tenant_admin)
  const rules = [{ type: 'phrase', pattern: 'off the record' }]
  const made = await caller.call('POST', '/bff/api/v1/topic', { name: 'Secrets', rules })
  expect(made.status).toBe(200)
  const { id, version } = made.json as { id: string; version: number }
  const change = { name: 'Well-kept secrets', severity: 'high', expectedVersion: version }
  expect((await caller.call('PUT', `/bff/api/v1/topics/${id}`, change)).status).toBe(200)

  await story.signIn(page, 'compliance')
  await openSettingsTab(page, story, 'Audit Trail')
  const table = page.getByRole('table', { name: 'Audit Trail' })
  await expect(table.getByRole('row').filter({ hasText: 'signed in' }).first()).toBeVisible()
  await story.checkAccess(page)

  await page.getByPlaceholder('Search by name or event type').fill('policy updated')
  await page.keyboard.press('Enter')
  await expect(table.getByRole('button', { name: /^tenant_admin/ })).toHaveCount(1)
  await expect(table.getByRole('link', { name: 'Well-kept secrets' })).toHaveAttribute('href', new RegExp(id))
  await expect(table.getByText('Name: Secrets → Well-kept secrets')).toBeVisible()
  await table.getByRole('button', { name: /changed/ }).click()
  const changes = page.getByRole('table', { name: 'What changed' })
  await expect(changes.getByRole('row', { name: /Name/ })).toContainText('Well-kept secrets')
  await expect(changes.getByRole('row', { name: /Severity/ })).toContainText('High')
  await expect(page.getByRole('button', { name: 'Copy request ID' })).toBeVisible()
  await story.checkAccess(page)

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const file = await readFile(await (await saved).path(), 'utf8')
  expect(file.trim().split('\r\n').length).toBeGreaterThan(1)
  expect(file).toContain('Name: Secrets → Well-kept secrets')
  expect(file).not.toContain('signed in')
})
