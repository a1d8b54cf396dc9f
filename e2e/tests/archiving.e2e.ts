import type { ArchivedMail } from '@verbatim/contract/archive-mails.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import { sendArchive } from '@verbatim/server/flows/archive/send-archive.ts'
import { keepArrivals } from '@verbatim/server/flows/capture/keep.ts'
import { deliveryReport } from '@verbatim/server/testing/fakes/mail.ts'
import { startPeer } from '@verbatim/server/testing/fakes/own-process.ts'
import { openSettingsTab } from '#settings-tab.ts'
import { expect, type Story, test } from '#world.ts'

test.use({ installationEnv: { MEDIA_HOSTS: 'localhost' } })

/** The archive returns a mail that it took, and the organization's journal has the report. */
async function giveBack({ installation: { world }, tenant }: Story, messageId: string): Promise<void> {
  const answer = '550 No such journal'
  const report = deliveryReport({ messageId, recipient: 'journal@vendor.example', status: '5.1.1', answer })
  const arrival = {
    tenantId: tenant.id,
    accountId: tenant.accounts.proofpoint,
    channel: 'proofpoint',
    transport: 'smtp',
    sourceKey: 'report',
    contentType: 'message/rfc822',
    headers: {},
    remote: undefined,
    bytes: Buffer.from(report),
    receivedAt: world.ctx.now(),
  } as const
  await keepArrivals(world.ctx.db, tenant.id, [arrival], world.ctx.now())
  await world.settle()
}

/** Sends until a mail has this state. The product’s own worker may be sending it. */
async function sendUntil(
  { installation: { world }, tenant }: Story,
  state: ArchivedMail['state'],
): Promise<void> {
  const reached = async () => {
    await sendArchive(world.ctx, tenant.id)
    return inTenant(world.ctx.db, tenant.id, (tx) =>
      tx.selectFrom('archive_mail').where('state', '=', state).select('id').executeTakeFirst(),
    )
  }
  await expect.poll(reached).toBeDefined()
}

test('an administrator tests the archive’s server, turns archiving on, and sends a failed mail again', async ({
  page,
  story,
}) => {
  await using archive = await startPeer('archive')
  await story.signIn(page, 'tenant_admin')
  await openSettingsTab(page, story, 'SMTP Integration')
  await expect(page.getByText('Off. No email is queued or sent.')).toBeVisible()
  await expect(page.getByText(/^Once archiving is set up, this page also shows its summary/)).toBeVisible()
  await page.getByRole('button', { name: 'Send test email' }).click()
  await expect(page.getByText('This is not the name of a server.')).toBeVisible()
  await expect(page.getByText('Enter an email address.')).toBeVisible()

  const choose = async (name: string, option: string) => {
    await page.getByRole('combobox', { name }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await choose('Encryption', 'None')
  await expect(page.getByText('Nothing is encrypted')).toBeVisible()
  await choose('Sign-in', 'None')
  await page.getByRole('textbox', { name: 'Host' }).fill('localhost')
  await page.getByRole('textbox', { name: 'Port' }).fill(String(await archive.read('port')))
  await page.getByRole('textbox', { name: 'From address' }).fill('archive@acme.example')
  await page.getByRole('combobox', { name: 'Journal recipients' }).fill('journal@vendor.example')
  await page.getByRole('combobox', { name: 'Journal recipients' }).press('Enter')
  await archive.does.unknown.add('journal@vendor.example')
  await page.getByRole('button', { name: 'Send test email' }).click()
  await expect(page.getByText('The server does not accept email for a recipient.')).toBeVisible()
  await archive.does.unknown.clear()
  await page.getByRole('button', { name: 'Send test email' }).click()
  await expect(page.getByText('The server took the test email.')).toBeVisible()
  await choose('Mode', 'On')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('On. Each message, edit, deletion and reaction is sent')).toBeVisible()
  await story.checkAccess(page)

  const day = page.getByRole('textbox', { name: 'Archive from' })
  await page.getByRole('button', { name: 'Archive earlier messages' }).click()
  await expect(page.getByText('Choose a day.')).toBeVisible()
  await day.fill('2026-01-01')
  await page.getByRole('button', { name: 'Archive earlier messages' }).click()
  await expect(page.getByText('Done at')).toBeVisible()

  await archive.does.answers.push(554)
  await story.deliver({ from: '+15550109999', body: 'for the archive' })
  await sendUntil(story, 'failed')
  await page.reload()
  const mails = page.getByRole('list', { name: 'Emails to the archive' })
  await expect(mails.getByText('Failed')).toBeVisible()
  await expect(mails.getByRole('link', { name: 'for the archive' })).toBeVisible()
  await expect(page.getByText('1 message has no email, or one that failed.')).toBeVisible()
  await story.checkAccess(page)
  await page.goto(`${story.origin}/organization/smtp-integration?state=lost`)
  await expect(page.getByText('This link has a filter that can’t be read')).toBeVisible()
  await expect(mails).toHaveCount(0)
  await story.checkAccess(page)
  await page.getByRole('button', { name: 'Remove the invalid filter: lost' }).click()
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('The email is queued again')).toBeVisible()
  await sendUntil(story, 'accepted')
  await page.reload()
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Accepted')
  await expect(mails.getByText('Accepted')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('accepted')
  const taken = (await archive.read('got')).filter(({ isTaken }) => isTaken).at(-1)?.mail
  expect(taken?.text).toContain('for the archive')

  await giveBack(story, taken?.messageId ?? '')
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Failed')
  await expect(mails.getByText('The server accepted the email, but it was returned later.')).toBeVisible()
  await expect(mails.getByText('The server said: 550 No such journal')).toBeVisible()
  await page.getByRole('button', { name: 'Send all failed emails again' }).click()
  const question = page.getByRole('dialog', { name: 'Send 1 failed email again?' })
  await story.checkAccess(page)
  await question.getByRole('button', { name: 'Send all again' }).click()
  await expect(page.getByText('1 email is queued again')).toBeVisible()
  await expect(page.getByText('No emails in this state.')).toBeVisible()
  await sendUntil(story, 'accepted')
})

test('a user who may not manage the integration has no tab for it @second-path', async ({ page, story }) => {
  await story.signIn(page, 'compliance')
  await page.goto(`${story.origin}/organization/policies`)
  await expect(
    page.getByRole('navigation', { name: 'Organization Settings' }).getByRole('link').first(),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'SMTP Integration' })).toHaveCount(0)
})
