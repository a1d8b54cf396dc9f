import { walk } from '#access/keyboard.ts'
import { expect, test } from '#world.ts'

test('messages without an event are read for a stated purpose, and people are named for a reason @second-path', async ({
  page,
  story,
}) => {
  await story.deliver({ from: '+15550109999', body: 'See you on Monday.' })
  await story.signIn(page, 'super_admin')
  await page.goto(`${story.origin}/organization/profile`)
  await page.getByRole('switch', { name: 'A stated purpose for messages without an event' }).press('Space')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Purpose' })).toContainText('state a purpose')

  // A link that has the focus loads its list ahead. That is refused, and asks for nothing.
  const ahead = page.waitForResponse((response) => response.url().includes('/bff/api/v1/messages?'))
  expect(await walk(page)).toEqual([])
  expect((await ahead).status()).toBe(428)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Content Library' }).click()
  const question = page.getByRole('dialog', { name: 'Why are you reading?' })
  await expect(question).toBeVisible()
  await expect(page.getByText('See you on Monday.')).toHaveCount(0)
  await story.checkAccess(page)
  await question.getByLabel('Client complaint').check()
  await question.getByRole('button', { name: 'State purpose' }).click()
  await expect(question.getByText('Reference is required')).toBeVisible()
  await question.getByLabel('Reference').fill('C-2041')
  await question.getByRole('button', { name: 'State purpose' }).click()
  await expect(page.getByRole('region', { name: 'Purpose' })).toContainText('Client complaint: C-2041')
  await expect(page.getByText('See you on Monday.')).toBeVisible()
  await expect(page.getByText('Names are hidden.')).toHaveCount(0)
  await story.checkAccess(page)

  await page.goto(`${story.origin}/organization/audit-trail`)
  await expect(page.getByText('stated a purpose for reading: Client complaint: C-2041')).toBeVisible()

  await page.goto(`${story.origin}/organization/profile`)
  await page.getByRole('switch', { name: 'Pseudonyms for clients and representatives' }).press('Space')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.goto(`${story.origin}/messages?period=all`)
  await expect(page.getByText(/Client [2-9A-Z]{6}/).first()).toBeVisible()
  await expect(page.getByText('Names are hidden. Open a conversation to show them.')).toBeVisible()
  await expect(page.getByText(/\+1 ?555 ?010 ?9999/)).toHaveCount(0)
  await page
    .getByRole('link', { name: /^Message from Client/ })
    .first()
    .click()
  // A pseudonym leads to no card.
  await expect(page.getByText(/^Client [2-9A-Z]{6}$/).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Client [2-9A-Z]{6}$/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Open conversation' }).first().click()
  const names = page.getByRole('dialog').getByRole('group', { name: 'Names' })
  await expect(names).toContainText('Names and addresses are hidden')
  await story.checkAccess(page)
  await names.getByRole('button', { name: 'Show names…' }).click()
  const reveal = page.getByRole('dialog', { name: 'Show the names of this conversation?' })
  await reveal.getByLabel('Reason').fill('Complaint C-2041')
  await story.checkAccess(page)
  await reveal.getByRole('button', { name: 'Show names' }).click()
  await expect(names).toContainText('Names are shown to you')
  await expect(page.getByText(/\+1 ?555 ?010 ?9999/).first()).toBeVisible()
})
