import type { Page } from '@playwright/test'
import { failures } from '@verbatim/contract/errors.ts'
import { makePolicy, promise, rows } from '#events.ts'
import { cutOff } from '#network.ts'
import { expect, test } from '#world.ts'

/** Where the lowest toast ends, once none moves any more. */
const endOf = (page: Page) =>
  page.getByRole('region', { name: 'Notifications' }).evaluate(async (region) => {
    await Promise.all(region.getAnimations({ subtree: true }).map(({ finished }) => finished))
    return Math.max(...Array.from(region.children, (toast) => toast.getBoundingClientRect().bottom))
  })

const toastsOf = (page: Page) => page.getByRole('region', { name: 'Notifications' })

/** Whole on the screen, and under nothing else. */
async function expectInReach(page: Page, count: number): Promise<void> {
  const all = toastsOf(page).locator('> *')
  await expect(all).toHaveCount(count)
  for (const toast of await all.all()) {
    await expect(toast).toBeInViewport({ ratio: 1 })
    await toast.getByRole('button', { name: 'Dismiss' }).click({ trial: true })
  }
}

test('an undo and a failure together cover neither the title of a page nor its filters', async ({
  page,
  story,
}) => {
  await makePolicy(story)
  await story.deliver({ from: '+15550970001', body: promise })
  await story.deliver({ from: '+15550970002', body: promise })
  await story.signIn(page)
  await page.goto(`${story.origin}/events`)
  await rows(page).first().click()
  await expect(page.getByText('1 of 2', { exact: true })).toBeVisible()
  await page.keyboard.press('4')
  await expect(page.getByText('Status: Dismissed')).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByText('2 of 2', { exact: true })).toBeVisible()
  const cut = await cutOff(page)
  await cut(['*/cognitive-events/*/status', '*/cognitive-events/status'])
  await page.keyboard.press('4')
  const toasts = page.getByRole('region', { name: 'Notifications' })
  await expect(toasts.getByRole('alert')).toBeVisible()
  // So that they stay.
  await toasts.getByRole('alert').hover()
  await page.getByRole('link', { name: 'Cognitive Events' }).first().press('Enter')
  const title = page.getByRole('heading', { level: 1, name: 'Cognitive Events' })
  for (const width of [1_440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expect(title).toBeVisible()
    await expect(toasts.getByRole('alert')).toBeVisible()
    await expect(toasts.getByRole('button', { name: 'Undo' })).toBeVisible({ visible: width > 1_100 })
    const box = await title.boundingBox()
    expect(await endOf(page)).toBeLessThanOrEqual(box?.y ?? 0)
  }
  await toasts.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click()
  await expect(toasts.getByRole('button', { name: 'Undo' })).toBeVisible()
})

test('as many toasts as fit are shown together, and a failure stays visible after another action @second-path', async ({
  page,
  story,
}) => {
  await makePolicy(story)
  for (let i = 1; i <= 4; i++) await story.deliver({ from: `+1555097001${i}`, body: promise })
  await page.setViewportSize({ width: 1_920, height: 844 })
  await story.signIn(page)
  await page.goto(`${story.origin}/events`)
  await rows(page).first().click()
  const cut = await cutOff(page)
  await cut(['*/cognitive-events/*/status', '*/cognitive-events/status'])
  for (let i = 1; i <= 3; i++) {
    await expect(page.getByText(`${i} of 4`, { exact: true })).toBeVisible()
    await page.keyboard.press('4')
    await page.keyboard.press('j')
  }
  const toasts = toastsOf(page)
  const undo = toasts.getByRole('button', { name: 'Undo' })
  await expect(page.getByText('4 of 4', { exact: true })).toBeVisible()
  await expect(toasts.getByRole('alert')).toHaveCount(3)
  await cut([])
  await page.keyboard.press('4')
  await expect(undo).toBeVisible()
  await expectInReach(page, 4)
  await page.setViewportSize({ width: 1_440, height: 844 })
  await expectInReach(page, 3)
  await page.setViewportSize({ width: 1_120, height: 844 })
  await expectInReach(page, 2)

  await page.setViewportSize({ width: 390, height: 844 })
  await expectInReach(page, 1)
  await expect(toasts.getByRole('alert')).toBeVisible()
  await expect(undo).toHaveCount(0)
  for (let i = 1; i <= 3; i++)
    await toasts.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click()
  await expect(undo).toBeVisible()
  await expectInReach(page, 1)
})

test('the longest failure does not cover the title of a page, and is shown whole on hover @second-path', async ({
  page,
  story,
}) => {
  await makePolicy(story)
  await story.deliver({ from: '+15550970021', body: promise })
  await story.signIn(page)
  await page.goto(`${story.origin}/events`)
  await rows(page).first().click()
  await expect(page.getByText('1 of 1', { exact: true })).toBeVisible()
  const cut = await cutOff(page)
  await cut(['*/cognitive-events/*/status', '*/cognitive-events/status'])
  await page.keyboard.press('4')
  const alert = toastsOf(page).getByRole('alert')
  await expect(alert).toBeVisible()
  const [longest = ''] = Object.values(failures)
    .map(({ message }) => message)
    .toSorted((a, b) => b.length - a.length)
  // Only its length counts here: which failure the server gives is for other stories.
  await alert.getByText(/^Nothing was changed: Guarantees of return · /).evaluate((title, text) => {
    if (title.nextElementSibling) title.nextElementSibling.textContent = text
  }, longest)
  await alert.hover()
  await page.getByRole('link', { name: 'Cognitive Events' }).first().press('Enter')
  const title = page.getByRole('heading', { level: 1, name: 'Cognitive Events' })
  const words = alert.getByText(longest).locator('..')
  const isCut = () => words.evaluate((box) => box.scrollHeight > box.clientHeight)
  for (const width of [1_440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await alert.hover()
    expect(await isCut()).toBe(false)
    await page.mouse.move(width / 2, 800)
    const box = await title.boundingBox()
    expect(await endOf(page)).toBeLessThanOrEqual(box?.y ?? 0)
  }
  expect(await isCut()).toBe(true)
})
