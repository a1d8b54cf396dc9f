import { keepArrivals } from '@verbatim/server/flows/capture/keep.ts'
import { mailText } from '@verbatim/server/testing/fakes/mail.ts'
import type { Page } from '@playwright/test'
import { AccountId } from '@verbatim/contract/ids.ts'
import { dialog } from '#dialog.ts'
import { withPeer } from '#peers/with-peer.ts'
import { expect, type Story } from '#world.ts'

/** Stories of this file have a provider in a process of its own, which their installation may call. */
const test = withPeer('twilio').extend({
  installationEnv: [
    async ({ peer }, use) =>
      use({ MEDIA_HOSTS: `${await peer.read('host')},${await peer.read('contentHost')}` }),
    { scope: 'worker' },
  ],
})

const row = (page: Page, name: string) => page.getByRole('row', { name })

/** A mail of the journal, as its intake keeps it. */
async function mail({ installation: { world }, tenant }: Story, id: string): Promise<void> {
  const arrival = {
    tenantId: tenant.id,
    accountId: AccountId.parse(id),
    channel: 'proofpoint',
    transport: 'smtp',
    sourceKey: 'first',
    contentType: 'message/rfc822',
    headers: {},
    remote: undefined,
    bytes: Buffer.from(mailText({ from: 'ann@client.example', subject: 'Terms', body: 'As agreed.' })),
    receivedAt: world.ctx.now(),
  } as const
  await keepArrivals(world.ctx.db, tenant.id, [arrival], world.ctx.now())
  await world.settle()
}

