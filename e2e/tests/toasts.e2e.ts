import type { Page } from '@playwright/test'
import { makePolicy, promise, rows } from '#events.ts'
import { cutOff } from '#network.ts'
import { expect, test } from '#world.ts'

/** Where the lowest toast ends, once none moves any more. */
const endOf = (page: Page) =>
  page.getByRole('region', { name: 'Notifications' }).evaluate(async (region) => {
    await Promise.all(region.getAnimations({ subtree: true }).map(({ finished }) => finished))
    return Math.max(...Array.from(region.children, (toast) => toast.getBoundingClientRect().bottom))
  })

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
