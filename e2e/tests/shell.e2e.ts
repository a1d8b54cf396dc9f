import type { Locator, Page } from '@playwright/test'
import { expect, test } from '#world.ts'

test('menus and panels open by keyboard at their first use too, and return the focus', async ({
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
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('button', { name: 'Columns and row height' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Direction' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Compact rows' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: 'Direction' })).toBeVisible()
})

test('Escape closes a layer that was just opened, even on a slow machine', async ({ page, story }) => {
  await story.signIn(page, 'compliance')
  await page.goto(`${story.origin}/messages`)
  const filter = page.getByRole('button', { name: 'Filter', exact: true })
  const shut = async (button: Locator) => {
    await expect(button).toBeFocused()
    await expect(button).toHaveAttribute('aria-expanded', 'false')
    await expect(page.getByRole('dialog').or(page.getByRole('menu'))).toHaveCount(0)
  }
  await expect(filter).toBeVisible()
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 4 })

  // Their code is not loaded yet at the first press.
  for (let times = 0; times < 6; times += 1) await press(page, 'f', 'Escape')
  await shut(filter)
  const account = page.getByRole('button', { name: /^Account of/ })
  await account.focus()
  for (let times = 0; times < 6; times += 1) await press(page, 'Enter', 'Escape')
  await shut(account)
  await press(page, 'Control+k', 'Escape', '?', 'Escape', 'Control+k', 'Escape')
  await shut(account)

  await press(page, '?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await press(page, 'Escape', 'f', 'Escape')
  await shut(filter)
})

test('no key is lost that is typed right after opening the palette or the search field', async ({
  page,
  story,
}) => {
  await story.signIn(page, 'compliance')
  await page.goto(`${story.origin}/messages`)
  const search = page.getByRole('searchbox', { name: 'Search messages' })
  await expect(search).toBeVisible()
  const slow = await page.context().newCDPSession(page)
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 6 })

  await page.keyboard.press('Control+k')
  await page.keyboard.type('audit trail')
  await expect(page.getByRole('combobox', { name: 'Go anywhere' })).toHaveValue('audit trail')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('combobox', { name: 'Go anywhere' })).toHaveCount(0)

  await page.keyboard.press('/')
  await page.keyboard.type('merger')
  await expect(search).toHaveValue('merger')
})

test('Tab stays in the filter popover while choosing, and Escape closes only the popover', async ({
  page,
  story,
}) => {
  await story.signIn(page, 'compliance')
  await story.deliver({ from: '+447700900124', body: 'One row to filter.' })
  await page.goto(`${story.origin}/messages`)
  const filter = page.getByRole('button', { name: 'Filter', exact: true })
  const popover = page.getByRole('dialog')
  for (const field of ['Written by', 'Group', 'Account', 'Direction']) {
    await filter.click()
    await popover.getByRole('button', { name: field, exact: true }).click()
    await expect(popover.getByRole('checkbox').first()).toBeVisible()
    for (let tabs = 0; tabs < 12; tabs += 1) {
      await expect(popover.locator(':focus')).toHaveCount(1)
      await page.keyboard.press(tabs < 8 ? 'Tab' : 'Shift+Tab')
    }
    await page.keyboard.press('Escape')
    await expect(popover).toHaveCount(0)
    await expect(filter).toBeFocused()
  }
})

/** Keys in sequence, without waiting for their effects. */
async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

test('on a phone, a tab that gets the focus is not under the fade of its bar @second-path', async ({
  page,
  story,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await story.signIn(page)
  await page.goto(`${story.origin}/themes/all`)
  const bar = page.getByRole('navigation', { name: 'Themes' })
  const tabs = bar.getByRole('link')
  await expect(tabs).toHaveCount(6)
  await expect(bar).toHaveAttribute('data-after')
  await tabs.first().focus()
  for (let i = 1; i < 6; i++) {
    await page.keyboard.press('Tab')
    await expect(tabs.nth(i)).toBeFocused()
    const room = () =>
      bar.evaluate((nav) => {
        const [outer, inner] = [nav, document.activeElement].map((one) => one?.getBoundingClientRect())
        const fade = (side: string) => (nav.hasAttribute(`data-${side}`) ? 40 : 0)
        const start = (inner?.left ?? 0) - (outer?.left ?? 0) - fade('before')
        return Math.min(start, (outer?.right ?? 0) - (inner?.right ?? 0) - fade('after'))
      })
    await expect.poll(room).toBeGreaterThanOrEqual(0)
  }
})
