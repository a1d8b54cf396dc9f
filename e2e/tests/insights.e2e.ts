import type { Page } from '@playwright/test'
import { sheetsOf } from '#printed.ts'
import { client, north, south, speak } from '#north-and-south.ts'
import { expect, test } from '#world.ts'

/** A manager reads three of the four. */
const said = [
  [client, north, 'Where is my statement?'],
  [north, client, 'It is on its way.'],
  [north, client, 'You have it now.'],
  [south, client, 'South says hello.'],
] as const

const figure = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name}: `) })
const handle = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Insight' }).getByRole('link', { name: new RegExp(`^${name}`) })

/** Adds a figure and chooses its metric. */
async function addFigure(page: Page, metric: string): Promise<void> {
  await page.getByRole('button', { name: 'Add figure' }).click()
  await page.getByRole('combobox', { name: 'Metric' }).click()
  await page.getByRole('option', { name: metric, exact: true }).click()
}

test('an insight is built by keyboard and mouse, read within one’s scope, and restored', async ({
  page,
  story,
  browser,
}) => {
  await speak(story, said)
  await story.signIn(page, 'analyst')
  await page.goto(`${story.origin}/insights`)
  await expect(page).toHaveURL(/\/insights\/complaints$/)
  await expect(page.getByRole('heading', { name: 'Complaints', level: 1 })).toBeVisible()
  await page.goto(`${story.origin}/insights/manage`)
  await expect(page).toHaveURL(/\/organization\/insights/)
  await page.getByRole('link', { name: 'New insight' }).first().click()

  await addFigure(page, 'Messages sent')
  await addFigure(page, 'Messages received')
  // By keyboard: the second goes to the left of the first.
  await handle(page, 'Move Messages sent').focus()
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowRight')
  await expect(handle(page, 'Move Messages sent')).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'column 7' })).toContainText(
    'Messages sent: column 7, row 1, 3 wide, 2 high',
  )
  await page.keyboard.press('Shift+ArrowRight')
  await expect(page.getByText('Messages sent: column 7, row 1, 4 wide, 2 high')).toBeAttached()
  await page.keyboard.press('Control+z')
  await expect(handle(page, 'Move Messages sent')).toBeVisible()
  // By mouse: a chart is dragged above them.
  await page.getByRole('button', { name: 'Add chart' }).click()
  const grip = handle(page, 'Move Messages per day')
  const boxOf = async (name: string) => {
    const box = await handle(page, name).boundingBox()
    if (!box) throw new Error(`${name} is not on the page`)
    return box
  }
  await grip.hover()
  const before = await boxOf('Move Messages per day')
  expect(before.y).toBeGreaterThan((await boxOf('Move Messages sent')).y)
  await page.mouse.down()
  await page.mouse.move(before.x + 10, before.y - 100, { steps: 5 })
  await page.mouse.move(before.x + 10, before.y - 260, { steps: 5 })
  await page.mouse.up()
  await expect
    .poll(async () => (await boxOf('Move Messages per day')).y)
    .toBeLessThan((await boxOf('Move Messages received')).y)
  await story.checkAccess(page)

  // It is not left unsaved without a question.
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Name' }).fill('Desk')
  await page.getByRole('button', { name: 'Create insight' }).click()
  await expect(page.getByText('“Desk” was created')).toBeVisible()

  await page.goto(`${story.origin}/insights`)
  await page.getByRole('link', { name: 'Desk', exact: true }).click()
  await expect(figure(page, 'Messages sent')).toHaveText('3')
  await expect(page.getByRole('img', { name: /^Messages per day: highest on/ })).toBeVisible()
  await story.checkAccess(page)
  const address = page.url()
  expect(await sheetsOf(page)).toBe(1)
  await figure(page, 'Messages sent').click()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('1–3 of 3')

  const context = await browser.newContext()
  const second = await context.newPage()
  await story.signIn(second, 'manager')
  await second.goto(address)
  await expect(figure(second, 'Messages sent')).toHaveText('2')
  await expect(second.getByRole('link', { name: 'Edit' })).toHaveCount(0)
  await figure(second, 'Messages sent').click()
  await expect(second.getByRole('navigation', { name: 'Pages' })).toContainText('1–2 of 2')
  await context.close()

  await page.goto(address)
  await page.getByRole('link', { name: 'Edit' }).click()
  await handle(page, 'Remove Messages per day').click()
  await page.getByRole('button', { name: 'Save insight' }).click()
  await expect(page.getByText('“Desk” was saved')).toBeVisible()
  await page.goto(address)
  await expect(figure(page, 'Messages sent')).toHaveText('3')
  await expect(page.getByRole('img', { name: /^Messages per day/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Edit' }).click()
  await tab(page, 'Versions').click()
  await page.getByRole('button', { name: 'Restore version 1' }).click()
  await expect(page.getByText('“Desk” shows version 1 again')).toBeVisible()
  await page.goto(address)
  await expect(page.getByRole('img', { name: /^Messages per day/ })).toBeVisible()
})

test('a ready-made insight is duplicated, and a removal is undone; a phone reads it too @second-path', async ({
  page,
  story,
}) => {
  await speak(story, said)
  await story.signIn(page, 'tenant_admin')
  await page.goto(`${story.origin}/insights/weekly-supervision`)
  await expect(page.getByRole('button', { name: '7 days to yesterday' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await expect(page).toHaveURL(/\/organization\/insights\/[0-9a-f-]{36}$/)
  await expect(handle(page, 'Move Events raised')).toBeVisible()
  await page.getByRole('button', { name: 'Delete insight' }).click()
  await page.getByRole('dialog').last().getByRole('button', { name: 'Delete insight' }).click()
  await expect(page.getByText('“Weekly supervision (copy)” was deleted')).toBeVisible()
  await expect(page.getByText('No insights of your own yet')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('“Weekly supervision (copy)” is back')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Insights' })).toContainText('Weekly supervision (copy)')
  await story.checkAccess(page)

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').last().fill('weekly superv')
  await page.getByRole('option', { name: /Weekly supervision \(copy\)/ }).click()
  await expect(page.getByRole('heading', { name: 'Weekly supervision (copy)', level: 1 })).toBeVisible()

  for (const id of ['weekly-supervision', 'complaints', 'off-channel', 'response-times']) {
    await page.goto(`${story.origin}/insights/${id}`)
    await expect(page.getByRole('img').first()).toBeVisible()
    expect([id, await sheetsOf(page)]).toEqual([id, 1])
  }

  await page.setViewportSize({ width: 390, height: 844 })
  for (const id of [
    'weekly-supervision',
    'complaints',
    'off-channel',
    'representatives-activity',
    'response-times',
  ]) {
    await page.goto(`${story.origin}/insights/${id}`)
    await expect(page.getByRole('list').first()).toBeVisible()
    await story.checkAccess(page)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  }
})
