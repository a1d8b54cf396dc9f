/** Figures narrowed to themes and divided by them, against a count by hand over generated messages, scopes and merges. */
import { categories, urgencies } from '@verbatim/contract/categories.ts'
import { channels } from '@verbatim/contract/channels.ts'
import { type ConversationId, GroupId, type MessageId, ThemeId } from '@verbatim/contract/ids.ts'
import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isWithin } from '#access/scope.ts'
import { moveMessages } from '#domains/themes/move-commands.ts'
import { putThemes } from '#domains/themes/placing-commands.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import type { TestDatabase } from '#testing/database.ts'
import { dayIn } from '#testing/day-in.ts'
import { insertMessages } from '#testing/messages.ts'
import { saidFields } from '#testing/said-messages.ts'
import { insertThemes } from '#testing/themes.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import { anyScopeOf } from '#testing/scopes.ts'
import { makeOrganization } from '#testing/organizations.ts'
import { findPeriods } from './period.ts'
import { recountMessages } from './rebuild.ts'
import { tileCounter } from './tiles.ts'

const now = new Date('2026-10-28T12:00:00Z')
const query = { 'date-from': '2026-10-23', 'date-to': '2026-10-26' }
/** Its clocks go back on 25 October 2026. */
const zone = 'Europe/Berlin'
const groups = Array.from({ length: 2 }, () => GroupId.parse(newId(now)))
const someChannels = channels.slice(0, 2)
const names = ['Deliveries', 'Invoices', 'Holidays'] as const
const none = names.length

const said = fc.record({
  ...saidFields(someChannels, groups),
  content_type: fc.constantFrom('text' as const, 'text' as const, 'system' as const),
  theme: fc.integer({ min: 0, max: none }),
})
type Said = typeof said extends fc.Arbitrary<infer T> ? T : never

const scope = anyScopeOf(someChannels, groups)

/** What happens to themes after messages were placed. */
const change = fc.record({
  /** A theme that becomes a part of another. */
  merged: fc.constantFrom(undefined, [0, 1] as const, [2, 0] as const),
  /** So many of its messages are moved with it; the others still have its ID. */
  movedAtOnce: fc.constantFrom(0, 3, 100),
  hidden: fc.constantFrom(undefined, 0, 1),
  /** Each third message is about this one now. */
  moved: fc.integer({ min: 0, max: none }),
})

const asked = fc.record({
  metric: fc.constantFrom('messages' as const, 'messages-received' as const, 'messages-sent' as const),
  theme: fc.option(fc.subarray([0, 1, 2], { minLength: 1 }), { nil: undefined }),
  category: fc.option(fc.subarray([...categories], { minLength: 2 }), { nil: undefined, freq: 1 }),
  /** One may be named twice. */
  urgency: fc.option(fc.array(fc.constantFrom(...urgencies), { minLength: 1, maxLength: 3 }), {
    nil: undefined,
  }),
  group: fc.option(fc.subarray(groups, { minLength: 1 }), { nil: undefined, freq: 1 }),
})

let database: TestDatabase
useTestDatabase((opened) => {
  database = opened
})

async function placeAll(
  tx: TenantTx,
  given: readonly Said[],
  { merged, movedAtOnce, hidden, moved }: Change,
) {
  // A conversation is on one channel.
  const conversations = new Map(someChannels.map((channel) => [channel, newId<ConversationId>(now)]))
  const rows = given.map((one) => ({ ...one, conversation_id: conversations.get(one.channel)! }))
  const ids: MessageId[] = await insertMessages(tx, rows, now)
  const of = (theme: number) => ids.filter((_, at) => given[at]?.theme === theme)
  const themes = await insertThemes(
    tx,
    names.map((name, theme) => ({ name, messageIds: of(theme) })),
    now,
  )
  await putThemes(
    tx,
    ids.flatMap((messageId, at) => (at % 3 === 0 ? [{ messageId, themeId: themes[moved] }] : [])),
  )
  if (merged) {
    const [from, into] = [themes[merged[0]]!, themes[merged[1]]!]
    await sql`update theme set merged_into = ${into}, retired_at = ${now} where id = ${from}`.execute(tx)
    await moveMessages(tx, [{ theme_id: from, into_id: into }], now, movedAtOnce)
  }
  if (hidden !== undefined)
    await sql`update theme set hidden_at = ${now} where id = ${themes[hidden]}`.execute(tx)
  return themes
}
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

const directionOf = {
  messages: undefined,
  'messages-received': 'inbound',
  'messages-sent': 'outbound',
} as const

