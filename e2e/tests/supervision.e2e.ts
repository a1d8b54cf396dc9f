import type { Page } from '@playwright/test'
import type { Caller } from '@verbatim/server/testing/caller.ts'
import { captureHistory, messageOf } from '@verbatim/server/testing/history.ts'
import { makeFurtherPolicy, makePolicy, promise } from '#events.ts'
import { expect, type Story, test } from '#world.ts'

const lunch = 'Shall we have lunch on Friday?'

/** Three harmless findings of one policy, and two real ones of another, one of them not decided yet. */
async function supervise(story: Story): Promise<void> {
  const {
    installation: { world },
    tenant,
  } = story
  await makePolicy(story)
  await makeFurtherPolicy(story, { name: 'Hospitality', pattern: 'lunch' })
  for (const [at, body] of [lunch, lunch, lunch, promise, promise].entries())
    await captureHistory(world, tenant, [messageOf(world, { body, conversationKey: `talk-${at}` })])
  await world.settle()
  const reviewer = await world.as(tenant, tenant.users.compliance)
  const found = await eventsOf(reviewer)
  const harmless = found.filter(({ policyName }) => policyName === 'Hospitality')
  const [real] = found.filter(({ policyName }) => policyName !== 'Hospitality')
  for (const { id } of harmless) await decide(reviewer, id, { status: 'dismissed' })
  await decide(reviewer, real?.id, { status: 'resolved', disposition: 'non_compliant' })
  // Another reviewer reads one of them again.
  const second = await world.as(tenant, tenant.users.super_admin)
  await decide(second, harmless[0]?.id, { status: 'in_review', reason: 'Second reading' })
  await decide(second, harmless[0]?.id, { status: 'resolved', disposition: 'questionable' })
}

interface Found {
  readonly id: string
  readonly policyName: string
}

async function eventsOf(caller: Caller): Promise<readonly Found[]> {
  return (await caller.call('GET', '/bff/api/v1/cognitive-events')).json.items
}

async function decide(caller: Caller, id: string | undefined, change: object): Promise<void> {
  const { status, text } = await caller.call('PUT', `/bff/api/v1/cognitive-events/${id}/status`, change)
  expect([status, text]).toEqual([200, expect.anything()])
}

const total = (page: Page) => page.getByRole('navigation', { name: 'Pages' })
const figure = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name}: `) })

/** Goes back to Key Metrics, whose rows are counted again. */
async function backTo(page: Page, table: string) {
  await page.goBack()
  await expect(page.getByRole('table', { name: table })).toBeVisible()
}

test('a head of compliance finds the policy with most false alarms, and opens those events', async ({
  page,
  story,
}) => {
  await supervise(story)
  await story.signInByScreens(page)
  await page.getByRole('link', { name: 'Cognitive Compliance' }).click()
  await page.getByRole('button', { name: '30 days to yesterday' }).click()
  await page.getByRole('button', { name: 'This month' }).click()
  await expect(figure(page, 'False alarms')).toHaveText('2')

  const policies = page.getByRole('table', { name: 'Policies' })
  const first = policies.getByRole('row').nth(1)
  await policies.getByRole('columnheader', { name: 'False alarms' }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=-?falseAlarms/)
  if (!page.url().includes('-falseAlarms'))
    await policies.getByRole('columnheader', { name: 'False alarms' }).getByRole('button').click()
  await expect(first).toContainText('Hospitality')
  // Of three closed events, none says how precise the policy is.
  await expect(first).toContainText('–')
  await story.checkAccess(page)
  const alarms = first.getByRole('link', { name: 'False alarms of Hospitality: 2' })
  await expect(alarms).toHaveText('2')
  await alarms.click()
  await expect(page.getByRole('heading', { name: 'Cognitive Events', level: 1 })).toBeVisible()
  await expect(total(page)).toContainText('1–2 of 2')
  for (const row of await page.getByRole('link', { name: /^Hospitality/ }).all())
    await expect(row).toBeVisible()
})

test('the load of each reviewer, and the decisions that reviewers disagree on, are a click away @second-path', async ({
  page,
  story,
}) => {
  await supervise(story)
  await story.signIn(page)
  await page.goto(`${story.origin}/metrics/cognitive-compliance?period=${story.day(5)}|${story.day(0)}`)
  // Two decisions with a precedent say nothing about agreement, but they can be read.
  await expect(page.getByText(/^\d of the 20 decisions needed$/).first()).toBeVisible()
  const ages = page.getByRole('list', { name: 'Open events by age' })
  await expect(ages.getByRole('link', { name: /Up to 7 days/ })).toContainText('1')
  await page.getByRole('link', { name: 'Reviewers', exact: true }).click()
  const reviewers = page.getByRole('table', { name: 'Reviewers' })
  await expect(reviewers.getByRole('row', { name: /Unassigned/ })).toContainText('1')
  const closed = reviewers.getByRole('link', { name: /^Events closed by .+: 3$/ })
  await closed.click()
  await expect(total(page)).toContainText('1–3 of 3')
  await backTo(page, 'Reviewers')
  const differing = reviewers.getByRole('link', { name: /^Differing decisions of .+: 1$/ })
  await differing.click()
  await expect(total(page)).toContainText('1–1 of 1')
  await expect(page.getByText('Precedent is Decided differently')).toBeVisible()
  await page.goBack()

  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    await expect(page.getByRole('table', { name: 'Reviewers' })).toBeVisible()
    await story.checkAccess(page)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  }
})
