import type { Page } from '@playwright/test'
import { dialog } from '#dialog.ts'
import { withPeer } from '#peers/with-peer.ts'
import { expect } from '#world.ts'

/** Stories of this file have Telegram in a process of its own, which their installation may call. */
const test = withPeer('telegram').extend({
  installationEnv: [
    async ({ peer }, use) => use({ MEDIA_HOSTS: await peer.read('host') }),
    { scope: 'worker' },
  ],
})

const row = (page: Page, name: string) => page.getByRole('row', { name })
const rita = { id: 7_001_001, first_name: 'Rita', last_name: 'Lund', is_bot: false } as const
const carl = { id: 5_550_042, first_name: 'Carl', is_bot: false } as const

test('an administrator adds a bot and a person, who links their account and is captured @second-path', async ({
  page,
  story,
  peer: telegram,
}) => {
  await story.signIn(page, 'tenant_admin')
  await page.goto(`${story.origin}/integrations/telegram`)
  await page.getByRole('link', { name: 'New account' }).first().click()
  await dialog(page).getByLabel('Name').fill('Capture bot')
  await dialog(page).getByLabel('Telegram account').fill('https://t.me/acme_capture_bot')
  await dialog(page)
    .getByLabel(/^Bot token/)
    .fill(await telegram.read('token'))
  await story.checkAccess(page)
  await dialog(page).getByRole('button', { name: 'Create account' }).click()
  await expect(dialog(page).getByText('A value is set. Leave blank to keep it.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row(page, 'Capture bot')).toContainText('Connected')

  await page.getByRole('link', { name: 'New account' }).first().click()
  await dialog(page).getByLabel('A person’s account, through a bot').check()
  await expect(dialog(page).getByLabel(/^Bot token/)).toBeHidden()
  await dialog(page).getByLabel('Name').fill('Rita’s Telegram')
  await dialog(page).getByRole('button', { name: 'Create account' }).click()
  await expect(dialog(page).getByText('Bot is required')).toBeVisible()
  await dialog(page).getByRole('combobox', { name: 'Bot' }).click()
  await page.getByRole('option', { name: 'Capture bot' }).click()
  await dialog(page).getByRole('combobox', { name: 'Owner' }).fill('Rita')
  await page.getByRole('option', { name: 'Rita Lund' }).click()
  await story.checkAccess(page)
  await dialog(page).getByRole('button', { name: 'Create account' }).click()
  await expect(dialog(page).getByText('Waiting for its owner')).toBeVisible()
  const link = await dialog(page)
    .getByText(/^https:\/\/t\.me\/acme_capture_bot\?start=/)
    .textContent()
  await story.checkAccess(page)

  // Telegram cannot call this installation, so the bot's updates are fetched.
  await telegram.does.keep(await telegram.does.started(rita, link?.split('=')[1] ?? ''))
  await expect(dialog(page).getByText(/^https:\/\/t\.me\//)).toBeHidden()
  const connection = await telegram.does.connected(rita)
  await telegram.does.keep(connection)
  await expect(dialog(page).getByText('Waiting for its owner')).toBeHidden()
  const fields = { text: 'Shall we meet on Telegram?' }
  await telegram.does.keep(
    await telegram.does.businessMessage(connection.id, { from: carl, peer: carl, fields }),
  )
  await story.findMessage(page, 'Shall we meet on Telegram?')
  await page.goto(`${story.origin}/integrations/telegram`)
  await expect(row(page, 'Rita’s Telegram')).toContainText('Capture bot')
})