test('an administrator adds a journal, which is connected by its first mail, and removes it', async ({
  page,
  story,
}) => {
  await story.signIn(page, 'tenant_admin')
  await page.goto(`${story.origin}/`)
  await page.getByRole('link', { name: 'Accounts' }).click()
  await page
    .getByRole('navigation', { name: 'Channels' })
    .getByRole('link', { name: 'Archive journal' })
    .click()
  await page.getByRole('link', { name: 'New account' }).first().click()
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Exchange journal')
  await dialog(page).getByRole('button', { name: 'Create account' }).click()
  await expect(dialog(page).getByText('Password is required')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Generate' }).click()
  await dialog(page).getByRole('combobox', { name: 'Allowed networks' }).fill('203.0.113.0/24')
  await dialog(page).getByRole('combobox', { name: 'Allowed networks' }).press('Enter')
  const chats = dialog(page).getByRole('combobox', { name: 'Headers that mark chats' })
  await chats.fill('Subject: ^(Teams{1,2} => Teams')
  await chats.press('Enter')
  await story.checkAccess(page)
  await dialog(page).getByRole('button', { name: 'Create account' }).click()
  await expect(dialog(page).getByText('this regex can’t be used')).toBeVisible()
  await chats.press('Backspace')
  await chats.fill('Subject: ^Teams{1,2} => Teams')
  await chats.press('Enter')
  await dialog(page).getByRole('button', { name: 'Create account' }).click()

  await expect(dialog(page).getByText('Nothing has arrived yet.')).toBeVisible()
  await expect(dialog(page).getByText('Subject: ^Teams{1,2} => Teams')).toBeVisible()
  await expect(dialog(page).getByText(/^journal-[0-9a-f]{20}@/)).toBeVisible()
  await expect(dialog(page).getByText('A value is set. Leave blank to keep it.')).toBeVisible()
  const id = /proofpoint\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
  await mail(story, id)
  await expect(dialog(page).getByText('Nothing has arrived yet.')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(row(page, 'Exchange journal')).toContainText('Connected')
  await story.checkAccess(page)

  await row(page, 'Exchange journal').getByRole('link').first().click()
  await dialog(page).getByRole('button', { name: 'Remove account' }).click()
  await page.getByRole('dialog').last().getByRole('button', { name: 'Remove account' }).click()
  await expect(page.getByText('“Exchange journal” is being removed')).toBeVisible()
  await expect(row(page, 'Exchange journal')).toBeHidden()
})

test('those who may not change accounts see them, and no way to add one @second-path', async ({
  page,
  story,
}) => {
  await story.signIn(page, 'compliance')
  await page.goto(`${story.origin}/integrations/sms`)
  await expect(row(page, 'Desk SMS')).toContainText('Connected')
  for (const name of ['New account', 'Import'])
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
  await page.goto(`${story.origin}/integrations/sms/new`)
  await expect(page.getByText('integrations.manage')).toBeVisible()
  await page.goto(`${story.origin}/integrations/pigeon`)
  await expect(page.getByRole('heading', { name: 'This page doesn’t exist' })).toBeVisible()
})

test('while the messaging provider is not set up, no WhatsApp Business account is added, and the reason is shown @second-path', async ({
  page,
  story,
}) => {
  await story.signIn(page, 'tenant_admin')
  await page.goto(`${story.origin}/integrations/whatsapp`)
  await expect(page.getByText('No further WhatsApp Business account can be added')).toBeVisible()
  for (const name of ['New account', 'Import']) {
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
    const blocked = page.getByRole('button', { name, exact: true })
    await expect(blocked).toHaveAttribute('aria-disabled', 'true')
    await expect(blocked).toHaveAccessibleDescription(/provider of your organization is not set up/)
  }
  await story.checkAccess(page)
  await page.goto(`${story.origin}/organization/integrations`)
  const notice = page.getByRole('alert', { name: 'The messaging provider is not set up' })
  await expect(notice).toContainText('no WhatsApp Business account can be added')
  await story.checkAccess(page)
})

test('a number of the provider is connected once its credentials are right, and receives; more come from a file @second-path', async ({
  page,
  story,
  peer: provider,
}) => {
  const number = '+14155550611'
  await provider.does.rest.addNumber(number, { friendly_name: 'Client desk' })
  await story.signIn(page, 'tenant_admin')
  await page.goto(`${story.origin}/integrations/sms`)
  await expect(page.getByText('The messaging provider is not set up')).toBeVisible()
  await story.checkAccess(page)
  await page.getByRole('link', { name: 'New account' }).click()
  await expect(dialog(page).getByText(/What this channel needs is not set up/)).toBeVisible()
  await dialog(page).getByLabel('Name').fill('Client desk')
  await dialog(page).getByLabel('Number').fill(number)
  await dialog(page).getByRole('button', { name: 'Create account' }).click()
  await expect(dialog(page).getByText('This account is not connected')).toBeVisible()
  await story.checkAccess(page)
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Set up the messaging provider' }).click()
  await page.getByLabel('Account SID').fill(await provider.read('accountSid'))
  await page.getByLabel('Auth token', { exact: true }).fill(await provider.read('authToken'))
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByText('The provider answers: 1 number found.')).toBeVisible()

  await page.goto(`${story.origin}/integrations/sms`)
  await row(page, 'Client desk').getByRole('link').first().click()
  await dialog(page).getByRole('button', { name: 'Reconnect' }).click()
  await expect(dialog(page).getByText('This account is not connected')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(row(page, 'Client desk')).toContainText('Connected')
  const said = { from: '+15550107799', body: 'Please call me back.' }
  const answer = await provider.does.deliverTo(number, said, { origin: story.installation.origin })
  expect(answer?.status).toBe(200)
  await story.findMessage(page, 'Please call me back.')

  await page.goto(`${story.origin}/integrations/sms`)
  const opensImport = () => page.getByRole('link', { name: 'Import', exact: true }).click()
  await opensImport()
  const buffer = Buffer.from('Account,Phone,Owner\nSecond desk,(415) 555-0612,\nHalf,12,\n')
  const file = { name: 'numbers.csv', mimeType: 'text/csv', buffer }
  await dialog(page).locator('input[type=file]').setInputFiles(file)
  await dialog(page).getByRole('button', { name: 'Check rows' }).click()
  await expect(dialog(page).getByText('The phone number is not in a correct format')).toBeVisible()
  await story.checkAccess(page)
  await dialog(page).getByRole('button', { name: 'Import 1 row' }).click()
  await expect(dialog(page).getByLabel('Result')).toContainText('Created1')
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  await expect(row(page, 'Second desk')).toContainText('+1 415 555 0612')
  await opensImport()
  await dialog(page).getByRole('link', { name: 'numbers.csv' }).click()
  await dialog(page).getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('dialog').last().getByRole('button', { name: 'Undo import' }).click()
  await expect(dialog(page).getByText('Undone: 1 row.')).toBeVisible()
  await page.goto(`${story.origin}/integrations/proofpoint/import`)
  await expect(page.getByRole('heading', { name: 'This page doesn’t exist' })).toBeVisible()
})
