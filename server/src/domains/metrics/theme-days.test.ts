/** The counts of themes by day are those of their messages, whatever happens to messages and themes, and also after they were counted again. */
import { categories, urgencies } from '@verbatim/contract/categories.ts'
import { GroupId, type MessageId, type ThemeId } from '@verbatim/contract/ids.ts'
import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { followContext } from '#domains/themes/context-commands.ts'
import { moveMessages } from '#domains/themes/move-commands.ts'
import { putThemes } from '#domains/themes/placing-commands.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import type { TestDatabase } from '#testing/database.ts'
import { dayIn } from '#testing/day-in.ts'
import { insertMessages } from '#testing/messages.ts'
import { makeOrganization } from '#testing/organizations.ts'
import { readAgain } from '#testing/read-again.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import { insertThemes } from '#testing/themes.ts'
import { recountMessages } from './rebuild.ts'

const now = new Date('2026-10-28T12:00:00Z')
/** The clocks of Berlin go back on 25 October 2026. */
const zones = ['Europe/Berlin', 'America/Los_Angeles', 'Asia/Kathmandu'] as const
const group = GroupId.parse(newId(now))
const said = fc.record({
  /** Within hours, so that some follow others, in which a day begins somewhere. */
  posted_at: fc
    .tuple(
      fc.constantFrom('2026-10-24T21:30:00Z', '2026-10-25T06:30:00Z', '2026-10-25T22:30:00Z'),
      fc.integer({ min: 0, max: 3_599_999 }),
    )
    .map(([hour, after]) => new Date(Date.parse(hour) + after)),
  category: fc.constantFrom(...categories),
  urgency: fc.constantFrom(...urgencies),
  theme: fc.integer({ min: 0, max: 2 }),
})

/** What happens to some of the messages, by their place. */
const happening = fc.record({
  to: fc.uniqueArray(fc.nat({ max: 11 }), { maxLength: 6 }),
  what: fc.oneof(
    fc.record({ is: fc.constant('placed' as const), theme: fc.integer({ min: 0, max: 2 }) }),
    fc.record({ is: fc.constant('unplaced' as const) }),
    fc.record({
      is: fc.constant('read again' as const),
      category: fc.constantFrom(...categories),
      urgency: fc.constantFrom(...urgencies),
    }),
    fc.record({ is: fc.constant('reached a group' as const) }),
    fc.record({ is: fc.constant('follow others' as const) }),
    fc.record({
      is: fc.constant('automatic' as const),
      content_type: fc.constantFrom('text' as const, 'system' as const),
    }),
    fc.record({ is: fc.constant('counted again' as const), zone: fc.constantFrom(...zones) }),
    fc.record({
      is: fc.constant('counted by the previous release' as const),
      zone: fc.constantFrom(...zones),
    }),
    fc.record({ is: fc.constant('merged' as const), most: fc.constantFrom(1, 100) }),
  ),
})
type What = typeof happening extends fc.Arbitrary<infer T extends { what: unknown }> ? T['what'] : never

let database: TestDatabase
useTestDatabase((opened) => {
  database = opened
})

async function happen(tx: TenantTx, what: What, ids: readonly MessageId[], themes: readonly ThemeId[]) {
  const these = sql`id = any(${ids}::uuid[])`
  if (what.is === 'placed' || what.is === 'unplaced' || what.is === 'follow others') {
    const themeId = what.is === 'placed' ? themes[what.theme] : undefined
    await putThemes(
      tx,
      ids.map((messageId) => ({ messageId, themeId })),
    )
  }
  if (what.is === 'read again')
    await sql`update message set category = ${what.category}, urgency = ${what.urgency} where ${these}`.execute(
      tx,
    )
  if (what.is === 'reached a group')
    await sql`update message set group_ids = ${[group]}::uuid[] where ${these}`.execute(tx)
  if (what.is === 'follow others') await followContext(tx, ids)
  if (what.is === 'automatic')
    await readAgain(tx, ids, { content_type: what.content_type, flags: ['autoReply'] }, now)
  if (what.is === 'counted again') {
    await sql`update organization set time_zone = ${what.zone}`.execute(tx)
    await recountMessages(tx)
  }
  // It does not know these counts.
  if (what.is === 'counted by the previous release')
    await sql`update organization set time_zone = ${what.zone}, rollup_zone = ${what.zone}`.execute(tx)
  if (what.is === 'merged')
    await moveMessages(tx, [{ theme_id: themes[0]!, into_id: themes[1]! }], now, what.most)
}

