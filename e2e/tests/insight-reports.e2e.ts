import { readFile as readBytes } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readFile } from '@verbatim/documents/text/read-file.ts'
import { sendMails } from '@verbatim/server/flows/send-mail/send-mails.ts'
import { makeCopies, queueCopies } from '@verbatim/server/flows/make-reports/make-copies.ts'
import { openMailSender } from '@verbatim/server/platform/mail-sender.ts'
import { parseMailServer } from '@verbatim/server/platform/mail-server.ts'
import { openMailServer } from '@verbatim/server/testing/fakes/mail-server.ts'
import { dialog } from '#dialog.ts'
import { client, north, south, speak } from '#north-and-south.ts'
import { expect, test } from '#world.ts'

const twoMinutes = 120_000
/** A manager reads two of the three. */
const said = [north, north, south].map((by) => [by, client, 'The statement is on its way.'] as const)

const figure = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name}: `) })

/** The figure below its name in a PDF. */
async function figureIn(bytes: Buffer, name: string): Promise<string | undefined> {
  const file = await readFile(bytes)
  const lines = 'text' in file ? file.text.split('\n').map((line) => line.trim()) : []
  return lines[lines.indexOf(name) + 1]
}

test('a dashboard is built, shared and scheduled, and the mailed PDF has the figures of the lists @second-path', async ({
  page,
  story,
  browser,
}) => {
  await using server = await openMailServer()
  const sender = openMailSender(parseMailServer(server.url)!)
  const { world } = story.installation
  const { id: tenantId, label, profiles, users } = story.tenant
  await speak(story, said)
  const admin = await world.as(story.tenant, users.super_admin)
  const profile = (await admin.call('GET', `/bff/api/v1/permission-profiles/${profiles.north}`)).json.name

  await story.signIn(page, 'tenant_admin')
  await page.goto(`${story.origin}/organization/insights/new`)
  await page.getByRole('button', { name: 'Add figure' }).click()
  await page.getByRole('combobox', { name: 'Metric' }).click()
  await page.getByRole('option', { name: 'Messages sent', exact: true }).click()
  await page.getByRole('combobox', { name: 'Channel', exact: true }).click()
  await page.getByRole('option', { name: 'WhatsApp Business', exact: true }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Group', exact: true }).fill('nor')
  await expect(page.getByRole('option', { name: 'North', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'Name' }).fill('Desk')
  await page
    .getByRole('navigation', { name: 'Insight' })
    .getByRole('link', { name: /^Details/ })
    .click()
  await page.getByRole('radio', { name: 'Members of chosen permission profiles' }).check()
  await page.getByRole('combobox', { name: 'Permission profiles' }).fill(profile)
  await page.getByRole('option', { name: profile, exact: true }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Create insight' }).click()
  await expect(page.getByText('“Desk” was created')).toBeVisible()

  await page.goto(`${story.origin}/insights`)
  await page.getByRole('link', { name: 'Desk', exact: true }).click()
  await expect(figure(page, 'Messages sent · WhatsApp Business')).toHaveText('3')
  await page.getByRole('button', { name: 'Print or download' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Download PDF' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/^desk-\d{4}-.+\.pdf$/)
  expect(await figureIn(await readBytes(await download.path()), 'Messages sent · WhatsApp Business')).toBe(
    '3',
  )

  await page.getByRole('link', { name: 'Schedule' }).click()
  await expect(dialog(page).getByRole('combobox', { name: 'Figures' })).toHaveValue('Desk')
  await expect(dialog(page).getByRole('combobox', { name: 'Period' })).toHaveValue('30 days to yesterday')
  await dialog(page).getByLabel('Name').fill('Desk every day')
  await dialog(page).getByText('Daily').click()
  const at = new Date(world.ctx.now().getTime() + twoMinutes).toISOString().slice(11, 16)
  await dialog(page).getByLabel('Time', { exact: true }).fill(at)
  await dialog(page).getByRole('combobox', { name: 'Recipients' }).fill('manager')
  await page.getByRole('option', { name: `manager@${label}.example` }).click()
  await page.keyboard.press('Escape')
  await story.checkAccess(page)
  await dialog(page).getByRole('button', { name: 'Create report' }).click()
  await expect(page.getByText('“Desk every day” was created')).toBeVisible()
  await expect(page.getByRole('row', { name: /Desk every day/ })).toContainText('Desk, last 30 days')
  await page.goto(`${story.origin}/insights`)
  await page.getByRole('link', { name: 'Desk', exact: true }).click()
  const schedules = page.getByRole('region', { name: 'Scheduled reports' })
  await expect(schedules).toContainText(`Desk every dayEvery day at ${at} · PDF to 1 recipient`)
  await story.checkAccess(page)

  world.pass(twoMinutes)
  const sent = async () => {
    while ((await queueCopies(world.ctx, tenantId)) + (await makeCopies(world.ctx, tenantId)) > 0);
    await sendMails({ ...world.ctx, mailFrom: 'no-reply@verbatim.example' }, sender, tenantId)
    return server.received.map(({ to }) => to)
  }
  // The installation's own worker may have the copy in hand.
  await expect.poll(sent).toEqual([`manager@${label}.example`])
  const [mail] = server.received
  const mailed = await figureIn(mail!.files[0]!.bytes, 'Messages sent · WhatsApp Business')
  expect(mailed).toBe('2')

  // The manager follows the mail to the same figures, and the figure to its rows.
  const context = await browser.newContext()
  const second = await context.newPage()
  await story.signIn(second, 'manager')
  const [, address = ''] = /(\/insights\/\S+)/.exec(mail!.text) ?? []
  await second.goto(`${story.origin}${address}`)
  await expect(figure(second, 'Messages sent · WhatsApp Business')).toHaveText(mailed!)
  await expect(second.getByRole('link', { name: 'Schedule' })).toHaveCount(0)
  await figure(second, 'Messages sent · WhatsApp Business').click()
  await expect(second.getByRole('navigation', { name: 'Pages' })).toContainText(`1–${mailed} of ${mailed}`)
  await context.close()

  // It is shared with the members of one profile.
  const third = await browser.newContext()
  const other = await third.newPage()
  await story.signIn(other, 'compliance')
  await other.goto(`${story.origin}${address}`)
  await expect(other.getByText('Oops! Entity with specified ID')).toBeVisible()
  await third.close()
  sender.close()
})
