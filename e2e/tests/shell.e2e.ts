import { expect, test } from '#world.ts'

test('menus and panels open by keyboard at their first use too, and give the focus back', async ({
  page,
  story,
}) => {
  await story.signIn(page, 'compliance')
  await story.deliver({ from: '+447700900123', body: 'One row for the table.' })
  await page.goto(`${story.origin}/messages`)
  const account = page.getByRole('button', { name: /^Account of/ })
  for (const _ of ['first', 'second']) {
    await account.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menu')).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menu').locator(':focus')).toHaveCount(1)
    await story.checkAccess(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
    await expect(account).toBeFocused()
  }

  const period = page.getByRole('button', { name: /^Last 30 days/ })
  for (const _ of ['first', 'second']) {
    await period.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
    await story.checkAccess(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(period).toBeFocused()
  }

  await page.keyboard.press('f')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Channel', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Filter' })).toBeFocused()

  await page.getByRole('button', { name: 'Columns and row height' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Direction' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Compact rows' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: 'Direction' })).toBeVisible()
})
