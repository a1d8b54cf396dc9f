import type { Page } from '@playwright/test'
import { makePolicy, promise, rows } from '#events.ts'
import { expect, test } from '#world.ts'

/** Waits until an event is drawn, at its position in the list. */
async function opened(page: Page, position: string, text: string) {
  await expect(page.getByText(position)).toBeVisible()
  await expect(page.getByRole('main').getByText(text).first()).toBeVisible()
}

test('similar events are found from one of them, and decided together after three were opened @second-path', async ({
  page,
  story,
}) => {
  await makePolicy(story)
  for (let i = 0; i < 5; i++) await story.deliver({ from: `+1555098000${i}`, body: `${i}: ${promise}` })
  await story.deliver({ from: '+15550980009', body: 'You cannot lose with us.' })
  await story.signIn(page)
  await page.goto(`${story.origin}/events?search=3`)
  await rows(page).click()
  await page.getByRole('link', { name: '5 similar open events' }).click()

  await expect(rows(page)).toHaveCount(6)
  const note = page.getByRole('status').filter({ hasText: 'The same words matched' })
  await expect(note).toContainText('these 6 events. Open 2 more to decide on all of them at once.')
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await story.checkAccess(page)

  await rows(page).first().click()
  await opened(page, '1 of 6', 'with us')
  await page.keyboard.press('j')
  await opened(page, '2 of 6', '4: ')
  await page.getByRole('link', { name: 'Cognitive Events' }).last().click()
  await page.getByRole('button', { name: 'Select all 6' }).click()
  await page.getByRole('region', { name: 'Selected events' }).getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('radio', { name: 'False positive' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('6 events: Dismissed as False positive')).toBeVisible()
  await expect(page.getByText('No events match')).toBeVisible()
})

test('S finds similar events, and J follows severity and then age like the list @second-path', async ({
  page,
  story,
}) => {
  await makePolicy(story)
  const caller = await story.installation.world.as(story.tenant, story.tenant.users.compliance)
  const answer = await caller.call('POST', '/bff/api/v1/topic', {
    name: 'Guarantees of return, mild',
    severity: 'low',
    rules: [{ name: 'Hopes', type: 'phrase', pattern: 'hopefully' }],
  })
  expect(answer.status).toBe(200)
  await story.deliver({ from: '+15550980001', body: `First: ${promise}` })
  await story.deliver({ from: '+15550980002', body: 'Hopefully.' })
  await story.deliver({ from: '+15550980003', body: `Second: ${promise}` })
  await story.signIn(page)
  await page.goto(`${story.origin}/events`)
  await page.getByRole('columnheader', { name: 'Severity' }).getByRole('button').click()
  await expect(page.getByRole('row').nth(1)).toContainText('First:')
  await expect(page.getByRole('row').nth(3)).toContainText('Hopefully')
  await rows(page).first().click()
  await opened(page, '1 of 3', 'First:')
  await page.keyboard.press('j')
  await opened(page, '2 of 3', 'Second:')
  await page.keyboard.press('j')
  await opened(page, '3 of 3', 'Hopefully')
  await page.keyboard.press('k')
  await opened(page, '2 of 3', 'Second:')
  await page.keyboard.press('s')
  await expect(page).toHaveURL(/similarTo/)
  await expect(rows(page)).toHaveCount(2)
})

test('selected events that another reviewer took meanwhile are left as they are @second-path', async ({
  page,
  story,
}) => {
  await makePolicy(story)
  for (let i = 0; i < 3; i++) await story.deliver({ from: `+1555098010${i}`, body: promise })
  const { world } = story.installation
  const other = await world.as(story.tenant, story.tenant.users.tenant_admin)
  const { json } = await other.call('GET', '/bff/api/v1/cognitive-events')
  await story.signIn(page)
  await page.goto(`${story.origin}/events`)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  const taken = { status: 'in_review' }
  const path = `/bff/api/v1/cognitive-events/${json.items[0].id}/status`
  expect((await other.call('PUT', path, taken)).status).toBe(200)
  await expect(page.getByText('Status: In Review')).toHaveCount(1)
  const chosen = page.getByRole('region', { name: 'Selected events' })
  await chosen.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('radio', { name: 'Duplicate' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('2 events: Dismissed as Duplicate')).toBeVisible()
  await expect(page.getByText('1 event changed in the meantime and was left unchanged.')).toBeVisible()
  await expect(page.getByText('Status: In Review')).toHaveCount(1)
})
