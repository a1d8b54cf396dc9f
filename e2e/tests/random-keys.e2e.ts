import { isWhole } from '@verbatim/reference/share.ts'
import { makePolicy, promise, rows } from '#events.ts'
import { varyDelay } from '#network.ts'
import { listOf, randomOf, reviewAtRandom } from '#reviewer.ts'
import { expect, test } from '#world.ts'

/** `SEEDS=1-1000` tries these. */
const [first = 1, last = isWhole ? 4 : 1] = (process.env['SEEDS'] ?? '')
  .split('-')
  .filter(Boolean)
  .map(Number)
const seeds = Array.from({ length: last - first + 1 }, (_, i) => first + i)

const events = 12

for (const seed of seeds)
  test(`no random key decides an event other than the one it was pressed for, seed ${seed} @second-path`, async ({
    page,
    story,
  }) => {
    test.setTimeout(240_000)
    await makePolicy(story)
    const { world } = story.installation
    for (let i = 0; i < events; i += 1)
      await world.deliver(story.tenant, { from: `+155509300${10 + i}`, body: promise })
    await world.settle()
    const caller = await world.as(story.tenant, story.tenant.users.compliance)
    const decided = async () => {
      const { json } = await caller.call('GET', '/bff/api/v1/cognitive-events?limit=50&sort=triggeredTime')
      const items = json.items as readonly { readonly disposition?: string | null }[]
      return items.flatMap(({ disposition }, place) => (disposition ? [[place, disposition]] : []))
    }
    await story.signIn(page)
    await page.goto(story.origin + listOf(1))
    await expect(rows(page)).toHaveCount(5)
    const reviewing = {
      page,
      random: randomOf(seed),
      delay: await varyDelay(page),
      count: events,
      agrees: (meant: ReadonlyMap<number, string>, message: string) =>
        expect.poll(decided, { message, timeout: 30_000 }).toEqual([...meant].toSorted(([a], [b]) => a - b)),
    }
    await reviewAtRandom(reviewing, 200)
  })
