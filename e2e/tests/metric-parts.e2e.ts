import { captureHistory, messageOf } from '@verbatim/server/testing/history.ts'
import { holdTable } from '@verbatim/server/testing/counting.ts'
import { expect, test } from '#world.ts'

test('a part that takes too long to count says so, and the rest of the tab is shown @second-path', async ({
  page,
  story,
}) => {
  const { world } = story.installation
  await captureHistory(world, story.tenant, [
    messageOf(world, { body: 'Where is my statement?', sentAt: new Date(story.day(2)) }),
  ])
  await world.settle()
  await story.signIn(page)
  const release = await holdTable(world.ctx.db, story.tenant.id, 'message_rollup')
  const figures = page.getByRole('region', { name: 'Figures' }).getByRole('listitem')
  const received = figures.filter({ hasText: /^Messages received/ })
  const byChannel = page.getByRole('region', { name: 'Messages by channel' })
  try {
    await page.goto(`${story.origin}/metrics/organization-overview`)
    await expect(received).toContainText('Not counted', { timeout: 25_000 })
    await expect(received).toContainText('It took too long to count.')
    await expect(figures.filter({ hasText: 'Not counted' })).toHaveCount(3)
    await expect(page.getByRole('link', { name: 'Conversations: 1' })).toBeVisible()
    await expect(byChannel.getByRole('group')).toContainText('This part could not be counted')
    // Six tiles and charts come from one count, so it is said once.
    await expect(page.getByRole('alert')).toHaveCount(1)
    await expect(page.getByRole('alert')).toContainText('6 parts could not be counted')
    await expect(page.getByRole('alert')).toContainText('Messages by urgency. It took too long to count.')
    await story.checkAccess(page)
  } finally {
    await release()
  }

  await page.getByRole('button', { name: 'Try again to count Messages received' }).click()
  await expect(page.getByRole('link', { name: 'Messages received: 1' })).toBeVisible()
  await expect(figures.filter({ hasText: 'Not counted' })).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(byChannel.getByRole('group')).toHaveCount(0)
})
