import type { Page } from '@playwright/test'
import { makePolicy, promise, rows } from '#events.ts'
import { delays, slowDown } from '#network.ts'
import { expect, test } from '#world.ts'

/** Milliseconds between two keys of a fast typist. */
const pace = { delay: 30 }
const patient = { timeout: 30_000 }

const filters = (page: Page) => page.getByRole('search')
const library = (page: Page) => page.getByRole('table', { name: 'Content Library' })

for (const delay of delays) {
  test(`a filter keeps every letter and the focus while its options arrive (${delay} ms) @second-path`, async ({
    page,
    story,
  }) => {
    test.slow()
    await story.deliver({ from: '+15550940001', body: 'The fund report, please' })
    await story.deliver({ from: '+15550940002', body: 'Nothing else today' })
    await story.signIn(page)
    await page.goto(`${story.origin}/messages`)
    await expect(library(page).getByText('The fund report')).toBeVisible()
    await slowDown(page, delay)

    await page.keyboard.press('/')
    await page.keyboard.type('fund rep', pace)
    await page.waitForTimeout(400)
    await page.keyboard.type('ort', pace)
    await expect(page.getByRole('searchbox')).toHaveValue('fund report')
    await expect(page).toHaveURL(/search=fund(\+|%20)report/, patient)
    await expect(library(page).getByText('Nothing else today')).toHaveCount(0, patient)
    await expect(page.getByRole('searchbox')).toHaveValue('fund report')
    await expect(page.getByRole('searchbox')).toBeFocused()
    await page.keyboard.press('Escape')

    // The panel is opened by a key, and its field is typed into while the server is asked for options.
    await page.keyboard.press('f')
    const panel = page.getByRole('dialog', { name: 'Filter' })
    await panel.getByRole('button', { name: 'Written by', exact: true }).press('Enter')
    const sought = panel.getByLabel('Find in Written by')
    await sought.pressSequentially('+1555 0940', pace)
    await expect(sought).toHaveValue('+1555 0940')
    await expect(sought).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(filters(page).getByRole('button', { name: 'Filter', exact: true })).toBeFocused()
    // Nothing was chosen, so nothing was added.
    await expect(page).not.toHaveURL(/filter=/)
  })

  test(`the audit trail answers the last question, and opens the row that is shown (${delay} ms) @second-path`, async ({
    page,
    story,
  }) => {
    test.slow()
    const { installation, tenant } = story
    const admin = await installation.world.as(tenant, tenant.users.tenant_admin)
    for (const name of ['Secrets', 'Promises']) {
      const rules = [{ type: 'phrase', pattern: `of ${name}` }]
      expect((await admin.call('POST', '/bff/api/v1/topic', { name, rules })).status).toBe(200)
    }
    await story.signIn(page)
    await page.goto(`${story.origin}/organization/audit-trail`)
    const table = page.getByRole('table', { name: 'Audit Trail' })
    await expect(table.getByRole('link', { name: 'Secrets' })).toBeVisible()
    await slowDown(page, delay)
    const search = page.getByRole('searchbox')
    await search.pressSequentially('promis', pace)
    await page.waitForTimeout(350)
    await search.fill('')
    await search.pressSequentially('secrets', pace)
    await expect(page).toHaveURL(/search=secrets/, patient)
    await expect(table.getByRole('link', { name: 'Promises' })).toHaveCount(0, patient)
    await expect(table.getByRole('link', { name: 'Secrets' })).toBeVisible(patient)
    await expect(search).toHaveValue('secrets')
    await expect(search).toBeFocused()
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('table', { name: 'What changed' })).toContainText('Secrets', patient)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('table', { name: 'What changed' })).toHaveCount(0)
  })

  test(`the inbox opens at once, and what is read in it stays read (${delay} ms) @second-path`, async ({
    page,
    story,
  }) => {
    test.slow()
    const { installation, tenant } = story
    await makePolicy(story)
    await story.deliver({ from: '+15550940003', body: promise })
    await story.signIn(page)
    const author = await installation.world.as(tenant, tenant.users.analyst)
    const { json } = await author.call('GET', '/bff/api/v1/cognitive-events?limit=1')
    const commented = await author.call('POST', '/bff/events/comments', {
      eventId: json.items[0].id,
      comment: 'Please look',
      mentions: [tenant.users.compliance],
    })
    expect(commented.status).toBe(200)
    await page.goto(`${story.origin}/events`)
    await expect(rows(page)).toHaveCount(1)
    const bell = page.getByRole('button', { name: /^Inbox/ })
    await expect(bell).toHaveAccessibleName('Inbox, 1 unread')
    await slowDown(page, delay)
    await bell.press('Enter')
    const panel = page.getByRole('dialog', { name: 'Inbox' })
    await expect(panel).toBeVisible(patient)
    // A key in it is not for the list behind it.
    await page.keyboard.type('j4', pace)
    const item = panel.getByRole('link', { name: /mentioned you in a comment/ })
    await expect(item).toBeVisible(patient)
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(bell).toBeFocused()
    await expect(page.getByText('Status: New').first()).toBeVisible()

    await bell.press('Enter')
    await item.press('Enter')
    await expect(page).toHaveURL(/\/events\/[^/]+\/comments/)
    await expect(page.getByRole('list', { name: 'Comments' })).toContainText('Please look', patient)
    await expect(page.getByRole('button', { name: 'Inbox', exact: true })).toBeVisible(patient)
  })

  test(`a view is saved once and by its whole name, however often Enter is pressed (${delay} ms) @second-path`, async ({
    page,
    story,
  }) => {
    test.slow()
    await story.deliver({ from: '+15550940004', body: 'The fund report, please' })
    await story.signIn(page)
    await page.goto(`${story.origin}/messages?search=fund`)
    await expect(library(page).getByText('The fund report')).toBeVisible()
    await slowDown(page, delay)
    await page.keyboard.press('v')
    await page.getByRole('menuitem', { name: 'Save as a view…' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Name')).toBeFocused(patient)
    await page.keyboard.type('Fund questions', pace)
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('Enter')
    await expect(page.getByText('“Fund questions” was saved')).toHaveCount(1, patient)
    await expect(dialog).toHaveCount(0)
    await expect(filters(page).getByRole('button', { name: 'Fund questions' })).toBeFocused(patient)
    const caller = await story.installation.world.as(story.tenant, story.tenant.users.compliance)
    const { json } = await caller.call('GET', '/bff/api/v1/saved-views?list=messages')
    expect(json.items.map(({ name }: { name: string }) => name)).toEqual(['Fund questions'])
  })

  test(`an import is checked and begun once, however often its buttons are pressed (${delay} ms) @second-path`, async ({
    page,
    story,
  }) => {
    test.slow()
    const admin = await story.installation.world.as(story.tenant, story.tenant.users.tenant_admin)
    await story.signIn(page, 'tenant_admin')
    await page.goto(`${story.origin}/organization/contacts/import`)
    const dialog = page.getByRole('dialog').first()
    const file = dialog.locator('input[type=file]')
    await expect(file).toBeAttached()
    await slowDown(page, delay)
    const text = 'Name,Mobile,E-mail,Groups\nCleo Marsh,+1 555 010 1001,,North\n'
    await file.setInputFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    const check = dialog.getByRole('button', { name: 'Check rows' })
    await expect(check).toBeVisible(patient)
    await check.focus()
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('Enter')
    const start = dialog.getByRole('button', { name: 'Import 1 row' })
    await expect(start).toBeVisible(patient)
    await start.focus()
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Result')).toContainText('Created1', patient)
    // The keys that came too late pressed nothing else: neither Undo nor Close.
    await expect(dialog).toBeVisible()
    const { json } = await admin.call('GET', '/messenger/api/v1/contacts')
    expect(json.items.map(({ name }: { name: string }) => name)).toEqual(['Cleo Marsh'])
    const imports = (await admin.call('GET', '/bff/api/v1/imports')).json
    expect(imports.items).toHaveLength(1)
  })

  test(`similar events are decided together once, and each of them (${delay} ms) @second-path`, async ({
    page,
    story,
  }) => {
    test.slow()
    await makePolicy(story)
    for (let i = 0; i < 4; i += 1) await story.deliver({ from: `+1555094001${i}`, body: `${i}: ${promise}` })
    await story.signIn(page)
    await page.goto(`${story.origin}/events?search=3`)
    await rows(page).click()
    await expect(page.getByRole('link', { name: '3 similar open events' })).toBeVisible()
    await slowDown(page, delay)
    await page.keyboard.press('s')
    await expect(page).toHaveURL(/similarTo/, patient)
    await expect(rows(page)).toHaveCount(4, patient)
    // Opened with Enter, and two more with J, as fast as they are drawn.
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    for (const place of ['1 of 4', '2 of 4', '3 of 4']) {
      await expect(page.getByText(place, { exact: true })).toBeVisible(patient)
      await expect(
        page
          .getByRole('main')
          .getByText(/\d: This fund is/)
          .first(),
      ).toBeVisible(patient)
      if (place !== '3 of 4') await page.keyboard.press('j')
    }
    await page.getByRole('link', { name: 'Cognitive Events' }).last().click()
    await page.getByRole('button', { name: 'Select all 4' }).click(patient)
    const bar = page.getByRole('region', { name: 'Selected events' })
    await bar.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByRole('radio', { name: 'False positive' }).check()
    const dismiss = page.getByRole('dialog').getByRole('button', { name: 'Dismiss' })
    await dismiss.focus()
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('Enter')
    await expect(page.getByText('4 events: Dismissed as False positive')).toHaveCount(1, patient)
    await expect(page.getByRole('dialog')).toHaveCount(0, patient)
    const caller = await story.installation.world.as(story.tenant, story.tenant.users.compliance)
    const trail = await caller.call('GET', '/audit/events?filter=eventType[eq]:event_status_changed')
    expect(trail.json.items).toHaveLength(4)
  })

  test(`a comment mentions who was chosen, and is sent once (${delay} ms) @second-path`, async ({
    page,
    story,
  }) => {
    test.slow()
    await makePolicy(story)
    await story.deliver({ from: '+15550940020', body: promise })
    await story.signIn(page)
    await page.goto(`${story.origin}/events`)
    await rows(page).click()
    await page.keyboard.press('c')
    const field = page.locator('#comment')
    await expect(field).toBeFocused()
    await slowDown(page, delay)
    await page.keyboard.type('Please look, @anal', pace)
    const people = page.getByRole('listbox', { name: 'People to mention' })
    await expect(people.getByRole('option')).toHaveCount(1, patient)
    await page.keyboard.press('Enter')
    await page.keyboard.type('today', pace)
    await expect(field).toHaveValue(/^Please look, @.+ today$/)
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('Control+Enter')
    const comments = page.getByRole('list', { name: 'Comments' })
    await expect(comments.getByText('Please look,')).toHaveCount(1, patient)
    await expect(field).toHaveValue('', patient)
    const colleague = await story.installation.world.as(story.tenant, story.tenant.users.analyst)
    const { json } = await colleague.call('GET', '/bff/api/v1/inbox')
    expect(json.items.filter(({ kind }: { kind: string }) => kind === 'mentioned')).toHaveLength(1)
  })

  test(`an export is requested once, and saved when it is ready (${delay} ms) @second-path`, async ({
    page,
    story,
  }) => {
    test.slow()
    await story.deliver({ from: '+15550940021', body: 'The fund report, please' })
    await story.signIn(page)
    await page.goto(`${story.origin}/messages`)
    await expect(library(page).getByText('The fund report')).toBeVisible()
    await slowDown(page, delay)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).press('Enter')
    await page.getByRole('menuitem', { name: 'CSV' }).focus()
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('Enter')
    await saved
    const cards = page.getByRole('region', { name: 'Exports' }).getByRole('article')
    await expect(cards).toHaveCount(1)
    await expect(cards).toContainText('Its checksum matches.', patient)
    const caller = await story.installation.world.as(story.tenant, story.tenant.users.compliance)
    const trail = await caller.call('GET', '/audit/events?filter=eventType[eq]:export_created')
    expect(trail.json.items).toHaveLength(1)
  })
}
