import { expectShare } from '#column-share.ts'
import { makeFurtherPolicy, makePolicy, promise, rows } from '#events.ts'
import { delays, slowDown } from '#network.ts'
import { expect, test } from '#world.ts'

test('keys decide on events one after another, and U undoes the last decision', async ({ page, story }) => {
  await makePolicy(story)
  await story.deliver({ from: '+15550960001', body: promise })
  await story.deliver({ from: '+15550960002', body: promise })
  await story.signIn(page)
  // One per page, so that moving from event to event crosses the ends of pages.
  await page.goto(`${story.origin}/events?size=1`)
  await expect(rows(page)).toHaveCount(1)
  await expectShare(page.getByRole('table', { name: 'Cognitive Events' }), 'Message')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 of 2', { exact: true })).toBeVisible()
  await page.keyboard.press('4')
  await expect(page.getByText('Status: Dismissed')).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByText('2 of 2', { exact: true })).toBeVisible()
  await page.keyboard.press('1')
  await expect(page.getByText('Status: Resolved')).toBeVisible()
  await page.keyboard.press('u')
  await expect(page.getByText('1 event was restored.')).toBeVisible()
  await expect(page.getByText('Status: New')).toBeVisible()
})

test('an event of a later page keeps its place when it is decided on, here or in the list, and after U @second-path', async ({
  page,
  story,
}) => {
  await makePolicy(story)
  for (let i = 1; i <= 5; i++) await story.deliver({ from: `+1555096001${i}`, body: promise })
  await story.signIn(page)
  const list = `${story.origin}/events?size=2&sort=triggeredTime&filter=status[in]:new&page=2`
  const place = (words: string) => page.getByText(words, { exact: true })
  await page.goto(list)
  await expect(rows(page)).toHaveCount(2)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(place('3 of 5')).toBeVisible()
  // The event before it leaves the list, so that this one moves to the page before.
  for (const key of ['k', '4', 'j', '1', 'u']) await page.keyboard.press(key)
  await expect(page.getByText('1 event was restored.')).toBeVisible()
  await expect(page.getByText('Status: New')).toBeVisible()
  await page.keyboard.press('s')
  await expect(page.getByRole('heading', { level: 1, name: 'Cognitive Events' })).toBeVisible()
  await page.goBack()
  await expect(place('3 of 5')).toBeVisible()
  await page.reload()
  await expect(place('2 of 4')).toBeVisible()
  await page.keyboard.press('j')
  await expect(place('3 of 4')).toBeVisible()

  // In the list a row that is decided on stays until the reader leaves it.
  await page.goto(list)
  await expect(rows(page)).toHaveCount(2)
  await page.keyboard.press('j')
  await page.keyboard.press('4')
  await expect(page.getByText('Dismissed as False positive')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Status: Dismissed')).toBeVisible()
  await expect(place('3 of 4')).toBeVisible()
  await page.keyboard.press('u')
  await expect(page.getByText('Status: New')).toBeVisible()
  await expect(place('3 of 4')).toBeVisible()
  await page.keyboard.press('j')
  await expect(place('4 of 4')).toBeVisible()
})

const dispositionOf: Readonly<Record<string, string>> = {
  1: 'compliant',
  2: 'questionable',
  4: 'false_positive',
}

/** Keys in a random-looking order that is the same in every run: mostly forward, sometimes back, with decisions in between. */
function keysOf(seed: number, count: number): readonly string[] {
  let at = seed
  return Array.from({ length: count }, () => {
    at = (at * 48_271) % 2_147_483_647
    return 'jjjjjjk1244'.charAt(at % 11)
  })
}

/** The first decision on each event, by its place in the list, as if the reader waited for every page. */
function decisionsOf(keys: readonly string[], count: number): ReadonlyMap<number, string> {
  let place = 0
  const decided = new Map<number, string>()
  for (const key of keys) {
    if (key === 'j') place = Math.min(place + 1, count - 1)
    else if (key === 'k') place = Math.max(place - 1, 0)
    else if (!decided.has(place)) decided.set(place, dispositionOf[key] ?? '')
  }
  return decided
}

for (const delay of delays)
  test(`keys that are faster than the network decide only the intended event (${delay} ms)`, async ({
    page,
    story,
  }) => {
    test.slow()
    await makePolicy(story)
    const { world } = story.installation
    const events = 12
    for (let i = 0; i < events; i += 1)
      await world.deliver(story.tenant, { from: `+155509200${10 + i}`, body: promise })
    await world.settle()
    const caller = await world.as(story.tenant, story.tenant.users.compliance)
    const listed = async (): Promise<readonly { id: string; disposition?: string }[]> =>
      (await caller.call('GET', '/bff/api/v1/cognitive-events?limit=50&sort=triggeredTime')).json.items
    await story.signIn(page)
    // Five per page, so that moving crosses the ends of pages.
    await page.goto(`${story.origin}/events?size=5&sort=triggeredTime`)
    await expect(rows(page)).toHaveCount(5)
    await slowDown(page, delay)
    // The second Enter comes while the list is still drawn, and opens the same row once more.
    for (const key of ['j', 'Enter', '4', 'Enter']) await page.keyboard.press(key)
    await expect(page.getByText('1 of 12', { exact: true })).toBeVisible({ timeout: 30_000 })
    const keys = keysOf(delay + 7, 40)
    for (const key of keys) await page.keyboard.press(key, { delay: 10 })
    const expected = decisionsOf(['4', ...keys], events)
    await expect
      .poll(async () => (await listed()).filter(({ disposition }) => disposition).length, { timeout: 60_000 })
      .toBe(expected.size)
    const decided = (await listed()).flatMap(({ disposition }, i) =>
      disposition ? [[i, disposition] as const] : [],
    )
    expect(decided).toEqual([...expected].toSorted(([a], [b]) => a - b))

    // The same in the reading pane, on the events that are left: J moves the row, and the pane follows.
    const left = (await listed()).filter(({ disposition }) => !disposition)
    await page.goto(`${story.origin}/events?sort=triggeredTime&filter=status[in]:new`)
    await expect(rows(page)).toHaveCount(left.length)
    await page.keyboard.press('p')
    await page.keyboard.press('j')
    const inPane = keysOf(delay + 11, 30)
    for (const key of inPane) await page.keyboard.press(key, { delay: 10 })
    const meant = decisionsOf(inPane, left.length)
    const decidedNow = async () => {
      const after = new Map((await listed()).map(({ id, disposition }) => [id, disposition]))
      return left.flatMap(({ id }, i) => (after.get(id) ? [[i, after.get(id)] as const] : []))
    }
    await expect.poll(decidedNow, { timeout: 60_000 }).toEqual([...meant].toSorted(([a], [b]) => a - b))
  })

for (const delay of delays)
  test(`keys are text after C, walk the new list after S, and do nothing after a refusal (${delay} ms) @second-path`, async ({
    page,
    story,
  }) => {
    test.slow()
    await makePolicy(story)
    for (let i = 0; i < 4; i += 1) await story.deliver({ from: `+155509300${10 + i}`, body: promise })
    await makeFurtherPolicy(story, { name: 'Guarantees of returns', pattern: 'off the record' })
    await story.deliver({ from: '+15550930020', body: 'Off the record, please.' })
    const caller = await story.installation.world.as(story.tenant, story.tenant.users.compliance)
    const states = async () =>
      (await caller.call('GET', '/bff/api/v1/cognitive-events?sort=triggeredTime')).json.items.map(
        ({ status, disposition }: { status: string; disposition: string | null }) => disposition ?? status,
      )
    await story.signIn(page)
    await page.goto(`${story.origin}/events?sort=triggeredTime`)
    await expect(rows(page)).toHaveCount(5)
    await slowDown(page, delay)

    // Of two rows, and refused; what follows was meant for the list after it.
    await page.route('**/cognitive-events/status', (route) =>
      route.fulfill({ status: 503, json: { code: 'service.unavailable', message: 'Busy.' } }),
    )
    for (const key of ['p', 'j', 'x', 'j', 'x', '1', 'j', '4']) await page.keyboard.press(key)
    await expect(page.getByRole('alert').getByText('Nothing was changed')).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText('2 events selected')).toBeVisible()
    await page.unroute('**/cognitive-events/status')
    await page.getByRole('button', { name: 'Clear' }).click()

    // A text with the letters of decisions, into a field that is not there yet.
    for (const key of ['j', 'c']) await page.keyboard.press(key)
    await page.keyboard.type('see 1 or 4, escalate')
    await expect(page.locator('#comment')).toHaveValue('see 1 or 4, escalate', { timeout: 30_000 })
    expect(await states()).toEqual(['new', 'new', 'new', 'new', 'new'])
    await page.goBack()

    // In the narrow table beside the pane, a row of low severity has its link as well.
    await expect(rows(page).last()).toBeVisible()
    // To the similar ones, newest first: the fifth is none of them.
    await expect(rows(page)).toHaveCount(5)
    await page.keyboard.press('k')
    for (const key of ['s', 'j', '1', 'j', '4']) await page.keyboard.press(key, { delay: 10 })
    await expect
      .poll(states, { timeout: 30_000 })
      .toEqual(['new', 'new', 'false_positive', 'compliant', 'new'])
  })
