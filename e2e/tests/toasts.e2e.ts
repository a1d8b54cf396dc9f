import type { Page } from '@playwright/test'
import { failures } from '@verbatim/contract/errors.ts'
import { captureHistory, messageOf } from '@verbatim/server/testing/history.ts'
import { makePolicy, promise, rows } from '#events.ts'
import { cutOff, slowDown } from '#network.ts'
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

test('an undo and a failure together cover neither the title of a page nor its filters @second-path', async ({
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
    const isAbove = async () => (await endOf(page)) <= ((await title.boundingBox())?.y ?? 0)
    await expect.poll(isAbove, `above the title at ${width} px`).toBe(true)
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

/** Where the page ends and the exports begin, and where these end. */
async function roomOf(page: Page) {
  const [main, exports] = await Promise.all([
    page.locator('#content').boundingBox(),
    page.getByRole('region', { name: 'Exports' }).boundingBox(),
  ])
  if (!main || !exports) throw new Error('The page or the exports are not shown')
  return {
    pageEnd: main.y + main.height,
    start: exports.y,
    end: exports.y + exports.height,
    height: exports.height,
  }
}

test('an export covers no row of a list, no pager, and nothing that has the focus @second-path', async ({
  page,
  story,
}) => {
  for (let i = 10; i < 24; i++) await story.deliver({ from: `+155509700${i}`, body: promise })
  await page.setViewportSize({ width: 1_440, height: 600 })
  await story.signIn(page)
  await page.goto(`${story.origin}/messages`)
  const messages = page
    .getByRole('table', { name: 'Content Library' })
    .getByRole('link', { name: /^Message from / })
  await expect(messages).toHaveCount(14)
  const lines = page.getByRole('region', { name: 'Exports' }).getByRole('article')
  const lastRow = messages.last()
  // It begins when the focus is at the end of the list already.
  await slowDown(page, 500)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  await expect(page.getByRole('menu')).toBeHidden()
  const pageField = page.getByRole('textbox', { name: 'Page', exact: true })
  await pageField.focus()
  await saved
  await expect(lines).toContainText('Its checksum matches.')
  await expect(pageField).toBeFocused()
  await expect(pageField).toBeInViewport({ ratio: 1 })
  // As on a wide screen, a phone, and a screen at 200 %.
  for (const [width, height] of [
    [1_440, 600],
    [390, 844],
    [720, 450],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(lines).toBeInViewport({ ratio: 1 })
    const folded = await roomOf(page)
    expect(folded.start).toBeGreaterThanOrEqual(folded.pageEnd)
    expect(folded.end).toBeLessThanOrEqual(height)
    expect(folded.height).toBeLessThanOrEqual(width < 640 ? 80 : 40)
    await lastRow.scrollIntoViewIfNeeded()
    await lastRow.click({ trial: true })
    await pageField.click({ trial: true })
    await lines.getByRole('button', { name: /^Details of/ }).click()
    await expect(lines.locator('code')).toBeVisible()
    const opened = await roomOf(page)
    expect(opened.start).toBeGreaterThanOrEqual(opened.pageEnd)
    await lastRow.scrollIntoViewIfNeeded()
    await lastRow.click({ trial: true })
    await lines.getByRole('button', { name: /^Details of/ }).click()
  }
  await lines.getByRole('button', { name: 'Dismiss' }).click()
  const without = await page
    .getByRole('region', { name: 'Exports' })
    .evaluate((region) => region.clientHeight)
  expect(without).toBe(0)
})

test('on a phone, the state of an export has room beside the longest title @second-path', async ({
  page,
  story,
}) => {
  const { world } = story.installation
  const phone = (value: string) => ({ kind: 'phone' as const, value })
  const [author, other] = [phone('+15550970040'), phone('+15550970041')]
  const participants = [
    { identity: author, displayName: 'Alexandra Northcote', role: 'member' as const },
    { identity: other, displayName: 'Bartholomew Reed', role: 'member' as const },
  ]
  await captureHistory(world, story.tenant, [
    messageOf(world, { author, participants, attachments: [{ ordinal: 0, name: 'offer.pdf' }] }),
  ])
  await world.settle()
  await page.setViewportSize({ width: 390, height: 844 })
  await story.signIn(page)
  const cut = await cutOff(page)
  await page.goto(`${story.origin}/messages`)
  await page
    .getByRole('link', { name: /^Open the conversation/ })
    .first()
    .click()
  const conversation = page.getByRole('dialog')
  await conversation.getByRole('button', { name: 'Export' }).click()
  // First without its file.
  await cut(['*/exports/*/file'])
  await page.getByRole('menuitem', { name: 'XLSX' }).click()
  await expect(page.getByText('Export started')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(conversation).toBeHidden()

  const line = page.getByRole('article', { name: 'Alexandra Northcote, Bartholomew Reed as XLSX' })
  const status = line.getByRole('status')
  const widths = async () => {
    const found: (readonly [screen: number, hasRoom: boolean, isCut: boolean])[] = []
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      await expect(status).toBeInViewport({ ratio: 1 })
      found.push(
        await status.evaluate(
          (box, screen) => [screen, box.clientWidth >= 150, box.scrollWidth > box.clientWidth] as const,
          width,
        ),
      )
    }
    return found
  }
  const roomy = [
    [390, true, false],
    [320, true, false],
  ]
  await expect(status).toContainText('1 row, 2 notes on what is missing · ')
  // It is tried again a few times.
  await expect(status).not.toContainText('Saving', { timeout: 25_000 })
  expect(await widths()).toEqual(roomy)
  await cut([])
  const saved = page.waitForEvent('download')
  await line.getByRole('button', { name: /^Details of/ }).click()
  await line.getByRole('button', { name: 'Save again' }).click()
  await saved
  await line.getByRole('button', { name: /^Details of/ }).click()
  await expect(status).toContainText('Its checksum matches.')
  expect(await widths()).toEqual(roomy)
  await line.getByRole('button', { name: 'Dismiss' }).click()
  await expect(line).toHaveCount(0)
})
