import { dayMs } from '@verbatim/contract/durations.ts'
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { ConversationId } from '@verbatim/contract/ids.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import { insertMessages } from '@verbatim/server/testing/messages.ts'
import { expect, test } from '#world.ts'

const overview = (page: Page) => page.getByRole('dialog')

test('a long thread is read from its newest end to its first message, and from a day', async ({
  page,
  story,
}) => {
  const { ctx } = story.installation.world
  const conversation = ConversationId.parse(randomUUID())
  const start = new Date(ctx.now().getTime() - 300 * dayMs)
  await inTenant(ctx.db, story.tenant.id, (tx) =>
    insertMessages(
      tx,
      Array.from({ length: 300 }, (_, i) => ({
        conversation_id: conversation,
        posted_at: new Date(start.getTime() + i * dayMs),
        body: `Note number ${i + 1}.`,
      })),
      ctx.now(),
    ),
  )
  await story.signIn(page)
  await page.goto(`${story.origin}/messages?period=all&conversation=${conversation}`)
  const note = (n: number) =>
    overview(page)
      .getByRole('article')
      .filter({ hasText: `Note number ${n}.` })
  await expect(overview(page).getByText('300 messages', { exact: true })).toBeVisible()
  await expect(note(300)).toBeInViewport()

  // Pages load above while the text being read stays where it is.
  await note(241).scrollIntoViewIfNeeded()
  await expect(note(200)).toBeAttached()
  await expect(note(241)).toBeInViewport()

  await overview(page).getByRole('button', { name: 'First message' }).click()
  await expect(note(1)).toBeInViewport()
  await overview(page).getByRole('button', { name: 'Go to a day' }).click()
  const day = new Date(start.getTime() + 149 * dayMs).toISOString().slice(0, 10)
  await page.getByRole('textbox', { name: 'Go to a day' }).fill(day)
  await page.getByRole('button', { name: 'Go', exact: true }).click()
  await expect(note(150)).toBeInViewport()
  await overview(page).getByRole('button', { name: 'Newest message' }).click()
  await expect(note(300)).toBeInViewport()
  const goToDay = overview(page).getByRole('button', { name: 'Go to a day' })
  await goToDay.click()
  await page.keyboard.press('Escape')
  await expect(goToDay).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Go to a day' })).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(overview(page)).toBeHidden()
  await expect(page).toHaveURL(/messages\?period=all$/)
})