test('a figure narrowed to themes, and its parts by theme, equal a count by hand', async () => {
  let counted = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(said, { minLength: 20, maxLength: 50 }),
      change,
      fc.array(fc.tuple(scope, asked), { minLength: 2, maxLength: 4 }),
      async (given, happened, questions) => {
        const tenantId = await makeOrganization(database.db, now, { rollup_zone: zone })
        await inTenant(database.db, tenantId, async (tx) => {
          const themes = await placeAll(tx, given, happened)
          const standing = (theme: number) => (happened.merged?.[0] === theme ? happened.merged[1] : theme)
          const placed = given.map((one, at) => ({
            ...one,
            theme: standing(at % 3 === 0 ? happened.moved : one.theme),
          }))
          if (placed.length % 2 === 0) await recountMessages(tx)
          const periods = await findPeriods(tx, query, now)
          for (const [reader, { metric, theme, category, urgency, group }] of questions) {
            const filter = {
              ...(theme && { theme: theme.map((at) => themes[at]!) }),
              ...(category && { category }),
              ...(urgency && { urgency }),
              ...(group && { group }),
            }
            const seen = placed.filter(
              (one) =>
                one.content_type !== 'system' &&
                isWithin(reader, { channel: one.channel, groupIds: one.group_ids }) &&
                (directionOf[metric] ?? one.direction) === one.direction &&
                (theme?.map(standing).includes(one.theme) ?? true) &&
                (category?.includes(one.category) ?? true) &&
                (urgency?.includes(one.urgency) ?? true) &&
                (group?.some((id) => one.group_ids.includes(id)) ?? true),
            )
            const between = (of: readonly Said[], from: string, to: string) =>
              of.filter(({ posted_at }) => dayIn(zone, posted_at) >= from && dayIn(zone, posted_at) <= to)
                .length
            const valuesOf = (of: readonly Said[]) => ({
              value: between(of, '2026-10-23', '2026-10-26'),
              previous: between(of, '2026-10-19', '2026-10-22'),
            })
            const count = tileCounter({ tx, scope: reader, periods })
            const { figure } = await count({ metric, filter })
            expect(figure).toMatchObject({
              ...valuesOf(seen),
              series: ['2026-10-23', '2026-10-24', '2026-10-25', '2026-10-26'].map((day) =>
                between(seen, day, day),
              ),
            })
            const { parts = [] } = await count({ metric, filter, by: 'theme' })
            const expected = names.flatMap((name, at) => {
              const values = valuesOf(seen.filter((one) => one.theme === at))
              const isShown = happened.hidden !== at && values.value + values.previous > 0
              return isShown ? [{ key: themes[at], name, ...values }] : []
            })
            const byName = (one: { name?: string | undefined }, other: { name?: string | undefined }) =>
              (one.name ?? '') < (other.name ?? '') ? -1 : 1
            expect(
              parts
                .map(({ key, name, value, previous }) => ({ key, name, value, previous }))
                .toSorted(byName),
            ).toEqual(expected.toSorted(byName))
            expect(parts.map(({ value }) => value)).toEqual(
              parts.map(({ value }) => value).toSorted((one, other) => other - one),
            )
            if (theme) counted += figure?.value ?? 0
          }
        })
      },
    ),
    { numRuns: roundsOf(80, 25) },
  )
  expect(counted).toBeGreaterThan(roundsOf(80, 25) / 2)
})

test('a theme of another organization, or of none, has no messages', async () => {
  const [other, tenantId] = [
    await makeOrganization(database.db, now, { rollup_zone: zone }),
    await makeOrganization(database.db, now, { rollup_zone: zone }),
  ]
  const theirs = await inTenant(database.db, other, async (tx) => {
    const ids = await insertMessages(tx, [{ posted_at: new Date('2026-10-24T12:00:00Z') }], now)
    return insertThemes(tx, [{ name: 'Secret', messageIds: ids }], now)
  })
  await inTenant(database.db, tenantId, async (tx) => {
    await insertMessages(tx, [{ posted_at: new Date('2026-10-24T12:00:00Z') }], now)
    const periods = await findPeriods(tx, query, now)
    const everything: AccessScope = [{ channels: [...channels], groupIds: 'all' }]
    const count = tileCounter({ tx, scope: everything, periods })
    const filter = { theme: [...theirs, ThemeId.parse(newId(now))] }
    expect((await count({ metric: 'messages', filter })).figure?.value).toBe(0)
    expect((await count({ metric: 'messages', filter, by: 'theme' })).parts).toEqual([])
    expect((await count({ metric: 'messages', filter: {} })).figure?.value).toBe(1)
  })
})
