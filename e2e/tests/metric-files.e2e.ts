import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { captureHistory, messageOf } from '@verbatim/server/testing/history.ts'
import { expect, type Story, test } from '#world.ts'

async function ask(story: Story): Promise<void> {
  const { world } = story.installation
  const question = { body: 'Where is my statement?', sentAt: new Date(story.day(2)) }
  await captureHistory(world, story.tenant, [messageOf(world, question)])
  await world.settle()
}

const save = async (page: Page, press: () => Promise<void>) => {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

test('the rows behind a figure are exported as they are listed @second-path', async ({ page, story }) => {
  await ask(story)
  await story.signIn(page)
  await page.goto(`${story.origin}/metrics/digital-engagement`)
  const rows = page.getByRole('region', { name: 'Contacts and conversations' })
  const { name, text } = await save(page, async () => {
    await rows.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
  })
  expect(name).toMatch(/^contacts-of-period-.+\.csv$/)
  const [heading, ...lines] = text.trim().split('\r\n')
  expect(heading).toContain('"Contact","Address","Channels","Received","Sent"')
  await expect(page.getByRole('table', { name: 'All contacts' }).getByRole('row')).toHaveCount(
    lines.length + 1,
  )
  expect(lines).toHaveLength(1)

  await rows.getByRole('link', { name: 'Silent' }).click()
  await expect(rows.getByRole('button', { name: 'Export' })).toBeDisabled()
  await story.checkAccess(page)
})

test('a chart is saved as a picture, which says what it shows @second-path', async ({ page, story }) => {
  await ask(story)
  await story.signIn(page)
  await page.goto(`${story.origin}/metrics/organization-overview`)
  const day = page.getByRole('button', { name: 'Save Messages per day as picture' })
  const { name, text } = await save(page, () => day.click())
  expect(name).toMatch(/^messages-per-day-.+\.svg$/)
  const bars = page.getByRole('button', { name: 'Save Messages by category as picture' })
  const byCategory = await save(page, () => bars.click())
  // Outside of the console, whose pages take no content from elsewhere.
  await page.goto('about:blank')
  for (const [picture, words] of [
    [text, ['Messages per day', 'This period', 'Previous period', 'UTC · counted at']],
    [byCategory.text, ['Messages by category', 'Question', 'Previous period']],
  ] as const) {
    await page.setContent(picture)
    for (const one of words) await expect(page.locator('svg text', { hasText: one }).first()).toBeVisible()
    // Nothing is outside the picture.
    const isWithin = await page.locator('svg').evaluate((svg) => {
      const all = svg.getBoundingClientRect()
      return [...svg.querySelectorAll('text')].every((part) => {
        const { left, right, top, bottom } = part.getBoundingClientRect()
        return left >= all.left && right <= all.right && top >= all.top && bottom <= all.bottom
      })
    })
    expect(isWithin).toBe(true)
  }
})
