/** Steps of stories about an account that its owner links on a phone, and about what people are mailed of it. */
import type { Browser, Page } from '@playwright/test'
import { mailsTo } from '@verbatim/server/testing/waiting-mail.ts'
import { expect, type Story } from './world.ts'

const mailsOf = ({ installation, tenant }: Story, name: string) =>
  mailsTo(installation.world.ctx, tenant.id, `${name}@${tenant.label}.example`)

/** The subjects of the mails to a person, the newest first. */
export const subjectsTo = async (story: Story, name: string) =>
  (await mailsOf(story, name)).map(({ subject }) => subject)

/** The owner of an account opens the link that was mailed to them, on a phone. Its context is the caller's to close. */
export async function followMailedLink(story: Story, browser: Browser): Promise<Page> {
  const [mail] = await mailsOf(story, 'rep')
  const token = /\/connect#(\S+)$/m.exec(mail?.text ?? '')?.[1]
  const phone = await browser.newContext({ viewport: { width: 320, height: 700 } })
  const owner = await phone.newPage()
  await owner.goto(`${story.origin}/connect#${token}`)
  return owner
}

/** On the page of an account, its newest gap is over. */
export async function expectEndedGap(page: Page): Promise<void> {
  const gap = page.getByRole('table', { name: 'Gaps' }).getByRole('row').nth(1)
  await expect(gap).toBeVisible()
  await expect(gap).not.toContainText('Ongoing')
}
