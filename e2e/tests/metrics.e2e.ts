import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { metricTabDefinitions, metricTabIds } from '@verbatim/contract/metric-tabs.ts'
import { readyInsightIds } from '@verbatim/contract/ready-insight-ids.ts'
import { shareOf } from '@verbatim/reference/share.ts'
import { captureHistory, messageOf } from '@verbatim/server/testing/history.ts'
import { makePolicy, promise } from '#events.ts'
import { cutOff } from '#network.ts'
import { fillFigures, sheetsOf } from '#printed.ts'
import { expect, type Story, test } from '#world.ts'

const desk = '+15550100002'

/** A question and two answers of this month, an answer of last month, and one that breaks a policy. */
async function speak({ installation: { world }, tenant }: Story): Promise<void> {
  const said = (days: number, body: string, isOurs = true) =>
    messageOf(world, {
      body,
      sentAt: new Date(world.ctx.now().getTime() - days * dayMs),
      ...(isOurs && { direction: 'outbound', author: { kind: 'phone', value: desk } }),
    })
  await captureHistory(world, tenant, [
    said(2, 'Where is my statement?', false),
    said(2, 'It is on its way.'),
    said(2, promise),
    said(45, 'Welcome aboard.'),
  ])
  await world.settle()
}

const figure = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name}: `) })
const total = (page: Page) => page.getByRole('navigation', { name: 'Pages' })

test('a figure opens exactly its rows, from the first screen after signing in', async ({ page, story }) => {
  await makePolicy(story)
  await speak(story)
  await story.signInByScreens(page)
  await expect(page.getByRole('heading', { name: 'Key Metrics', level: 1 })).toBeVisible()
  await expect(figure(page, 'Messages sent')).toHaveText('2')
  await expect(page.getByText(/\d{4}.*, .+ · compared with .+ · counted at /)).toBeVisible()
  await expect(page.getByText('No account was compared in this period.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'See what is connected' })).toHaveAttribute(
    'href',
    '/integrations',
  )

  await page.getByRole('button', { name: '30 days to yesterday' }).click()
  await page.getByRole('button', { name: '90 days to yesterday' }).click()
  await expect(page).toHaveURL(/\/metrics\/organization-overview\?.*period=90/)
  await expect(figure(page, 'Messages sent')).toHaveText('3')
  await figure(page, 'Messages sent').click()
  await expect(page.getByRole('heading', { name: 'Content Library', level: 1 })).toBeVisible()
  await expect(total(page)).toContainText('1–3 of 3')

  await page.goBack()
  const whatsapp = page.getByRole('list', { name: 'Messages by channel' }).getByRole('link')
  await expect(whatsapp).toContainText('4')
  await page.getByRole('button', { name: '90 days to yesterday' }).click()
  await page.getByRole('button', { name: 'This month' }).click()
  await expect(page).toHaveURL(/period=\d{4}-\d\d-01/)
  await page.getByRole('link', { name: 'Cognitive Compliance' }).click()
  await expect(page).toHaveURL(/\/metrics\/cognitive-compliance\?period=\d{4}-\d\d-01/)
  await expect(figure(page, 'Events raised')).toHaveText('1')
  await expect(page.getByRole('table', { name: 'Policies' })).toContainText('Guarantees of return')
  await figure(page, 'Events raised').click()
  await expect(page.getByRole('heading', { name: 'Cognitive Events', level: 1 })).toBeVisible()
  await expect(total(page)).toContainText('1–1 of 1')

  await page.goto(`${story.origin}/metrics/digital-engagement`)
  const byChannel = page.getByRole('list', { name: 'Contacts by channel' }).getByRole('link')
  await expect(byChannel).toContainText('1')
  await byChannel.click()
  await expect(page.getByRole('combobox', { name: 'Channel' })).toHaveValue('WhatsApp Business')
  await expect(page.getByRole('table', { name: 'All contacts' }).getByRole('row')).toHaveCount(2)
})

test('a chart is also a table and a file, and a part that fails leaves the others @second-path', async ({
  page,
  story,
}) => {
  await speak(story)
  await story.signIn(page)
  await page.goto(`${story.origin}/metrics`)
  await expect(page).toHaveURL(/\/metrics\/organization-overview/)
  await expect(page.getByRole('img', { name: /^Messages per day: highest on/ })).toBeVisible()
  await page.getByRole('button', { name: 'Show Messages per day as a table' }).click()
  const table = page.getByRole('table', { name: 'Messages per day' })
  await expect(table.getByRole('row')).toHaveCount(31)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export Messages per day as CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^messages-per-day-.+\.csv$/)
  expect(await readFile(await file.path(), 'utf8')).toMatch(
    /^\uFEFFDay,This period,Previous period,Arrived late\r\n/,
  )
  await table.getByRole('link', { name: /^3, .+, arrived late$/ }).click()
  await expect(total(page)).toContainText('1–3 of 3')
  await page.goBack()
  // All of it was captured two days after it was sent.
  const late = page.getByText(/^3 messages of .+ arrived late, the last on .+\.$/)
  await expect(late).toBeVisible()
  await late.getByRole('link', { name: /^3 messages of/ }).click()
  await expect(page).toHaveURL(/isLate/)
  await expect(total(page)).toContainText('1–3 of 3')

  const cut = await cutOff(page)
  await cut(['*/bff/dashboards/sales/adoption-rate*'])
  await page.goto(`${story.origin}/metrics/sales-effectiveness`)
  // After it was tried again a few times.
  await expect(page.getByRole('alert')).toContainText('This part could not be counted', { timeout: 25_000 })
  await expect(figure(page, 'Messages sent')).toHaveText('2')
  await cut([])
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('img', { name: /^Adoption per day/ })).toBeVisible()
})

test('inactive representatives are named with the cause, and every tab is accessible @second-path', async ({
  page,
  story,
}) => {
  await makePolicy(story)
  await speak(story)
  await story.signIn(page)
  // Its account was connected today.
  const period = `period=${story.day(20)}|${story.day(0)}`
  await page.goto(`${story.origin}/metrics/sales-effectiveness?${period}`)
  await figure(page, 'Inactive representatives').click()
  await expect(page.getByRole('heading', { name: 'Representatives and clients' })).toBeFocused()
  const inactive = page.getByRole('table', { name: 'Inactive' })
  await expect(inactive.getByRole('row', { name: /Rita Lund/ })).toContainText('Connected, no contacts')
  await page.getByRole('searchbox', { name: 'Search representatives' }).fill('nobody')
  await expect(page.getByText('No results')).toBeVisible()
  await expect(page).toHaveURL(/filter=inactive.*search=nobody|search=nobody.*filter=inactive/)

  await page.goto(`${story.origin}/metrics/organization-overview`)
  await expect(page.getByRole('img', { name: /^Messages per day/ })).toBeVisible()
  expect(await sheetsOf(page)).toBe(1)

  for (const tab of [
    'organization-overview',
    'sales-effectiveness',
    'digital-engagement',
    'cognitive-compliance',
  ]) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${story.origin}/metrics/${tab}?${period}`)
    await expect(page.getByRole('img').first()).toBeVisible()
    await story.checkAccess(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await story.checkAccess(page)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  }
})

