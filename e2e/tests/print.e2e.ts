import type { Page } from '@playwright/test'
import { makePolicy, promise, rows } from '#events.ts'
import { expect, test } from '#world.ts'

/** How much of a page is hidden behind scroll bars when printed. */
const heights = (page: Page) =>
  page.evaluate(() => {
    const hidden = [...document.querySelectorAll('[data-flows]')].filter(
      (part) => part.scrollHeight > part.clientHeight + 1,
    )
    return { page: document.documentElement.scrollHeight, hidden: hidden.length }
  })

test('a list, an event and a conversation are printed completely, without controls @second-path', async ({
  page,
  story,
}) => {
  await makePolicy(story)
  const { world } = story.installation
  for (let i = 0; i < 30; i++) {
    const body = i === 3 ? promise : `Line ${i} of a long conversation.`
    expect(await world.deliver(story.tenant, { from: '+15550980001', body })).toBe(200)
  }
  await world.settle()
  await story.signIn(page)
  await page.setViewportSize({ width: 1_280, height: 640 })
  await page.goto(`${story.origin}/messages?period=7`)
  const table = page.getByRole('table', { name: 'Content Library' })
  await expect(table.getByText('Line 0 of')).toBeAttached()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Export' })).toBeHidden()
  const list = await heights(page)
  expect(list.hidden).toBe(0)
  expect(list.page).toBeGreaterThan(30 * 34)

  await page.emulateMedia({ media: 'screen' })
  await page.goto(`${story.origin}/events`)
  await rows(page).first().click()
  await expect(page.getByRole('button', { name: 'Resolve' })).toBeVisible()
  await expect(page.getByText('Line 20 of a long conversation.')).toBeAttached()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Resolve' })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Guarantees of return' })).toBeVisible()
  expect((await heights(page)).hidden).toBe(0)

  await page.emulateMedia({ media: 'screen' })
  await page.goto(`${story.origin}/messages?period=7`)
  await page
    .getByRole('link', { name: /^Open the conversation/ })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByText('Line 29 of a long conversation.')).toBeAttached()
  await page.emulateMedia({ media: 'print' })
  await expect(table).toBeHidden()
  expect((await heights(page)).hidden).toBe(0)
})

test('a message and the audit trail are printed completely, without controls @second-path', async ({
  page,
  story,
}) => {
  const lines = Array.from({ length: 80 }, (_, i) => `Line ${i} of a long message.`)
  await story.deliver({ from: '+15550980002', body: lines.join('\n') })
  await story.signIn(page)
  await page.setViewportSize({ width: 1_280, height: 640 })
  await story.findMessage(page, 'Line 0 of a long message.')
  await page
    .getByRole('link', { name: /^Message from/ })
    .first()
    .press('Enter')
  await expect(page.getByText('Line 79 of a long message.')).toBeAttached()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await expect(page.getByText('Captured', { exact: true })).toBeVisible()
  const message = await heights(page)
  expect(message.hidden).toBe(0)
  expect(message.page).toBeGreaterThan(80 * 16)

  await page.emulateMedia({ media: 'screen' })
  await page.goto(`${story.origin}/organization/audit-trail`)
  const table = page.getByRole('table', { name: 'Audit Trail' })
  await table
    .getByRole('button', { name: /signed in$/ })
    .first()
    .click()
  await expect(page.getByText('All actions by')).toBeVisible()
  // On the screen it scrolls.
  expect((await heights(page)).hidden).toBeGreaterThan(0)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Export' })).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await expect(page.getByText('All actions by')).toBeVisible()
  expect((await heights(page)).hidden).toBe(0)
})
