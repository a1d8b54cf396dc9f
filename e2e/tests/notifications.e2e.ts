import { openMailSender } from '@verbatim/server/platform/mail-sender.ts'
import { parseMailServer } from '@verbatim/server/platform/mail-server.ts'
import { sendMails } from '@verbatim/server/flows/send-mail/send-mails.ts'
import { openMailServer } from '@verbatim/server/testing/fakes/mail-server.ts'
import { dialog } from '#dialog.ts'
import { expect, type Story, test } from '#world.ts'

const path = '/organization/notifications'

async function createPolicy(story: Story, name: string): Promise<string> {
  const caller = await story.installation.world.as(story.tenant, story.tenant.users.tenant_admin)
  const { status, json } = await caller.call('POST', '/bff/api/v1/topic', {
    name,
    severity: 'high',
    rules: [{ name: 'Hush', type: 'phrase', pattern: 'off the record' }],
  })
  expect(status).toBe(200)
  return json.id
}

test('a notification is written and tested, and a breach is mailed with a link to the event', async ({
  page,
  story,
}) => {
  await using server = await openMailServer()
  const sender = openMailSender(parseMailServer(server.url)!)
  const send = () =>
    sendMails(
      { ...story.installation.world.ctx, mailFrom: 'no-reply@verbatim.example' },
      sender,
      story.tenant.id,
    )
  const me = `compliance@${story.tenant.label}.example`
  await createPolicy(story, 'Off the record')
  await story.signIn(page, 'compliance')
  await page.goto(`${story.origin}${path}`)
  await expect(page.getByText('No notifications yet')).toBeVisible()
  await story.checkAccess(page)

  await page.getByRole('link', { name: 'New notification' }).first().click()
  await dialog(page).getByRole('button', { name: 'Create notification' }).click()
  await expect(dialog(page).getByText('Policy is required')).toBeVisible()
  await expect(dialog(page).getByText('Field cannot be empty.')).toHaveCount(1)
  await dialog(page).getByRole('combobox', { name: 'Policy' }).click()
  await page.getByRole('option', { name: 'Off the record' }).click()
  await dialog(page).getByRole('combobox', { name: 'Recipients' }).fill(`${me}, Desk@client.example,`)
  await dialog(page).getByRole('combobox', { name: 'Recipients' }).press('Enter')
  await expect(
    dialog(page).getByText(
      'This recipient is not a platform user and can’t open the link: desk@client.example',
    ),
  ).toBeVisible()

  const preview = dialog(page).getByRole('region', { name: 'Preview of the email' })
  await expect(preview).toContainText('[High] Off the record — 1 new event')
  await expect(preview).not.toContainText('event(s)')
  await dialog(page).getByLabel('Subject').fill('{{severity}}: {{policyNam}}')
  await expect(
    dialog(page).getByText('{{policyNam}} at line 1, character 15 is not a known token.'),
  ).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Create notification' }).click()
  await expect(dialog(page).getByLabel('Subject')).toHaveAttribute('aria-invalid', 'true')
  await story.checkAccess(page)
  await dialog(page).getByLabel('Subject').fill('{{severity}}: ')
  await dialog(page).getByRole('button', { name: '{{policyName}}' }).click()
  await expect(preview).toContainText('High: Off the record')

  await dialog(page).getByRole('button', { name: 'Send me a test' }).click()
  await expect(page.getByText(`A test email for ${me} is queued`)).toBeVisible()
  await expect
    .poll(async () => (await send(), server.received.map(({ subject }) => subject)))
    .toEqual(['Test: High: Off the record'])
  await dialog(page).getByRole('button', { name: 'Create notification' }).click()
  await expect(page.getByText('The notification for “Off the record” was created')).toBeVisible()
  await expect(page.getByRole('row', { name: /Off the record/ })).toContainText('and 1 more')
  await story.checkAccess(page)

  await story.deliver({ from: '+15550109901', body: 'Between us and off the record, sell.' })
  await expect.poll(async () => (await send(), server.received.length)).toBe(3)
  const mail = server.received.find(({ to, subject }) => to === me && !subject.startsWith('Test'))!
  expect(mail.subject).toBe('High: Off the record')
  expect(mail.text).not.toContain('sell')
  const [link = ''] = /\/events\/\S+/.exec(mail.text) ?? []
  sender.close()

  await page.getByRole('link', { name: 'Off the record' }).click()
  await dialog(page).getByRole('link', { name: 'Emails' }).click()
  await expect(dialog(page).getByRole('row', { name: /desk@client.example.*Sent/ })).toBeVisible()
  await expect(dialog(page).getByRole('row', { name: new RegExp(`${me}.*Sent`) })).toBeVisible()
  await story.checkAccess(page)

  await page.goto(`${story.origin}${link}`)
  await expect(page.getByRole('heading', { name: 'Off the record' }).first()).toBeVisible()
})

test('a notification is disabled, deleted after a confirmation, and its policy shows it @second-path', async ({
  page,
  story,
}) => {
  const policyId = await createPolicy(story, 'Gifts')
  const caller = await story.installation.world.as(story.tenant, story.tenant.users.tenant_admin)
  await caller.call('POST', '/bff/notifications/alerts', {
    policyId,
    recipients: ['desk@client.example'],
    emailSubject: '{{policyName}}',
    emailMessage: '{{eventLink}}',
    delivery: 'daily',
    minSeverity: 'low',
    enabled: true,
  })
  await story.signIn(page, 'compliance')
  await page.goto(`${story.origin}/organization/policies/${policyId}`)
  await dialog(page).getByRole('switch', { name: 'Enabled' }).click()
  await expect(dialog(page).getByText('1 notification depends on this policy')).toBeVisible()
  await story.checkAccess(page)

  await page.goto(`${story.origin}/organization/policies`)
  await page.getByRole('switch', { name: 'Gifts is enabled' }).press('Space')
  await expect(page.getByText('1 notification depends on this policy and sends no email')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('“Gifts” is enabled')).toBeVisible()

  await page.goto(`${story.origin}${path}`)
  await page.getByRole('switch', { name: 'The notification for Gifts is enabled' }).press('Space')
  await expect(page.getByText('The notification for “Gifts” is disabled')).toBeVisible()
  await page.getByRole('link', { name: 'Gifts' }).click()
  await expect(dialog(page).getByLabel('Enabled')).not.toBeChecked()
  await dialog(page).getByRole('button', { name: 'Delete notification' }).click()
  await page.getByRole('button', { name: 'Delete notification' }).last().click()
  await expect(page.getByText('The notification for “Gifts” was deleted')).toBeVisible()
  await expect(page.getByText('No notifications yet')).toBeVisible()
})
