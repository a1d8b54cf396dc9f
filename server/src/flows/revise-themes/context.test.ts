/** Short messages follow the messages before them, in whatever order they arrive. */
import { minuteMs } from '@verbatim/contract/durations.ts'
import {
  type ConversationId,
  type GroupId,
  type MessageId,
  TenantId,
  type ThemeId,
} from '@verbatim/contract/ids.ts'
import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { mergeConversations } from '#domains/messages/conversation-names.ts'
import { followContext } from '#domains/themes/context-commands.ts'
import { putThemes } from '#domains/themes/placing-commands.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import type { TestDatabase } from '#testing/database.ts'
import { insertMessages } from '#testing/messages.ts'
import { insertThemes } from '#testing/themes.ts'
import { useTestDatabase } from '#testing/test-world.ts'

const now = new Date('2026-10-28T12:00:00Z')
const groups = [newId<GroupId>(now), newId<GroupId>(now)]
let database: TestDatabase
let tenantId: TenantId
let themes: ThemeId[]
useTestDatabase(async (opened) => {
  database = opened
  tenantId = TenantId.parse(newId(now))
  themes = await within(async (tx) => {
    await tx.insertInto('organization').values({ tenant_id: tenantId, host_label: 't', name: 'T' }).execute()
    const given = ['Fees', 'Pensions'].map((name) => ({ name, messageIds: [] }))
    return insertThemes(tx, given, now)
  })
})

const within = <T>(work: (tx: TenantTx) => Promise<T>) => inTenant(database.db, tenantId, work)

/** One message: in which conversation, when, what it says itself, and who may read it. */
interface Said {
  readonly conversation: number
  readonly minute: number
  /** The number of its own theme. */
  readonly own?: number | undefined
  readonly isLong?: boolean
  readonly isAutomatic?: boolean
  /** It could not be decrypted so far, so only its line is there. */
  readonly isUndecrypted?: boolean
  /** It is a file without words. */
  readonly isFile?: boolean
  readonly readers?: number
}

const saidArbitrary: fc.Arbitrary<Said> = fc.record({
  conversation: fc.nat({ max: 1 }),
  // Many at the same time, and many just an hour apart.
  minute: fc.nat({ max: 20 }).map((step) => step * 15),
  own: fc.option(fc.nat({ max: 1 }), { nil: undefined }),
  isLong: fc.boolean(),
  isAutomatic: fc.nat({ max: 5 }).map((one) => one === 0),
  isUndecrypted: fc.nat({ max: 5 }).map((one) => one === 0),
  isFile: fc.nat({ max: 5 }).map((one) => one === 0),
  readers: fc.nat({ max: 2 }),
})

/** The law, spelled out: the number of the theme that each message follows. */
function followed(all: readonly Said[]): (number | undefined)[] {
  const own = (one: Said) => (one.isAutomatic ? undefined : one.own)
  const readers = ({ readers: count = 2 }: Said) => count
  return all.map((one) => {
    const saysNothing = one.isFile || !one.isLong
    if (own(one) !== undefined || !saysNothing || one.isAutomatic || one.isUndecrypted) return undefined
    const before = all.filter(
      (other) =>
        other.conversation === one.conversation && own(other) !== undefined && other.minute <= one.minute,
    )
    const latest = Math.max(...before.map(({ minute }) => minute))
    if (one.minute - latest > 60) return undefined
    const at = before.filter(({ minute }) => minute === latest)
    const theme = Math.max(...at.map((other) => own(other) ?? -1))
    // Of those that say the same at the same time, the one that fewest may read counts.
    const fewest = Math.min(...at.filter((other) => own(other) === theme).map(readers))
    return fewest >= readers(one) ? theme : undefined
  })
}

async function insert(tx: TenantTx, said: readonly Said[], conversations: readonly ConversationId[]) {
  return insertMessages(
    tx,
    said.map((one) => ({
      conversation_id: conversations[one.conversation]!,
      posted_at: new Date(now.getTime() + one.minute * minuteMs),
      body: one.isFile ? null : one.isLong ? 'x'.repeat(201) : 'ok',
      flags: [...(one.isAutomatic ? ['autoReply'] : []), ...(one.isUndecrypted ? ['undecrypted'] : [])],
      group_ids: groups.slice(0, one.readers ?? 2),
    })),
    now,
  )
}

async function place(
  tx: TenantTx,
  placed: readonly { id: MessageId; own: number | undefined }[],
  part: { readonly upTo?: MessageId } = {},
) {
  await putThemes(
    tx,
    placed.map(({ id, own }) => ({ messageId: id, themeId: own === undefined ? undefined : themes[own] })),
  )
  await followContext(
    tx,
    placed.map(({ id }) => id),
    part,
  )
}

async function followedOf(tx: TenantTx, ids: readonly MessageId[]): Promise<(number | undefined)[]> {
  const rows = await tx
    .selectFrom('message_theme')
    .where('message_id', '=', sql<MessageId>`any(${ids}::uuid[])`)
    .where('from_context', '=', true)
    .select(['message_id', 'theme_id'])
    .execute()
  const found = new Map(rows.map((row) => [row.message_id, themes.indexOf(row.theme_id)]))
  return ids.map((id) => found.get(id))
}

const openConversations = () => [newId<ConversationId>(now), newId<ConversationId>(now)]