test('waiting clients are listed by representative, after the hours that the organization sets @second-path', async ({
  page,
  story,
}) => {
  const { world } = story.installation
  const asked = (key: string, body: string, hours: number) => [
    messageOf(world, {
      conversationKey: key,
      body,
      sentAt: new Date(world.ctx.now().getTime() - hours * hourMs),
    }),
  ]
  await captureHistory(
    world,
    story.tenant,
    asked('a', 'When will my papers arrive?', 60),
    asked('a', 'Thank you!', 50),
    asked('b', 'Can you call me back?', 30),
  )
  await world.settle()
  await story.signIn(page, 'super_admin')
  await page.goto(`${story.origin}/metrics/sales-effectiveness`)
  await expect(figure(page, 'Waiting clients')).toHaveText('2')
  await page.getByRole('button', { name: 'About Waiting clients' }).click()
  await expect(page.getByText('They have waited for at least 24 hours.')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Waiting by representative' }).click()
  const owners = page.getByRole('table', { name: 'Waiting by representative' })
  await expect(owners.getByRole('row', { name: /No representative/ })).toContainText('2')
  await story.checkAccess(page)
  await owners.getByRole('link', { name: 'Waiting clients of no representative' }).click()
  await expect(page.getByText('Clients without a representative')).toBeVisible()
  await expect(total(page)).toContainText('1–2 of 2')
  await story.checkAccess(page)
  await page.getByRole('link', { name: 'Show all waiting clients' }).click()
  await expect(page.getByText('Clients without a representative')).toBeHidden()

  await page.goto(`${story.origin}/organization/profile`)
  const hours = page.getByRole('region', { name: 'Business hours' })
  await hours.getByLabel('Friday').uncheck()
  await hours.getByRole('combobox', { name: 'From' }).click()
  await page.getByRole('option', { name: '18:00' }).click()
  await hours.getByLabel('A client waits after (hours)').fill('48')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('The end must be later than the start.')).toBeVisible()
  await hours.getByRole('combobox', { name: 'To' }).click()
  await page.getByRole('option', { name: '22:30' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await story.checkAccess(page)

  await page.goto(`${story.origin}/metrics/sales-effectiveness`)
  await expect(figure(page, 'Waiting clients')).toHaveText('1')
  await page.getByRole('button', { name: 'About Response in business hours' }).click()
  await expect(page.getByText(/^Monday to Thursday, 18:00–22:30, /)).toBeVisible()
})

test('an overdue promise opens the message that made it @second-path', async ({ page, story }) => {
  const { world } = story.installation
  const said = (key: string, body: string, days: number) =>
    messageOf(world, {
      conversationKey: key,
      body,
      sentAt: new Date(world.ctx.now().getTime() - days * dayMs),
      direction: 'outbound',
      author: { kind: 'phone', value: desk },
    })
  await captureHistory(world, story.tenant, [
    // So long ago that both are due before today, whatever weekday that is.
    said('a', 'I’ll send you the report tomorrow.', 10),
    said('b', 'We will call you within two days.', 10),
    said('b', 'As promised: the price is 12.40.', 9),
    said('c', 'Ich schicke Ihnen den Bericht in fünf Tagen.', 1),
  ])
  await world.settle()
  await story.signIn(page)
  await page.goto(`${story.origin}/metrics/sales-effectiveness`)
  await expect(figure(page, 'Promises not yet due')).toHaveText('1')
  await expect(figure(page, 'Kept promises')).toHaveText('50%')
  await figure(page, 'Overdue promises').click()
  await expect(page.getByRole('heading', { name: 'Content Library', level: 1 })).toBeVisible()
  await expect(total(page)).toContainText('1–1 of 1')
  await expect(page.getByText('I’ll send you the report tomorrow.').first()).toBeVisible()
  await expect(page.getByText(/^Promise kept/).first()).toBeVisible()
  await story.checkAccess(page)
})

test('the figures of representatives and of answers open their rows, and a row its message @second-path', async ({
  page,
  story,
}) => {
  await speak(story)
  await story.signIn(page, 'super_admin')
  const period = `period=${story.day(20)}|${story.day(0)}`
  await page.goto(`${story.origin}/metrics/sales-effectiveness?${period}`)
  await figure(page, 'Representatives').click()
  const all = page.getByRole('table', { name: 'All' })
  await expect(all.getByRole('row', { name: /Rita Lund/ })).toContainText('Connected, no contacts')
  await story.checkAccess(page)

  await figure(page, 'Response rate').click()
  const bursts = page.getByRole('table', { name: 'Response times' })
  await expect(bursts.getByRole('row')).toHaveCount(2)
  await page.getByRole('combobox', { name: 'Answer' }).click()
  await page.getByRole('option', { name: 'Not answered' }).click()
  await expect(page).toHaveURL(/filter=bursts%3Aunanswered/)
  await expect(page.getByText('No such messages in this period')).toBeVisible()
  await figure(page, 'Median first response').click()
  await expect(page.getByRole('combobox', { name: 'Answer' })).toHaveValue('Answered')
  await story.checkAccess(page)
  await bursts.getByRole('link', { name: /^Conversation / }).click()
  await expect(page.getByRole('dialog').getByText('Where is my statement?')).toBeVisible()
})

test('every tab and every ready-made insight is printed on one sheet, however much it counts @second-path', async ({
  page,
  story,
}) => {
  test.setTimeout(120_000)
  await fillFigures(story)
  await story.signIn(page, 'super_admin')
  const sheets: Record<string, number> = {}
  const addresses = [
    ...metricTabIds.map((id) => `${metricTabDefinitions[id].path}?period=365`),
    '/metrics/cognitive-compliance?period=365&filter=reviewers',
    ...readyInsightIds.map((id) => `/insights/${id}`),
  ]
  for (const address of shareOf(addresses)) {
    await page.goto(`${story.origin}${address}`)
    await expect(page.getByRole('img').or(page.getByRole('table')).first()).toBeVisible()
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    sheets[address] = await sheetsOf(page)
  }
  expect(Object.entries(sheets).filter(([, count]) => count !== 1)).toEqual([])

  await page.goto(`${story.origin}/metrics/cognitive-compliance`)
  const rows = page.getByRole('table', { name: 'Policies' }).getByRole('row')
  await expect(rows.filter({ visible: true })).toHaveCount(26)
  await page.emulateMedia({ media: 'print' })
  await expect(rows.filter({ visible: true })).toHaveCount(7)
  await expect(page.getByText('50 others are not printed.')).toBeVisible()
})
