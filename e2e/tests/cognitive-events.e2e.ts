import type { Page } from '@playwright/test'
import { captureHistory, messageOf } from '@verbatim/server/testing/history.ts'
import { makePolicy, promise, rows } from '#events.ts'
import { expect, test } from '#world.ts'

const openEvents = async (page: Page) => {
  await page.goto(new URL('/events', page.url()).href)
  await expect(page.getByRole('heading', { name: 'Cognitive Events', level: 1 })).toBeVisible()
}

const facts = (page: Page) => page.getByRole('region', { name: 'Facts' })

test('a message that breaks a policy arrives, is reviewed, commented, escalated and resolved', async ({
  page,
  story,
}) => {
  test.slow()
  await makePolicy(story)
  await story.signIn(page)
  await openEvents(page)
  await expect(page.getByText('No events in this period')).toBeVisible()
  await story.checkAccess(page)

  await story.deliver({ from: '+15550990001', body: promise })
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByText('guaranteed return', { exact: true })).toBeVisible()
  await expect(page.getByText('cannot lose', { exact: true })).toBeVisible()
  await story.checkAccess(page)

  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Guarantees of return', level: 1 })).toBeVisible()
  const thread = page.getByRole('region', { name: 'Conversation', exact: true })
  await expect(thread.getByText('guaranteed return', { exact: true })).toBeInViewport()
  await expect(thread.getByText('Evidence 1 of 2')).toBeVisible()
  await page.keyboard.press('n')
  await expect(thread.getByText('Evidence 2 of 2')).toBeVisible()
  await story.checkAccess(page)

  await page.getByRole('button', { name: 'Start review' }).click()
  await expect(page.getByText('Status: In Review')).toBeVisible()
  await expect(facts(page).getByRole('combobox', { name: 'Assignee' })).toHaveValue(/\(you\)$/)
  await expect(facts(page)).toContainText(/Category: \w+.*Urgency: \w+/)

  await page.keyboard.press('c')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Please indicate the content of your comment to be added.')).toBeVisible()
  await page.keyboard.type('He says that the adviser wrote it first.')
  const box = page.getByRole('textbox', { name: 'Comment' })
  const heightOf = async () => (await box.boundingBox())?.height ?? 0
  const low = await heightOf()
  await page.keyboard.type('\n\nThe adviser says the same.')
  // It grows with its text.
  await expect.poll(heightOf).toBeGreaterThan(low)
  await page.getByRole('button', { name: 'Attach files' }).click()
  await page
    .getByLabel('Drop evidence here')
    .setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('A note of the call.') })
  await expect(page.getByRole('button', { name: 'Remove note.txt' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveValue(/adviser wrote it first/)
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  const comments = page.getByRole('list', { name: 'Comments' })
  await expect(comments).toContainText('He says that the adviser wrote it first.')
  await expect(comments.getByRole('button', { name: /note\.txt/ })).toBeVisible()

  await page.getByRole('textbox', { name: 'Comment' }).blur()
  await page.keyboard.press('e')
  await expect(page.getByText('Status: Escalated')).toBeVisible()
  await page.getByRole('button', { name: 'Resolve' }).click()
  await page.getByRole('radio', { name: 'Non-compliant' }).check()
  await page.getByLabel('Reason (optional)').fill('The adviser has been spoken to.')
  await story.checkAccess(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click()
  await expect(page.getByText('Status: Resolved')).toBeVisible()
  await expect(facts(page).getByText('Non-compliant')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Escalate' })).toHaveAccessibleDescription(/Reopen it first/)

  await page.getByRole('link', { name: 'History' }).click()
  const history = page.getByRole('list', { name: 'History' }).getByRole('listitem')
  await expect(history).toHaveCount(4)
  await expect(history.first()).toContainText('Escalated → Resolved as Non-compliant')
  await expect(history.first()).toContainText('The adviser has been spoken to.')
  await story.checkAccess(page)
})

test('many events change at once, over all pages, and the change is undone', async ({ page, story }) => {
  await makePolicy(story)
  for (let i = 0; i < 7; i++) await story.deliver({ from: `+1555098000${i}`, body: promise })
  await story.signIn(page)
  await page.goto(`${story.origin}/events?size=5`)
  await expect(rows(page)).toHaveCount(5)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  const chosen = page.getByRole('region', { name: 'Selected events' })
  await chosen.getByRole('button', { name: 'Select all 7' }).click()
  await expect(chosen).toContainText('7 events selected')
  await chosen.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('radio', { name: 'Duplicate' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('7 events: Dismissed as Duplicate')).toBeVisible()
  await expect(page.getByText('Status: Dismissed')).toHaveCount(5)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('7 events were restored.')).toBeVisible()
  await expect(page.getByText('Status: New')).toHaveCount(5)

  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: /^Mine/ }).click()
  await expect(page.getByText('No open events are assigned to you')).toBeVisible()
  await story.checkAccess(page)
  await page.getByRole('link', { name: 'Show all 7 open events' }).click()
  await expect(rows(page)).toHaveCount(5)
})

test('a reviewer who works in the rows is notified of new ones, and keeps their place @second-path', async ({
  page,
  story,
}) => {
  await makePolicy(story)
  await story.deliver({ from: '+15550970001', body: promise })
  await story.signIn(page)
  await openEvents(page)
  await page.getByRole('checkbox', { name: /^Select Guarantees/ }).check()
  await story.deliver({ from: '+15550970002', body: promise })
  await page.getByRole('button', { name: '1 new' }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByRole('region', { name: 'Selected events' })).toContainText('1 event')
})

test('another reviewer’s change is shown, and nothing typed is lost', async ({ page, story }) => {
  await makePolicy(story)
  await story.deliver({ from: '+15550950001', body: promise })
  const { world } = story.installation
  const other = await world.as(story.tenant, story.tenant.users.tenant_admin)
  const { json } = await other.call('GET', '/bff/api/v1/cognitive-events')
  const { id } = json.items[0]
  await story.signIn(page)
  await page.goto(`${story.origin}/events/${id}`)
  // Opened by its address, it does not belong to a list.
  await expect(page.getByRole('button', { name: 'Resolve' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Events of the list' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Resolve' }).click()
  await page.getByLabel('Reason (optional)').fill('Checked with the desk.')
  const change = { status: 'escalated', reason: 'I want to see this one.' }
  expect((await other.call('PUT', `/bff/api/v1/cognitive-events/${id}/status`, change)).status).toBe(200)
  const dialog = page.getByRole('dialog', { name: 'Resolve' })
  await expect(dialog.getByRole('alert')).toContainText('New → Escalated')
  await expect(dialog.getByRole('alert')).toContainText('I want to see this one.')
  await story.checkAccess(page)
  await dialog.getByRole('button', { name: 'Reload and keep what I typed' }).click()
  await expect(dialog.getByLabel('Reason (optional)')).toHaveValue('Checked with the desk.')
  await dialog.getByRole('radio', { name: 'Questionable' }).check()
  await dialog.getByRole('button', { name: 'Resolve' }).click()
  await expect(page.getByText('Status: Resolved')).toBeVisible()
})

test('the list is exported with its filters @second-path', async ({ page, story }) => {
  await makePolicy(story)
  await story.deliver({ from: '+15550910001', body: promise })
  await story.signIn(page)
  await openEvents(page)
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const stream = await (await download).createReadStream()
  const text = Buffer.concat(await stream.toArray()).toString('utf8')
  expect(text.trim().split('\n')).toHaveLength(2)
  expect(text).toContain('Guarantees of return')
})

test('another organization sees nothing of it @second-path', async ({ page, story }) => {
  await makePolicy(story)
  await story.deliver({ from: '+15550940001', body: promise })
  const { world } = story.installation
  const caller = await world.as(story.tenant, story.tenant.users.compliance)
  const { json } = await caller.call('GET', '/bff/api/v1/cognitive-events')
  const other = await world.makeTenant(`${story.tenant.label}-other`)
  await story.signIn(page, 'compliance', other)
  await openEvents(page)
  await expect(page.getByText('No events in this period')).toBeVisible()
  const { origin } = new URL(page.url())
  await page.goto(`${origin}/events/${json.items[0].id}`)
  await expect(page.getByText("Oops! Cognitive event with specified ID doesn't exist...")).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go back' })).toBeVisible()
  await expect(page.getByText('guaranteed')).toHaveCount(0)
})

test('an analyst reads and comments, and sees why other actions are not allowed @second-path', async ({
  page,
  story,
}) => {
  await makePolicy(story)
  await story.deliver({ from: '+15550930001', body: promise })
  await story.signIn(page, 'analyst')
  await openEvents(page)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await rows(page).click()
  await expect(page.getByRole('button', { name: 'Resolve' })).toHaveAccessibleDescription(/permission/)
  await expect(page.getByRole('textbox', { name: 'Comment' })).toBeVisible()
  await story.checkAccess(page)
})

test.describe('on a phone, in the dark', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })

  test('events can be read and decided', async ({ page, story }) => {
    await makePolicy(story)
    await story.deliver({ from: '+15550920001', body: promise })
    await story.signIn(page)
    await page.goto(`${story.origin}/events`)
    await expect(rows(page)).toHaveCount(1)
    await story.checkAccess(page)
    await rows(page).click()
    await page.getByRole('button', { name: 'Escalate' }).click()
    await expect(page.getByText('Status: Escalated')).toBeVisible()
    await story.checkAccess(page)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(390)
  })
})

