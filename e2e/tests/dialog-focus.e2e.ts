import { firstFocus } from '#access/keyboard.ts'
import { makePolicy } from '#events.ts'
import { expect, test } from '#world.ts'

test('a dialog that a key opens shows where the focus is @second-path', async ({ page, story }) => {
  await makePolicy(story)
  await story.signIn(page, 'analyst')
  await page.goto(`${story.origin}/organization/policies`)
  await page
    .getByRole('table', { name: 'Policies' })
    .getByRole('link', { name: /Guarantees of return/ })
    .first()
    .press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: /Guarantees of return/ })).toBeFocused()
  expect(await firstFocus(page)).toEqual([])
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('heading', { name: /Guarantees of return/ })).not.toBeFocused()
})
