/**
 * Keys at random, faster than answers that come late at random: every decision reaches the event that the reader was at.
 * Seeds share a long queue, in which the later ones find what the earlier ones decided. Some again: `SEEDS=11-20 EVENTS=200 CASES=all npm run e2e -- random-keys`.
 * More keys: `EVENTS=200 KEYS=300 CASES=all …`.
 */
import type { Page } from '@playwright/test'
import type { EventId } from '@verbatim/contract/ids.ts'
import { isWhole } from '@verbatim/reference/share.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import { makePolicy, promise, rows } from '#events.ts'
import { areExplained, misplacedOf, type Sent } from '#pressed-keys.ts'
import { openReader } from '#random-reader.ts'
import { expect, type Story, test } from '#world.ts'

const asked = isWhole ? process.env : {}
const [first = 1, last = first] = (asked['SEEDS'] ?? (isWhole ? '1-60' : '1')).split('-').map(Number)
const events = Number(asked['EVENTS'] ?? (isWhole ? 100 : 20))
/** With 12 in the pane and 18 on pages of events, they reach most events of a queue of 20. */
const keys = Number(asked['KEYS'] ?? 30)
const keysInPane = Math.round(keys * 0.4)
/** So many that enough events stay open for the last one: ten for 200 events. */
const seedsPerQueue = Math.max(1, Math.floor((1.5 * events) / keys))
const perPage = 8

const walking = ['j', 'j', 'j', 'j', 'j', 'j', 'k', 'k']
const deciding = ['1', '2', '3', '4', '4', '5', 'e', 'u', 'u']
const inPane = [...walking, ...deciding, 'n', 'Escape', '[', 'help', 'search', 'peek']
/** Where rows leave the list, what a decision on many leaves of it depends on when it is answered, and none is there after Back. */
const inWholePane = [...inPane, 'many', 'open']
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

for (let from = first; from <= last; from += seedsPerQueue) {
  const seeds = Array.from({ length: Math.min(seedsPerQueue, last - from + 1) }, (_, i) => from + i)
  test(`decisions by keys at random reach the events that they were meant for, seeds from ${from}`, async ({
    page,
    story,
  }) => {
    test.setTimeout(180_000 * seeds.length * Math.ceil(keys / 30))
    const ids = await makeEvents(story)
    const walks: Walk[] = []
    for (const seed of seeds)
      await test.step(`seed ${seed}`, async () => {
        const tab = await page.context().newPage()
        const isOfOpen = seed % 2 === 1
        const listed = isOfOpen ? await idsOf(story, openOnes) : ids
        walks.push(await walkAtRandom(story, tab, { seed, isOfOpen, ids: listed }))
        await tab.evaluate(() => localStorage.clear())
        await tab.close()
      })

    const kept = await changesOf(story, ids)
    const log = walks.map((walk) => walk.log).join('\n')
    const sent = walks.flatMap((walk) => walk.sent)
    const wanted = new Set(sent.flatMap((one) => one.events.map((id) => entryOf({ ...one, id }))))
    expect(
      kept.made.filter((entry) => !wanted.has(entry)),
      log,
    ).toEqual([])
    expect(kept.made.length, log).toBe(sent.reduce((sum, { changed }) => sum + changed, 0))
    expect(kept.undone, log).toEqual(walks.flatMap(({ undone }) => undone).toSorted())
  })
}

interface Walk {
  readonly sent: readonly Sent[]
  readonly undone: readonly string[]
  /** The keys, and what became of them. */
  readonly log: string
}

/**
 * In the reading pane, then on pages of events.
 * @param ids Of the list: the open events, which leave it when they are decided on; or all, from a later full page on.
 */
async function walkAtRandom(
  story: Story,
  page: Page,
  {
    seed,
    isOfOpen,
    ids,
  }: { readonly seed: number; readonly isOfOpen: boolean; readonly ids: readonly string[] },
): Promise<Walk> {
  await story.signIn(page)
  const from = isOfOpen ? 0 : perPage * (1 + (seed % (Math.floor(ids.length / perPage) - 1)))
  const which = isOfOpen ? `filter=${openOnes}` : `page=${from / perPage + 1}`
  await page.goto(`${story.origin}/events?size=${perPage}&sort=triggeredTime&${which}`)
  await expect(rows(page)).toHaveCount(perPage)

  const untouched = await idsOf(story, 'status[in]:new')
  const decided = new Set(ids.filter((id) => !untouched.includes(id)))
  const reader = await openReader(page, ids, seed)
  await page.keyboard.press('p')
  await page.keyboard.press('j')
  reader.reach(from, { from, to: from + perPage - 1 })
  await reader.walk(keysInPane, isOfOpen ? inPane : inWholePane)
  // The focus is on a row again, wherever it was.
  for (const key of ['k', 'j']) await reader.press(key)
  await reader.settle()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/events/${reader.eventId()}`))
  const at = ids.indexOf(reader.eventId())
  reader.reach(at, { from: 0, to: ids.length - 1 })
  await reader.walk(keys - keysInPane, onPage)
  await reader.settle()
  const place = `${ids.indexOf(reader.eventId()) + 1} of ${ids.length}`
  await expect(page.getByText(place, { exact: true })).toBeVisible()

  const { meant } = reader
  const { sent, undone } = await reader.asked()
  const log = `seed ${seed}: ${reader.keys.join(' ')}\n${JSON.stringify({ ids, meant, sent, undone })}`
  expect(misplacedOf(meant, sent), log).toEqual([])
  expect(areExplained(meant, { sent, undone }, decided), log).toBe(true)
  return { sent, undone, log }
}

/** @returns Their ids, in the order of their list. */
async function makeEvents(story: Story): Promise<readonly string[]> {
  await makePolicy(story)
  const { world } = story.installation
  for (let i = 0; i < events; i += 1)
    await world.deliver(story.tenant, { from: `+15550910${100 + i}`, body: `${i}: ${promise}` })
  await world.settle()
  return idsOf(story)
}

const openOnes = 'status[in]:new,in_review,escalated'

async function idsOf(
  { installation: { world }, tenant }: Story,
  filter?: string,
): Promise<readonly string[]> {
  const caller = await world.as(tenant, tenant.users.compliance)
  const path = `/bff/api/v1/cognitive-events?limit=200&sort=triggeredTime${filter ? `&filter=${filter}` : ''}`
  return (await caller.call('GET', path)).json.items.map(({ id }: { id: string }) => id)
}

/** What the server has kept: which change was made on which event, and which changes were undone. */
async function changesOf({ installation: { world }, tenant }: Story, ids: readonly string[]) {
  // Read at once: a call for each event would be more than a caller may ask in a minute.
  const history = await inTenant(world.ctx.db, tenant.id, (tx) =>
    tx
      .selectFrom('event_history')
      .where('event_id', 'in', ids as EventId[])
      .select(['event_id', 'kind', 'to_status', 'disposition', 'change_id', 'undoes'])
      .execute(),
  )
  const made = history.filter(({ kind, undoes }) => kind === 'status' && !undoes)
  return {
    made: made
      .map((row) =>
        entryOf({
          id: row.event_id,
          change: row.disposition ?? row.to_status ?? '',
          changeId: row.change_id ?? '',
        }),
      )
      .toSorted(),
    undone: [...new Set(history.flatMap(({ undoes }) => undoes ?? []))].toSorted(),
  }
}

const entryOf = ({ id, change, changeId }: Pick<Sent, 'change' | 'changeId'> & { readonly id: string }) =>
  `${change} on ${id} by ${changeId}`
