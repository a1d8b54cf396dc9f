import { dayMs } from '@verbatim/contract/durations.ts'
import { captureHistory, messageOf } from '@verbatim/server/testing/history.ts'
import { reviseThemes } from '@verbatim/server/flows/revise-themes/revise.ts'
import type { Page } from '@playwright/test'
import { cutOff } from '#network.ts'
import { expect, type Story, test } from '#world.ts'

const sentences = {
  'Fees and prices': 'The fee letter says that the management charge goes up',
  Pensions: 'My old pension could move, what is its transfer value?',
  Weather: 'The snow and the rain go on',
} as const

type Said = readonly (readonly [subject: string, sentence: string, times: number])[]

/** Messages of the last days, by eight people, each with a word of its own; then themes are looked for. */
async function say({ installation: { world }, tenant }: Story, said: Said): Promise<void> {
  const messages = said.flatMap(([subject, sentence, times]) =>
    Array.from({ length: times }, (_, at) => {
      const own = Array.from(String(at), (digit) => 'abcdefghij'[Number(digit)]).join('')
      return messageOf(world, {
        body: `${sentence} zq${own}${subject.slice(0, 3).toLowerCase()}`,
        author: { kind: 'phone', value: `+1555017700${at % 8}` },
        sentAt: new Date(world.ctx.now().getTime() - (1 + (at % 20)) * dayMs),
      })
    }),
  )
  await captureHistory(world, tenant, messages)
  await world.settle()
  await reviseThemes(world.ctx, tenant.id)
}

/** Forty about each of three subjects. */
const speak = (story: Story) =>
  say(
    story,
    Object.entries(sentences).map(([subject, sentence]) => [subject, sentence, 40] as const),
  )

const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
const total = (page: Page) => page.getByRole('navigation', { name: 'Pages' })

