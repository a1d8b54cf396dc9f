/**
 * Keys at random, faster than answers that come late at random: every decision reaches the event that the reader was at.
 * One seed again: `CASES=all npm run e2e -- random-keys --grep "seed 17$"`. Others: `SEEDS=251-1000 CASES=all …`. Longer queues, and as many
 * more keys: `EVENTS=200 CASES=all …`.
 */
import { isWhole } from '@verbatim/reference/share.ts'
import { makePolicy, promise, rows } from '#events.ts'
import { areExplained, misplacedOf, type Sent } from '#pressed-keys.ts'
import { openReader } from '#random-reader.ts'
import { expect, type Story, test } from '#world.ts'

const [first = 1, last = 60] = (process.env['SEEDS'] ?? '').split('-').filter(Boolean).map(Number)
const seeds = isWhole ? { first, last } : { first: 1, last: 2 }
const events = isWhole ? Number(process.env['EVENTS'] ?? 20) : 20
/** Of a queue of 20, 12 keys in the pane and 18 on pages of events reach most events. */
const keysOf = (share: number) => Math.round((events * share) / 20)
const perPage = 8

const walking = ['j', 'j', 'j', 'j', 'j', 'j', 'k', 'k']
const deciding = ['1', '2', '3', '4', '4', '5', 'e', 'u', 'u']
const inPane = [...walking, ...deciding, 'n', 'Escape', '[', 'help', 'search']
/** Where rows leave the list, what a decision on many leaves of it depends on when it is answered. */
const inWholePane = [...inPane, 'many']
const onPage = [
  ...walking,
  ...deciding,
  'n',
  'p',
  'x',
  '/',
  'Enter',
  'Escape',
  '[',
  'help',
  'comment',
  'away',
]

for (let seed = seeds.first; seed <= seeds.last; seed += 1)
  test(`decisions by keys at random reach the events that they were meant for, seed ${seed}`, async ({
    page,
    story,
  }) => {
    test.setTimeout(180_000 * Math.ceil(events / 20))
    const ids = await makeEvents(story)
    await story.signIn(page)
    // The open events, which leave the list when they are decided on; or all, from the second page on.
    const isOfOpen = seed % 2 === 1
    const from = isOfOpen ? 0 : perPage
    const which = isOfOpen ? 'filter=status[in]:new,in_review,escalated' : 'page=2'
    await page.goto(`${story.origin}/events?size=${perPage}&sort=triggeredTime&${which}`)
    await expect(rows(page)).toHaveCount(perPage)

    const reader = await openReader(page, ids, seed)
    await page.keyboard.press('p')
    await page.keyboard.press('j')
    reader.reach(from, { from, to: from + perPage - 1 })
    await reader.walk(keysOf(12), isOfOpen ? inPane : inWholePane)
    // The focus is on a row again, wherever it was.
    for (const key of ['k', 'j']) await reader.press(key)
    await reader.settle()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/events/${reader.eventId()}`))
    const at = ids.indexOf(reader.eventId())
    reader.reach(at, { from: 0, to: events - 1 })
    await reader.walk(keysOf(18), onPage)
    await reader.settle()
    const place = `${ids.indexOf(reader.eventId()) + 1} of ${events}`
    await expect(page.getByText(place, { exact: true })).toBeVisible()

    const { meant, keys } = reader
    const { sent, undone } = await reader.asked()
    const log = `seed ${seed}: ${keys.join(' ')}\n${JSON.stringify({ ids, meant, sent, undone })}`
    expect(misplacedOf(meant, sent), log).toEqual([])
    expect(areExplained(meant, sent, undone), log).toBe(true)
    const kept = await changesOf(story, ids)
    const asked = new Set(sent.flatMap((one) => one.events.map((id) => entryOf({ ...one, id }))))
    expect(
      kept.made.filter((entry) => !asked.has(entry)),
      log,
    ).toEqual([])
    expect(kept.made.length, log).toBe(sent.reduce((sum, { changed }) => sum + changed, 0))
    expect(kept.undone, log).toEqual(undone.toSorted())
  })

/** @returns Their ids, in the order of their list. */
async function makeEvents(story: Story): Promise<readonly string[]> {
  await makePolicy(story)
  const { world } = story.installation
  for (let i = 0; i < events; i += 1)
    await world.deliver(story.tenant, { from: `+15550910${100 + i}`, body: `${i}: ${promise}` })
  await world.settle()
  const caller = await world.as(story.tenant, story.tenant.users.compliance)
  const { json } = await caller.call('GET', '/bff/api/v1/cognitive-events?limit=200&sort=triggeredTime')
  return json.items.map(({ id }: { id: string }) => id)
}

/** What the server has kept: which change was made on which event, and which changes were undone. */
async function changesOf({ installation: { world }, tenant }: Story, ids: readonly string[]) {
  const caller = await world.as(tenant, tenant.users.compliance)
  const made: string[] = []
  const undone = new Set<string>()
  for (const id of ids) {
    const { history } = (await caller.call('GET', `/bff/api/v1/cognitive-events/${id}`)).json
    for (const { kind, to, disposition, changeId, undoes } of history) {
      if (undoes) undone.add(undoes)
      else if (kind === 'status') made.push(entryOf({ id, change: disposition ?? to, changeId }))
    }
  }
  return { made: made.toSorted(), undone: [...undone].toSorted() }
}

const entryOf = ({ id, change, changeId }: Pick<Sent, 'change' | 'changeId'> & { readonly id: string }) =>
  `${change} on ${id} by ${changeId}`
