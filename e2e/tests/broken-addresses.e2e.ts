import { dayMs } from '@verbatim/contract/durations.ts'
import { captureHistory, messageOf } from '@verbatim/server/testing/history.ts'
import { expect, test } from '#world.ts'

const asked = [
  ['metrics/sales-effectiveness?filter=inactve', 'inactve', 'table', 'Active'],
  ['metrics/digital-engagement?filter=all:fax', 'all:fax', 'table', 'All contacts'],
  ['themes/all?filter=hiden', 'hiden', 'list', 'Themes'],
] as const

test('an invalid part of an address is shown instead of rows, on every screen with rows', async ({
  page,
  story,
}) => {
  const { installation, tenant } = story
  const { world } = installation
  const sentAt = new Date(world.ctx.now().getTime() - 2 * dayMs)
  const answer = { direction: 'outbound', author: { kind: 'phone', value: '+15550100002' } } as const
  await captureHistory(world, tenant, [messageOf(world, { sentAt }), messageOf(world, { sentAt, ...answer })])
  await world.settle()
  await story.signIn(page)
  for (const [address, text, role, name] of asked) {
    await page.goto(`${story.origin}/${address}`)
    await expect(page.getByText(`Not understood: ${text}`)).toBeVisible()
    await expect(page.getByText('This link has a filter that can’t be read')).toBeVisible()
    await expect(page.getByRole(role, { name, exact: true })).toHaveCount(0)
    await story.checkAccess(page)
    await page.getByRole('button', { name: `Remove the invalid filter: ${text}` }).click()
    await expect(page.getByText('This link has a filter that can’t be read')).toHaveCount(0)
    await expect(page.getByText(`Not understood: ${text}`)).toHaveCount(0)
  }
})
