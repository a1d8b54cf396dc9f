import { makePolicy, promise, rows } from '#events.ts'
import { expect, test } from '#world.ts'

test('a mention is typed with @, reaches the other user’s inbox at once, and opens the comment', async ({
  page,
  story,
  browser,
}) => {
  test.slow()
  await makePolicy(story)
  await story.deliver({ from: '+15550990001', body: promise })
  await story.signIn(page)
  const other = await (await browser.newContext()).newPage()
  await story.signIn(other, 'analyst')
  await other.goto(`${story.origin}/events`)
  const bell = other.getByRole('button', { name: /^Inbox/ })
  await bell.click()
  await expect(other.getByText('Your inbox is empty')).toBeVisible()
  await story.checkAccess(other)
  await other.keyboard.press('Escape')
  await expect(bell).toBeFocused()

  await page.goto(`${story.origin}/events`)
  await rows(page).first().click()
  const field = page.getByRole('textbox', { name: 'Comment' })
  await field.fill('Please read this, ')
  await field.press('End')
  await field.pressSequentially('@anal')
  const people = page.getByRole('listbox', { name: 'People to mention' })
  await expect(people.getByRole('option')).toHaveCount(1)
  await story.checkAccess(page)
  await page.keyboard.press('Escape')
  await expect(people).toHaveCount(0)
  await expect(field).toBeFocused()
  await page.keyboard.type('y')
  await expect(people.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(people).toHaveCount(0)
  await page.keyboard.type('before noon.')
  await page.keyboard.press('Control+Enter')
  const comments = page.getByRole('list', { name: 'Comments' })
  await expect(comments.getByText(/^@.*Analyst/i)).toBeVisible()

  await expect(other.getByRole('button', { name: 'Inbox, 1 unread' })).toBeVisible()
  await bell.click()
  const item = other.getByRole('link', { name: /mentioned you in a comment/ })
  await expect(item).toContainText('Guarantees of return')
  await story.checkAccess(other)
  await item.click()
  await expect(other).toHaveURL(/\/events\/[^/]+\/comments/)
  await expect(other.getByRole('list', { name: 'Comments' })).toContainText('before noon.')
  await expect(other.getByRole('button', { name: 'Inbox', exact: true })).toBeVisible()
})