test('in any order of arrivals, changes and merges, short messages have the theme of the message before them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(saidArbitrary, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 5 }),
      fc.array(fc.tuple(fc.nat(), fc.option(fc.nat({ max: 1 }), { nil: undefined })), { maxLength: 4 }),
      fc.option(fc.nat({ max: 4 }), { nil: undefined }),
      async (batches, changes, mergedAfter) => {
        const conversations = openConversations()
        const all: Said[] = []
        const ids: MessageId[] = []
        await within(async (tx) => {
          for (const [number, given] of batches.entries()) {
            const isOne = mergedAfter !== undefined && number > mergedAfter
            const batch = isOne ? given.map((one) => ({ ...one, conversation: 0 })) : given
            const fresh = await insert(tx, batch, conversations)
            await place(
              tx,
              fresh.map((id, at) => ({ id, own: batch[at]!.own })),
            )
            all.push(...batch)
            ids.push(...fresh)
            if (number !== mergedAfter || new Set(all.map((one) => one.conversation)).size < 2) continue
            await mergeConversations(tx, new Map([[conversations[1]!, conversations[0]!]]))
            for (const [at, one] of all.entries()) all[at] = { ...one, conversation: 0 }
          }
          for (const [number, own] of changes) {
            const at = number % all.length
            all[at] = { ...all[at]!, own }
            await place(tx, [{ id: ids[at]!, own }])
          }
        })
        expect(await within((tx) => followedOf(tx, ids))).toEqual(followed(all))
      },
    ),
    { numRuns: roundsOf(60, 25) },
  )
})

test('a history that is placed batch by batch ends the same, and no batch changes messages of later ones', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(saidArbitrary, { minLength: 2, maxLength: 12 }),
      fc.integer({ min: 1, max: 4 }),
      fc.func(fc.option(fc.nat({ max: 1 }), { nil: undefined })),
      async (all, size, revisedOf) => {
        const ids = await within((tx) => insert(tx, all, openConversations()))
        // At first none has a theme; a revision then gives them others.
        for (const said of [all, all.map((one, at) => ({ ...one, own: revisedOf(at) }))]) {
          for (let first = 0; first < ids.length; first += size) {
            const batch = ids.slice(first, first + size).map((id, at) => ({ id, own: said[first + at]!.own }))
            const later = ids.slice(first + size)
            const before = await within((tx) => followedOf(tx, later))
            await within((tx) => place(tx, batch, { upTo: batch.at(-1)!.id }))
            expect(await within((tx) => followedOf(tx, later))).toEqual(before)
          }
          expect(await within((tx) => followedOf(tx, ids))).toEqual(followed(said))
        }
      },
    ),
    { numRuns: roundsOf(40, 25) },
  )
})

test.for<[string, Said[], (number | undefined)[]]>([
  [
    'an answer within the hour follows',
    [
      { conversation: 0, minute: 0, own: 0 },
      { conversation: 0, minute: 60 },
    ],
    [undefined, 0],
  ],
  [
    'a later one does not',
    [
      { conversation: 0, minute: 0, own: 0 },
      { conversation: 0, minute: 61 },
    ],
    [undefined, undefined],
  ],
  [
    'one in another conversation does not',
    [
      { conversation: 0, minute: 0, own: 0 },
      { conversation: 1, minute: 1 },
    ],
    [undefined, undefined],
  ],
  [
    'a long one does not',
    [
      { conversation: 0, minute: 0, own: 0 },
      { conversation: 0, minute: 1, isLong: true },
    ],
    [undefined, undefined],
  ],
  [
    'an automatic one does not',
    [
      { conversation: 0, minute: 0, own: 0 },
      { conversation: 0, minute: 1, isAutomatic: true },
    ],
    [undefined, undefined],
  ],
  [
    'one that could not be decrypted yet does not',
    [
      { conversation: 0, minute: 0, own: 0 },
      { conversation: 0, minute: 1, isUndecrypted: true },
    ],
    [undefined, undefined],
  ],
  [
    'a file without words follows',
    [
      { conversation: 0, minute: 0, own: 0 },
      { conversation: 0, minute: 1, isFile: true },
    ],
    [undefined, 0],
  ],
  [
    'one with more readers does not',
    [
      { conversation: 0, minute: 0, own: 0, readers: 1 },
      { conversation: 0, minute: 1, readers: 2 },
    ],
    [undefined, undefined],
  ],
])('%s', async ([, said, expected]) => {
  expect(followed(said)).toEqual(expected)
  await within(async (tx) => {
    const ids = await insert(tx, said, openConversations())
    await place(
      tx,
      ids.map((id, at) => ({ id, own: said[at]!.own })),
    )
    expect(await followedOf(tx, ids)).toEqual(expected)
  })
})

test('a message of any number of groups gets the theme of the message before it', async () => {
  const readers = Array.from({ length: 200 }, () => newId<GroupId>(now))
  await within(async (tx) => {
    const said = [{ group_ids: readers, body: 'Fees' }]
    const [id] = await insertMessages(tx, said, now)
    await place(tx, [{ id: id!, own: 0 }])
    const reached = tx.selectFrom('theme_reach').where('theme_id', '=', themes[0]!).select('group_ids')
    expect(await reached.execute()).toContainEqual({ group_ids: readers })
  })
})
