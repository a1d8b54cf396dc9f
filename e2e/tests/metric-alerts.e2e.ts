import { checkAlerts } from '@verbatim/server/flows/check-alerts/check-alerts.ts'
import { sendMails } from '@verbatim/server/flows/send-mail/send-mails.ts'
import { openMailSender } from '@verbatim/server/platform/mail-sender.ts'
import { parseMailServer } from '@verbatim/server/platform/mail-server.ts'
import { openMailServer } from '@verbatim/server/testing/fakes/mail-server.ts'
import { makePolicy, promise } from '#events.ts'
import { dialog } from '#dialog.ts'
import { expect, test } from '#world.ts'

test('an alert on open events is created and crossed, and its mail leads to the events', async ({
  page,
  story,
}) => {
  await using server = await openMailServer()
  const sender = openMailSender(parseMailServer(server.url)!)
  const { ctx } = story.installation.world
  const { id: tenantId, label } = story.tenant
  await makePolicy(story)
  await story.deliver({ from: '+15550109901', body: promise })
  await story.signIn(page)
  await page.goto(`${story.origin}/organization/metric-alerts`)
  await expect(page.getByText('No metric alerts yet')).toBeVisible()
  await page.getByRole('link', { name: 'New metric alert' }).first().click()
  await dialog(page).getByLabel('Name').fill('Open findings')
  await dialog(page).getByRole('combobox', { name: 'Metric' }).click()
  await page.getByRole('option', { name: 'Open events' }).click()
  await expect(dialog(page).getByText('Events that still wait for a decision.')).toBeVisible()
  await dialog(page).getByLabel('Amount').fill('')
  await dialog(page).getByRole('button', { name: 'Create alert' }).click()
  await expect(dialog(page).getByLabel('Amount')).toHaveAttribute('aria-invalid', 'true')
  await story.checkAccess(page)
  await dialog(page).getByLabel('Amount').fill('0')
  await dialog(page).getByRole('combobox', { name: 'Recipients' }).fill('compliance')
  await page.getByRole('option', { name: `compliance@${label}.example` }).click()
  await page.keyboard.press('Escape')
  await dialog(page).getByRole('button', { name: 'Create alert' }).click()
  await expect(page.getByText('“Open findings” was created')).toBeVisible()
  await expect(page.getByRole('row', { name: /Open findings/ })).toContainText('Open events above 0')
  await story.checkAccess(page)

  await expect
    .poll(async () => {
      await checkAlerts(ctx, tenantId)
      await sendMails({ ...ctx, mailFrom: 'no-reply@verbatim.example' }, sender, tenantId)
      return server.received.length
    })
    .toBe(1)
  sender.close()
  const [mail] = server.received
  expect(mail?.subject).toBe('Open findings: Open events crossed its threshold')
  await page.getByRole('link', { name: 'Open findings' }).click()
  await dialog(page).getByRole('link', { name: 'History' }).click()
  await expect(dialog(page).getByRole('row', { name: /compliance.*Crossed.*Emailed/ })).toBeVisible()
  await story.checkAccess(page)

  const [link = ''] = /\/events\?\S+/.exec(mail?.text ?? '') ?? []
  await page.goto(`${story.origin}${link}`)
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('1–1 of 1')
})
