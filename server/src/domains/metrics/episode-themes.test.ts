/** What conversations of a period are about, against a count by hand, for readers of all and of a part. */
import { channels } from '@verbatim/contract/channels.ts'
import { hourMs } from '@verbatim/contract/durations.ts'
import { ConversationId, GroupId, type MessageId, type ThemeId } from '@verbatim/contract/ids.ts'
import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWithin } from '#access/scope.ts'
import { findEpisodeTheme } from '#domains/themes/episode-theme.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import type { TestDatabase } from '#testing/database.ts'
import { dayIn } from '#testing/day-in.ts'
import { insertMessages } from '#testing/messages.ts'
import { openingTime } from '#testing/opening-parts.ts'
import { makeOrganization } from '#testing/organizations.ts'
import { allOrGroups } from '#testing/scopes.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import { insertThemes } from '#testing/themes.ts'
import { findMetricConversations } from './conversations.ts'
import { findPeriods } from './period.ts'

const now = new Date('2026-10-30T12:00:00Z')
const query = { 'date-from': '2026-10-24', 'date-to': '2026-10-27' }
/** The day two days before, from which stretches are looked at. */
const lookedFrom = '2026-10-22'
/** Its clocks go back on 25 October 2026. */
const zones = ['UTC', 'Europe/Berlin'] as const
const groups = Array.from({ length: 2 }, () => GroupId.parse(newId(now)))
const conversations = Array.from({ length: 2 }, () => ConversationId.parse(newId(now)))
const names = ['Fees', 'Pensions', 'Hidden'] as const

const said = fc.record({
  posted_at: openingTime,
  conversation: fc.nat({ max: conversations.length - 1 }),
  isAside: fc.constantFrom(false, false, true),
  content_type: fc.constantFrom('text' as const, 'text' as const, 'text' as const, 'system' as const),
  /** Undefined: about none of them. */
  theme: fc.constantFrom(0, 0, 1, 1, 2, undefined),
})
interface Said {
  readonly id: MessageId
  readonly posted_at: Date
  readonly conversation_id: ConversationId
  readonly group_ids: readonly GroupId[]
  readonly content_type: 'text' | 'system'
  readonly theme: number | undefined
}

let database: TestDatabase
useTestDatabase((opened) => {
  database = opened
})

/** What a reader sees of a conversation, in stretches without a pause. */
function stretchesOf(all: readonly Said[], reader: AccessScope, zone: string): Said[][] {
  const seen = all
    .filter(({ content_type: type }) => type !== 'system')
    .filter(({ group_ids: groupIds }) => isWithin(reader, { channel: 'sms', groupIds }))
    .toSorted((one, other) => one.posted_at.getTime() - other.posted_at.getTime())
  const stretches: Said[][] = []
  for (const one of seen) {
    const before = stretches.at(-1)?.at(-1)
    const isLater = before && dayIn(zone, one.posted_at) > dayIn(zone, before.posted_at)
    const pauses = before && one.posted_at.getTime() - before.posted_at.getTime() > 24 * hourMs
    if (!before || (isLater && pauses)) stretches.push([one])
    else stretches.at(-1)?.push(one)
  }
  return stretches
}

/** The theme of most of them, and of two the one of the last message. */
function themeOf(stretch: readonly Said[], themes: readonly ThemeId[]): string | undefined {
  const ranked = [0, 1].flatMap((theme) => {
    const of = stretch.filter((one) => one.theme === theme)
    const last = Math.max(...of.map(({ posted_at }) => posted_at.getTime()))
    return of.length > 0 ? [{ theme, count: of.length, last }] : []
  })
  const [first] = ranked.toSorted(
    (one, other) =>
      other.count - one.count ||
      other.last - one.last ||
      ((themes[one.theme] ?? '') < (themes[other.theme] ?? '') ? -1 : 1),
  )
  return first && names[first.theme]
}

