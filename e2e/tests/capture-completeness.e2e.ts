import { dayMs } from '@verbatim/contract/durations.ts'
import { AccountId } from '@verbatim/contract/ids.ts'
import { newId } from '@verbatim/server/kernel/uuid.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import { insertCapturing, insertHours, insertQuarantined } from '@verbatim/server/testing/capture-days.ts'
import { expect, type Story, test } from '#world.ts'

/** Two desks that were compared for ten weeks: an hour of one was not, and a record of the other could not be read. */
async function openDesks({ installation: { world }, tenant }: Story): Promise<void> {
  const now = world.ctx.now()
  const dayBefore = (days: number) => new Date(now.getTime() - days * dayMs).toISOString().slice(0, 10)
  const at = (days: number, time = '12:00') => new Date(`${dayBefore(days)}T${time}:00Z`)
  await inTenant(world.ctx.db, tenant.id, async (tx) => {
    await tx
      .updateTable('organization')
      .set({ initial_history_date: dayBefore(70) })
      .execute()
    const accounts = (['sms', 'whatsapp'] as const).map((channel) => ({
      id: AccountId.parse(newId(now)),
      channel,
      name: channel === 'sms' ? 'Trading desk' : 'Private bank',
      owner: tenant.representative,
      status: 'active' as const,
      connectedAt: at(65),
      createdAt: at(65),
      removedAt: null,
      isCompared: true,
    }))
    await insertCapturing(tx, accounts, now)
    const hours = { from: at(70, '00:00'), before: at(0, '00:00') }
    for (const { id } of accounts) await insertHours(tx, { id, ...hours, holes: [at(4)] })
    for (const { id } of accounts.slice(0, 1)) await insertQuarantined(tx, id, at(50))
  })
}

test('the figure of completeness opens the incomplete days, and each day opens at its account', async ({
  page,
  story,
}) => {
  await openDesks(story)
  await story.signIn(page)
  const period = `${story.day(61)}|${story.day(2)}`
  await page.goto(`${story.origin}/metrics/organization-overview?period=${encodeURIComponent(period)}`)
  const figure = page.getByRole('link', { name: /^Capture completeness: / })
  await expect(figure).toHaveText('97.5%')
  await page.getByRole('button', { name: 'About Capture completeness', exact: true }).click()
  await expect(page.getByText('Complete account days: 117 of 120.')).toBeVisible()
  await story.checkAccess(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('img', { name: /^Capture completeness per day: / })).toBeVisible()

  await figure.click()
  const table = page.getByRole('table', { name: 'Incomplete' })
  await expect(table.getByRole('row', { name: /Trading desk/ })).toHaveCount(2)
  await expect(table).toContainText('1 of 24 hours not compared with the provider’s list')
  await story.checkAccess(page)
  const whatsapp = page.getByRole('list', { name: 'Capture completeness by channel' }).getByRole('link')
  await expect(whatsapp.filter({ hasText: 'WhatsApp' })).toContainText('98.3%')
  await whatsapp.filter({ hasText: 'WhatsApp' }).click()
  await expect(page).toHaveURL(/filter=incomplete%3Awhatsapp/)
  await expect(table.getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: 'Complete', exact: true }).click()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('of 59')
  await page.getByRole('combobox', { name: 'Channel' }).click()
  await page.getByRole('option', { name: 'All channels' }).click()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('of 117')

  await page.getByRole('link', { name: 'Incomplete', exact: true }).click()
  await page
    .getByRole('link', { name: /^Trading desk on / })
    .last()
    .click()
  await expect(page.getByRole('heading', { name: 'Trading desk', level: 1 })).toBeVisible()
  const day = page.getByRole('table', { name: 'Days' }).locator('[aria-current="date"]')
  await expect(day).toContainText('1 in quarantine')
  await expect(day).toBeInViewport()
  await story.checkAccess(page)
  await page.getByRole('link', { name: 'Show the latest days' }).click()
  await expect(page.getByRole('table', { name: 'Days' })).toContainText('23 of 24 hours compared')
  await page.getByRole('link', { name: 'All days in Key Metrics' }).click()
  await expect(page.getByText('Days of Trading desk')).toBeVisible()
})