/** A theme is merged at most once. */
const mergedOnce = <T extends { readonly what: What }>(happened: readonly T[]) => {
  const first = happened.findIndex(({ what }) => what.is === 'merged')
  return happened.filter(({ what }, at) => what.is !== 'merged' || at === first)
}

interface Counted {
  day: string
  theme_id: ThemeId
  category: string
  low: number
  medium: number
  high: number
}

const kept = async (tx: TenantTx) =>
  (
    await sql<Counted>`select day::text, theme_id, category, low, medium, high from theme_day order by 1, 2, 3`.execute(
      tx,
    )
  ).rows

/** The same, counted one by one. */
async function countByHand(tx: TenantTx, zone: string): Promise<Counted[]> {
  const rows = await tx
    .selectFrom('message_theme')
    .innerJoin('message', 'message.id', 'message_theme.message_id')
    .select(['theme_id', 'message.posted_at', 'message.category', 'message.urgency'])
    .execute()
  const found = new Map<string, Counted>()
  for (const { theme_id, posted_at, category, urgency } of rows) {
    const day = dayIn(zone, posted_at)
    const key = `${day} ${theme_id} ${category}`
    const counted = found.get(key) ?? { day, theme_id, category, low: 0, medium: 0, high: 0 }
    counted[urgency] += 1
    found.set(key, counted)
  }
  return [...found].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, counted]) => counted)
}

const countRows = async (tx: TenantTx, from: RawBuilder<unknown>) =>
  (await sql`select from ${from}`.execute(tx)).rows.length

test('counts of themes by day equal their messages, also after changes and a recount', async () => {
  let [counted, following, underWay] = [0, 0, 0]
  await fc.assert(
    fc.asyncProperty(
      fc.array(said, { minLength: 12, maxLength: 12 }),
      fc.array(happening, { maxLength: 8 }),
      async (given, happened) => {
        const tenantId = await makeOrganization(database.db, now, {
          rollup_zone: zones[0],
          time_zone: zones[0],
        })
        await inTenant(database.db, tenantId, async (tx) => {
          const unread = given.map((one) => ({ ...one, content_type: 'unsupported' as const }))
          const ids = await insertMessages(tx, unread, now)
          const themes = await insertThemes(
            tx,
            ['One', 'Two', 'Three'].map((name, theme) => ({
              name,
              messageIds: ids.filter((_, at) => given[at]!.theme === theme),
            })),
            now,
          )
          for (const { to, what } of mergedOnce(happened))
            await happen(
              tx,
              what,
              to.map((at) => ids[at]!),
              themes,
            )
          const zone = happened.reduce<string>(
            (last, { what }) => ('zone' in what ? what.zone : last),
            zones[0],
          )
          const expected = await countByHand(tx, zone)
          expect(await kept(tx)).toEqual(expected)
          await recountMessages(tx)
          expect(await kept(tx)).toEqual(expected)
          counted += expected.length
          following += await countRows(tx, sql`message_theme where from_context`)
          underWay += await countRows(tx, sql`theme_move`)
        })
      },
    ),
    { numRuns: roundsOf(60) },
  )
  expect(counted).toBeGreaterThan(roundsOf(60))
  expect(following).toBeGreaterThan(0)
  expect(underWay).toBeGreaterThan(0)
})