test('a theme is found, its messages are counted and opened, and it leaves the view once it is disliked', async ({
  page,
  story,
}) => {
  await speak(story)
  await story.signIn(page)
  await page.goto(story.origin)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Themes' }).click()
  await expect(page.getByRole('heading', { name: 'Themes', level: 1 })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Themes', exact: true }).getByRole('listitem')).toHaveCount(3)
  await expect(card(page, 'Fees and prices')).toContainText('33.3%')
  await expect(card(page, 'Fees and prices')).toContainText('8 contacts wrote')
  await expect(
    card(page, 'Fees and prices').getByRole('link', { name: /^“The fee letter says/ }),
  ).toBeVisible()
  await story.checkAccess(page)
  await card(page, 'Fees and prices').getByRole('link', { name: 'Fees and prices: 40 messages' }).click()
  await expect(page.getByRole('heading', { name: 'Content Library', level: 1 })).toBeVisible()
  await expect(total(page)).toContainText('1–40 of 40')
  await expect(page.getByRole('table').getByText('Fees and prices', { exact: true }).first()).toBeVisible()

  await page.goBack()
  await card(page, 'Fees and prices').getByRole('link', { name: 'Fees and prices: 8 contacts wrote' }).click()
  await expect(page.getByRole('heading', { name: 'Contacts who wrote' })).toBeFocused()
  await expect(page.getByRole('table', { name: 'Contacts who wrote' }).getByRole('row')).toHaveCount(9)
  await story.checkAccess(page)
  await page.goBack()
  await page.getByRole('link', { name: 'Sort by number of messages' }).click()
  await expect(page.getByText('Themes with the most messages come first.')).toBeVisible()
  await page.goBack()
  await page.goto(`${story.origin}/metrics`)
  const standingOut = page.getByRole('list', { name: 'Themes that stand out' })
  await expect(standingOut.getByRole('link')).toHaveCount(3)
  await standingOut.getByRole('link', { name: /^Fees and prices/ }).click()
  await expect(total(page)).toContainText('1–40 of 40')
  await page.goBack()
  await page.getByRole('link', { name: 'All themes' }).click()
  await card(page, 'Fees and prices').getByRole('button', { name: 'Dislike Fees and prices' }).click()
  await expect(card(page, 'Fees and prices')).toHaveCount(0)
  await page.reload()
  await expect(card(page, 'Weather')).toBeVisible()
  await expect(card(page, 'Fees and prices')).toHaveCount(0)
  await page.getByRole('link', { name: 'You dislike 1 theme' }).click()
  await expect(card(page, 'Fees and prices')).toBeVisible()
  await card(page, 'Fees and prices').getByRole('button', { name: 'Dislike Fees and prices' }).click()
  await expect(page.getByText('None in this period')).toBeVisible()
  await page.getByRole('link', { name: 'Back to all themes' }).click()
  await expect(card(page, 'Fees and prices')).toBeVisible()

  await card(page, 'Weather').getByRole('button', { name: 'Like Weather', exact: true }).click()
  await expect(
    page.getByRole('list', { name: 'Themes', exact: true }).getByRole('listitem').first(),
  ).toContainText('Weather')
})

test('a theme has a page, and a manager renames it, merges another into it and hides it', async ({
  page,
  story,
}) => {
  await speak(story)
  await story.signIn(page)
  await page.goto(`${story.origin}/themes`)
  await page.getByRole('link', { name: 'Weather', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Weather', level: 1 })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Messages per day: highest on/ })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Channels' })).toContainText('40')
  await expect(page.getByRole('list', { name: 'Typical messages' }).getByRole('listitem')).toHaveCount(5)
  await expect(page.getByRole('list', { name: 'History' })).toContainText('Found.')
  await story.checkAccess(page)

  await page.getByRole('button', { name: 'Change Weather' }).click()
  await page.getByRole('menuitem', { name: 'Rename…' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Snow and rain')
  await story.checkAccess(page)
  await page.getByRole('button', { name: 'Rename theme' }).click()
  await expect(page.getByRole('heading', { name: 'Snow and rain', level: 1 })).toBeVisible()
  await expect(page.getByRole('list', { name: 'History' })).toContainText('renamed it from “Weather”')
  await page.getByRole('link', { name: 'Open all 40 messages' }).click()
  await expect(total(page)).toContainText('1–40 of 40')
  await expect(page.getByRole('table').getByText('Snow and rain', { exact: true })).toHaveCount(40)

  await page.goto(`${story.origin}/themes`)
  await page.getByRole('link', { name: 'Pensions', exact: true }).click()
  await page.getByRole('button', { name: 'Change Pensions' }).click()
  await page.getByRole('menuitem', { name: 'Merge into another…' }).click()
  await page.getByRole('combobox', { name: 'Into' }).click()
  await page.getByRole('option', { name: 'Fees and prices' }).click()
  await page.getByRole('button', { name: 'Merge theme' }).click()
  await expect(page.getByRole('heading', { name: 'Fees and prices', level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Fees and prices: 80 messages' })).toBeVisible()

  await page.getByRole('button', { name: 'Change Fees and prices' }).click()
  await page.getByRole('menuitem', { name: 'Hide from everyone' }).click()
  await expect(page.getByText('This theme is hidden from everyone.')).toBeVisible()
  await page.getByRole('link', { name: 'Themes', exact: true }).last().click()
  await expect(page.getByRole('list', { name: 'Themes', exact: true }).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('link', { name: '1 hidden from everyone' }).click()
  await expect(card(page, 'Fees and prices')).toBeVisible()
})

test('a theme’s page shows its sub-themes, each opens exactly its messages, and one is split off @second-path', async ({
  page,
  story,
}) => {
  await say(story, [
    ['fund', 'The fund and', 15],
    ['bond', 'My bonds and', 12],
    ['dividend', 'The dividend and', 12],
    ['none', 'My portfolio and', 5],
    ['weather', sentences.Weather, 44],
    ['pensions', sentences.Pensions, 44],
  ])
  await story.signIn(page)
  await page.goto(`${story.origin}/themes`)
  await page.getByRole('link', { name: 'Investments', exact: true }).click()
  const parts = page.getByRole('list', { name: 'Sub-themes' })
  await expect(parts.getByRole('listitem')).toHaveCount(4)
  await expect(parts.getByRole('listitem').first()).toContainText('Fund')
  await expect(parts.getByRole('listitem').last()).toContainText('Other')
  await story.checkAccess(page)
  await parts.getByRole('link', { name: 'Fund' }).click()
  await expect(page.getByRole('heading', { name: 'Content Library', level: 1 })).toBeVisible()
  await expect(total(page)).toContainText('1–15 of 15')
  await expect(page.getByText('Investments: Fund').first()).toBeVisible()
  await page.goBack()
  await parts.getByRole('link', { name: 'Other' }).click()
  await expect(total(page)).toContainText('1–5 of 5')
  await page.goBack()
  await page.getByRole('button', { name: 'Show Sub-themes as a table' }).click()
  await expect(page.getByRole('row', { name: /^Dividend/ })).toContainText('12')
  await page.setViewportSize({ width: 390, height: 844 })
  await story.checkAccess(page)

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Change Investments' }).click()
  await page.getByRole('menuitem', { name: 'Split off a sub-theme…' }).click()
  await page.getByRole('combobox', { name: 'Sub-theme' }).click()
  await page.getByRole('option', { name: 'Fund' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Our funds')
  await story.checkAccess(page)
  await page.getByRole('button', { name: 'Split theme' }).click()
  await expect(page.getByRole('heading', { name: 'Our funds', level: 1 })).toBeVisible()
  await expect(page.getByRole('list', { name: 'History' })).toContainText('split it from “Investments”')
  await page.getByRole('link', { name: 'Open all 15 messages' }).click()
  await expect(total(page)).toContainText('1–15 of 15')
})

test('a reader without the permission can like themes but not change them; a tab narrows them @second-path', async ({
  page,
  story,
}) => {
  await speak(story)
  await story.signIn(page, 'analyst')
  await page.goto(`${story.origin}/themes/questions`)
  await expect(card(page, 'Pensions')).toBeVisible()
  await expect(card(page, 'Fees and prices')).toHaveCount(0)
  await page.getByRole('link', { name: 'Pensions', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Like Pensions', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change Pensions' })).toHaveCount(0)
})

test('without messages the page says when there will be themes, and a failure is shown @second-path', async ({
  page,
  story,
}) => {
  await story.signIn(page)
  await page.goto(`${story.origin}/themes`)
  await expect(page.getByText('No themes yet')).toBeVisible()
  await story.checkAccess(page)
  const cut = await cutOff(page)
  await cut(['*/bff/themes/metrics*'])
  await page.reload()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('an insight divides messages by theme and narrows them to one, and each number opens its messages @second-path', async ({
  page,
  story,
}) => {
  await speak(story)
  await story.signIn(page, 'tenant_admin')
  await page.goto(`${story.origin}/organization/insights/new`)
  await page.getByRole('button', { name: 'Add table' }).click()
  await page.getByRole('combobox', { name: 'Broken down by' }).click()
  await page.getByRole('option', { name: 'Theme', exact: true }).click()
  await page.getByRole('button', { name: 'Add figure' }).click()
  await page.getByRole('combobox', { name: 'Theme', exact: true }).fill('pens')
  await page.getByRole('option', { name: 'Pensions', exact: true }).click()
  await page.keyboard.press('Escape')
  await story.checkAccess(page)
  await page.getByRole('textbox', { name: 'Name' }).fill('Subjects')
  await page.getByRole('button', { name: 'Create insight' }).click()
  await expect(page.getByText('“Subjects” was created')).toBeVisible()

  await page.goto(`${story.origin}/insights`)
  await page.getByRole('link', { name: 'Subjects', exact: true }).click()
  const table = page.getByRole('table', { name: 'Messages by theme' })
  await expect(table.getByRole('row')).toHaveCount(4)
  await expect(page.getByRole('link', { name: 'Messages · 1 theme: 40' })).toBeVisible()
  await story.checkAccess(page)
  const address = page.url()
  await table
    .getByRole('row', { name: /^Weather/ })
    .getByRole('link')
    .first()
    .click()
  await expect(total(page)).toContainText('1–40 of 40')
  await expect(page.getByRole('table').getByText('Weather', { exact: true })).toHaveCount(40)
  await page.goto(address)
  await page.getByRole('link', { name: 'Messages · 1 theme: 40' }).click()
  await expect(total(page)).toContainText('1–40 of 40')
  await expect(page.getByRole('table').getByText('Pensions', { exact: true })).toHaveCount(40)
})