test('evidence in the subject of a mail is highlighted everywhere, and counted once @second-path', async ({
  page,
  story,
}) => {
  const { world } = story.installation
  await makePolicy(story)
  const mail = (subject: string, body: string) =>
    captureHistory(world, story.tenant, [messageOf(world, { subject, body })])
  await mail('A guaranteed return for you', 'See the attached sheet.')
  await mail('Re: A guaranteed return for you', 'Thank you.')
  await story.signIn(page)
  await openEvents(page)
  await expect(rows(page)).toHaveCount(1)
  await expect(page.locator('mark[data-tone="evidence"]')).toHaveText(['guaranteed return'])

  await rows(page).click()
  const thread = page.getByRole('region', { name: 'Conversation', exact: true })
  await expect(thread.locator('p mark')).toHaveText(['guaranteed return'])
  await expect(page.getByRole('button', { name: 'guaranteed return · in the subject' })).toBeVisible()
  await story.checkAccess(page)
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('dialog').locator('p mark')).toHaveText(['guaranteed return'])

  await page.goto(`${story.origin}/messages?search=sheet`)
  await page.getByRole('link', { name: /^Message from / }).click()
  await expect(page.locator('h1 mark')).toHaveText(['guaranteed return'])
})

test('events without a reviewer are filtered as unassigned @second-path', async ({ page, story }) => {
  await makePolicy(story)
  await story.deliver({ from: '+15550990001', body: promise })
  await story.deliver({ from: '+15550990002', body: promise })
  await story.signIn(page)
  await openEvents(page)
  await expect(rows(page)).toHaveCount(2)
  const caller = await story.installation.world.as(story.tenant, story.tenant.users.compliance)
  const { json } = await caller.call('GET', '/bff/api/v1/cognitive-events')
  const { json: people } = await caller.call('GET', '/bff/api/v1/cognitive-events/reviewers')
  const assigned = `/bff/api/v1/cognitive-events/${json.items[0].id}/assignee`
  expect((await caller.call('PUT', assigned, { assigneeId: people.items[0].id })).status).toBe(200)
  await page.goto(`${story.origin}/events?filter=assigneeId[eq]:00000000-0000-0000-0000-000000000000`)
  await expect(page.getByRole('button', { name: 'Assignee is Unassigned' })).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toHaveAccessibleName(/\+1 555 099 0001$/)
})

test('events are filtered by a conversation, which is found by a person in it @second-path', async ({
  page,
  story,
}) => {
  await makePolicy(story)
  await story.deliver({ from: '+15550990011', body: promise })
  await story.deliver({ from: '+15550990012', body: promise })
  await story.signIn(page)
  await page.goto(`${story.origin}/events`)
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('button', { name: 'Conversation', exact: true }).click()
  const choices = page.getByRole('group', { name: 'Conversation' })
  await expect(choices.getByRole('checkbox')).toHaveCount(2)
  await page.getByRole('textbox', { name: 'Find in Conversation' }).fill('990012')
  await expect(choices.getByRole('checkbox')).toHaveCount(1)
  await choices.getByRole('checkbox', { name: /990012/ }).check()
  await story.checkAccess(page)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('search').getByText(/990012/)).toBeVisible()
})