async function insertAll(
  tx: TenantTx,
  given: readonly (typeof said extends fc.Arbitrary<infer T> ? T : never)[],
) {
  const all: Said[] = given.map(({ conversation, isAside, ...one }) => ({
    ...one,
    id: newId<MessageId>(now),
    conversation_id: conversations[conversation]!,
    group_ids: isAside ? [groups[1]!] : [groups[0]!],
  }))
  await insertMessages(
    tx,
    all.map(({ id, posted_at, conversation_id, group_ids, content_type }) => ({
      id,
      posted_at,
      conversation_id,
      group_ids,
      content_type,
    })),
    now,
  )
  const themes = await insertThemes(
    tx,
    names.map((name, theme) => ({
      name,
      messageIds: all.flatMap((one) => (one.theme === theme ? [one.id] : [])),
    })),
    now,
  )
  await tx.updateTable('theme').set({ hidden_at: now }).where('name', '=', 'Hidden').execute()
  return { all, themes }
}

test('each conversation has the theme of most of what the reader sees of it, and is found by it', async () => {
  let found = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...zones),
      fc.array(said, { minLength: 6, maxLength: 40 }),
      fc.array(allOrGroups(groups), { minLength: 1, maxLength: 2 }),
      async (zone, given, readers) => {
        const id = await makeOrganization(database.db, now, { rollup_zone: zone })
        await inTenant(database.db, id, async (tx) => {
          const { all, themes } = await insertAll(tx, given)
          const periods = await findPeriods(tx, query, now)
          for (const reader of readers) {
            const list = async (theme?: ThemeId) => {
              const page = { limit: 200, skip: 0, seesThemes: true }
              const { items, total } = await findMetricConversations(tx, reader, periods, { ...page, theme })
              expect(total).toBe(items.length)
              return items.map((one) => `${one.conversationId} ${one.firstAt} ${one.theme?.name}`).toSorted()
            }
            const looked = all.filter(({ posted_at }) => dayIn(zone, posted_at) >= lookedFrom)
            const byHand = conversations
              .flatMap((conversation) => {
                const of = looked.filter(
                  (one) =>
                    one.conversation_id === conversation && dayIn(zone, one.posted_at) <= periods.current.to,
                )
                return stretchesOf(of, reader, zone)
              })
              .filter((one) => one.some(({ posted_at }) => dayIn(zone, posted_at) >= periods.current.from))
              .map(
                (one) =>
                  `${one[0]?.conversation_id} ${one[0]?.posted_at.toISOString()} ${themeOf(one, themes)}`,
              )
              .toSorted()
            expect(await list()).toEqual(byHand)
            for (const [at, theme] of themes.entries()) {
              const of = byHand.filter((one) => names[at] !== 'Hidden' && one.endsWith(` ${names[at]}`))
              expect([names[at], await list(theme)]).toEqual([names[at], of])
              found += of.length
            }
            // The overview of a conversation says the same of its last stretch.
            for (const conversation of conversations) {
              const of = all.filter((one) => one.conversation_id === conversation)
              const last = stretchesOf(of, reader, zone).at(-1) ?? []
              const theme = await findEpisodeTheme(tx, reader, conversation)
              expect(theme?.name).toBe(themeOf(last, themes))
            }
          }
        })
      },
    ),
    { numRuns: roundsOf(60, 25) },
  )
  expect(found).toBeGreaterThan(roundsOf(60, 25))
})

test('readers who may not see themes get none, and a question for one is refused', async () => {
  const id = await makeOrganization(database.db, now)
  await inTenant(database.db, id, async (tx) => {
    const at = new Date('2026-10-25T12:00:00Z')
    const conversation = ConversationId.parse(newId(now))
    const [message] = await insertMessages(tx, [{ conversation_id: conversation, posted_at: at }], now)
    const [theme] = await insertThemes(tx, [{ name: 'Fees', messageIds: [message!] }], now)
    const everything = [{ channels: [...channels], groupIds: 'all' as const }]
    const periods = await findPeriods(tx, query, now)
    const list = (asked: object) =>
      findMetricConversations(tx, everything, periods, { limit: 10, skip: 0, ...asked })
    expect((await list({ seesThemes: true })).items).toMatchObject([{ theme: { id: theme, name: 'Fees' } }])
    const { items } = await list({})
    expect([items.length, items[0]]).toEqual([1, expect.not.objectContaining({ theme: expect.anything() })])
    await expect(list({ theme })).rejects.toMatchObject({
      code: 'access.denied',
      details: { permission: 'themes.view' },
    })
  })
})
