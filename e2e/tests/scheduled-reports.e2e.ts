import type { Page } from '@playwright/test'
import { dayMs } from '@verbatim/contract/durations.ts'
import { readFile } from '@verbatim/documents/text/read-file.ts'
import { sendMails } from '@verbatim/server/flows/send-mail/send-mails.ts'
import { makeCopies, queueCopies } from '@verbatim/server/flows/make-reports/make-copies.ts'
import { openMailSender } from '@verbatim/server/platform/mail-sender.ts'
import { parseMailServer } from '@verbatim/server/platform/mail-server.ts'
import { openMailServer } from '@verbatim/server/testing/fakes/mail-server.ts'
import { captureHistory, messageOf } from '@verbatim/server/testing/history.ts'
import { dialog } from '#dialog.ts'
import { expect, type Story, test } from '#world.ts'

async function speak({ installation: { world }, tenant }: Story): Promise<void> {
  const said = (days: number, isOurs: boolean) =>
    messageOf(world, {
      sentAt: new Date(world.ctx.now().getTime() - days * dayMs),
      ...(isOurs && {
        direction: 'outbound' as const,
        author: { kind: 'phone' as const, value: '+15550100002' },
      }),
    })
  await captureHistory(world, tenant, [said(2, false), said(2, true), said(3, true), said(45, true)])
  await world.settle()
}

/** The figures of the screen: their names and values. */
async function shownFigures(page: Page): Promise<(readonly [name: string, text: string])[]> {
  const tiles = page.getByRole('region', { name: 'Figures' }).getByRole('link')
  await expect(tiles.first()).toBeVisible()
  // A tile without a figure has a link to what would give it one, which is called by its text.
  const labels = await tiles.evaluateAll((links) =>
    links.flatMap((link) => link.getAttribute('aria-label') ?? []),
  )
  return labels.map((label) => label.split(': ')).map(([name = '', text = '']) => [name, text] as const)
}

test('Key Metrics are scheduled, and the mailed PDF has the figures of the screen @second-path', async ({
  page,
  story,
}) => {
  await using server = await openMailServer()
  const sender = openMailSender(parseMailServer(server.url)!)
  const { ctx } = story.installation.world
  const { id: tenantId, label } = story.tenant
  const send = async () => {
    while ((await queueCopies(ctx, tenantId)) + (await makeCopies(ctx, tenantId)) > 0);
    await sendMails({ ...ctx, mailFrom: 'no-reply@verbatim.example' }, sender, tenantId)
    return server.received.length
  }
  await speak(story)
  await story.signIn(page)
  await page.goto(`${story.origin}/metrics/organization-overview?period=7`)
  const figures = await shownFigures(page)
  expect(figures).toContainEqual(['Messages sent', '2'])
  await page.getByRole('link', { name: 'Schedule' }).click()

  await expect(dialog(page).getByRole('combobox', { name: 'Figures' })).toHaveValue('Organization Overview')
  await expect(dialog(page).getByRole('combobox', { name: 'Period' })).toHaveValue('7 days to yesterday')
  await dialog(page).getByRole('button', { name: 'Create report' }).click()
  await expect(dialog(page).getByText('Field cannot be empty.').first()).toBeVisible()
  await story.checkAccess(page)
  await dialog(page).getByLabel('Name').fill('Board figures')
  await dialog(page).getByText('Monthly').click()
  await dialog(page).getByRole('combobox', { name: 'Day of the month' }).click()
  await page.getByRole('option', { name: 'The last day' }).click()
  await dialog(page).getByLabel('Time', { exact: true }).fill('07:30')
  await dialog(page).getByRole('combobox', { name: 'Recipients' }).fill('compliance')
  await page.getByRole('option', { name: `compliance@${label}.example` }).click()
  await page.keyboard.press('Escape')
  await dialog(page).getByText('PDF and Excel').click()
  await dialog(page).getByRole('button', { name: 'Create report' }).click()
  await expect(page.getByText('“Board figures” was created')).toBeVisible()
  const row = page.getByRole('row', { name: /Board figures/ })
  await expect(row).toContainText('On the last day of every month at 07:30')
  await expect(row).toContainText('PDF and Excel to 1 recipient')
  await story.checkAccess(page)

  await page.getByRole('link', { name: 'Board figures' }).click()
  await dialog(page).getByRole('link', { name: 'Copies' }).click()
  await expect(dialog(page).getByText('No copies yet')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Send me one now' }).click()
  await expect(page.getByText(`A copy for compliance@${label}.example is queued`)).toBeVisible()
  await expect.poll(send).toBe(1)
  await expect(dialog(page).getByRole('row', { name: /compliance.*Sent/ })).toBeVisible()
  await story.checkAccess(page)

  const [mail] = server.received
  expect(mail?.subject).toMatch(/^Test: Board figures: Organization Overview, /)
  const file = await readFile(mail!.files[0]!.bytes)
  const lines = 'text' in file ? file.text.split('\n').map((line) => line.trim()) : []
  for (const [name, text] of figures) expect(lines[lines.indexOf(name) + 1], name).toBe(text)

  sender.close()
})

test('a recipient stops a report in their account, and a person without the permission schedules none @second-path', async ({
  page,
  story,
}) => {
  const { world } = story.installation
  const admin = await world.as(story.tenant, story.tenant.users.tenant_admin)
  const { status } = await admin.call('POST', '/bff/api/v1/report-schedules', {
    name: 'Weekly sales',
    subject: { kind: 'metrics', tab: 'sales' },
    period: '7',
    recurrence: { every: 'week', weekday: 1, at: '08:00' },
    recipientIds: [story.tenant.users.analyst],
    format: 'pdf',
  })
  expect(status).toBe(200)
  await story.signIn(page, 'analyst')
  await page.goto(`${story.origin}/account#reports`)
  await expect(page.getByText('Sales Effectiveness · Every Monday at 08:00')).toBeVisible()
  await page.getByRole('button', { name: 'Stop: Weekly sales' }).click()
  await expect(page.getByText('You no longer get “Weekly sales”')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Get it again: Weekly sales' })).toBeVisible()
  await story.checkAccess(page)
  await page.goto(`${story.origin}/metrics/sales-effectiveness`)
  await expect(page.getByRole('heading', { name: 'Key Metrics', level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Schedule' })).toHaveCount(0)
})
