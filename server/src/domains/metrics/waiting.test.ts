/** Waiting clients against a count by hand, over generated conversations that arrive in any order, change, and are read in parts. */
import { hourMs } from '@verbatim/contract/durations.ts'
import { urgencies } from '@verbatim/contract/categories.ts'
import { type Channel, channels } from '@verbatim/contract/channels.ts'
import { noOwner } from '@verbatim/contract/rows-of.ts'
import { AccountId, ConversationId, GroupId, type MessageId, UserId } from '@verbatim/contract/ids.ts'
import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isWithin } from '#access/scope.ts'
import { createAccounts } from '#domains/accounts/commands.ts'
import { handOver } from '#flows/remove-user/hand-over.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { Direction } from '#kernel/captured-event.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import type { TestDatabase } from '#testing/database.ts'
import { insertMessages } from '#testing/messages.ts'
import { makeOrganization } from '#testing/organizations.ts'
import { allOrGroups } from '#testing/scopes.ts'
import { divisionsOf, nameGroups } from '#testing/scoped-parts.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import { expectWaitingParts, idsOf, questionOf, someChannels } from '#testing/waiting-parts.ts'
import { findPeriods } from './period.ts'
import { findWaitingClients, waitingFigure, waitingMessageParts } from './waiting.ts'
import { findWaitingOwners, waitingParts } from './waiting-owners.ts'

const now = new Date('2026-10-30T12:00:00Z')
const groups = Array.from({ length: 2 }, () => GroupId.parse(newId(now)))
const people = Array.from({ length: 2 }, () => UserId.parse(newId(now)))
const everyone = { channels: [...channels], groupIds: 'all' as const }

/** The first is between two people; the others are in groups, whose readers may see a part. */
const conversations = [0, 1, 2, 3].map((at) => ({
  id: ConversationId.parse(newId(now)),
  type: at === 0 ? 'direct' : 'group',
  isClosed: at === 3,
  owners: [[people[0]], [people[0], people[1]], [], [people[1]]][at] as UserId[],
}))

interface Said {
  id: MessageId
  posted_at: Date
  channel: Channel
  direction: Direction
  category: string
  urgency: string
  conversation_id: ConversationId
  author_user_id: UserId | null
  group_ids: GroupId[]
  content_type: 'text' | 'system' | 'unsupported'
  deletion: string | null
  flags: string[]
}

/** Around the limits: a month, some hours, and messages of the same time. */
const time = fc
  .tuple(
    fc.constantFrom(1, 2, 23, 24, 25, 47, 48, 49, 30 * 24 - 1, 30 * 24, 30 * 24 + 1),
    fc.constantFrom(-1, 0, 0, 1),
  )
  .map(([hours, seconds]) => new Date(now.getTime() - hours * hourMs + seconds * 1000))

const said = fc.record({
  posted_at: time,
  direction: fc.constantFrom<Direction>('inbound', 'inbound', 'inbound', 'inbound', 'outbound', 'internal'),
  urgency: fc.constantFrom(...urgencies),
  category: fc.constantFrom('question', 'request', 'complaint', 'compliment', 'other', 'other'),
  conversation: fc.nat({ max: conversations.length - 1 }),
  isAside: fc.constantFrom(false, false, true),
  content_type: fc.constantFrom<Said['content_type']>('text', 'text', 'unsupported', 'system'),
  flags: fc.constantFrom<string[]>([], [], [], ['autoReply']),
  deletion: fc.oneof(
    { weight: 4, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom('everyone', 'admin', 'unknown', 'owner-local') },
  ),
})

const scope = allOrGroups(groups)

let database: TestDatabase
useTestDatabase((opened) => {
  database = opened
})

const asks = new Set(['question', 'request', 'complaint'])
/** A deletion on one's own device takes nothing from the other side. */
const isGone = ({ deletion }: Said) => deletion !== null && deletion !== 'owner-local'
const isCounted = ({ content_type, flags }: Said) => content_type !== 'system' && !flags.includes('autoReply')

/** What one would find by reading what a reader sees of each conversation. */
function findByHand(all: readonly Said[], reader: AccessScope, waitingHours: number) {
  return conversations.flatMap(({ id, type, isClosed, owners }) => {
    const seen = all
      .filter((one) => one.conversation_id === id && isCounted(one))
      .filter((one) => isWithin(reader, { channel: one.channel, groupIds: one.group_ids }))
    const answers = seen
      .filter((one) => one.direction === 'outbound' && !isGone(one))
      .map((one) => one.posted_at.getTime())
    const waitsFor = (one: Said) => {
      if (isGone(one)) return false
      const { posted_at, direction, category } = one
      const [at, age] = [posted_at.getTime(), now.getTime() - posted_at.getTime()]
      const isDue = age >= waitingHours * hourMs && age <= 30 * 24 * hourMs
      return direction === 'inbound' && asks.has(category) && isDue && !answers.some((answer) => answer >= at)
    }
    const oldest = seen
      .filter(waitsFor)
      .toSorted(
        (one, other) => one.posted_at.getTime() - other.posted_at.getTime() || (one.id < other.id ? -1 : 1),
      )[0]
    if (!oldest || isClosed) return []
    const wrote = new Set(seen.map(({ author_user_id: author }) => author))
    const isKnown = (owner: UserId) =>
      reader.some(({ groupIds }) => groupIds === 'all') || type === 'direct' || wrote.has(owner)
    return [{ conversationId: id, messageId: oldest.id, oldest, owners: owners.filter(isKnown) }]
  })
}

async function makeConversations(tx: TenantTx, account?: AccountId): Promise<void> {
  for (const [at, id] of people.entries())
    await sql`insert into tenant_user (id, email, email_key, first_name, phone_number)
      values (${id}, ${`p${at}@x.example`}, ${`p${at}@x.example`}, ${`Person ${at}`}, null)`.execute(tx)
  for (const { id, type, isClosed, owners } of conversations) {
    await sql`insert into conversation (id, channel, account_id, conversation_key, type, first_at, last_at, closed_at, closed_reason)
      values (${id}, 'sms', ${account ?? id}, ${id}, ${type}, ${now}, ${now}, ${isClosed ? now : null}, ${isClosed ? 'share-level' : null})`.execute(
      tx,
    )
    for (const owner of owners)
      await sql`insert into participant (conversation_id, address, kind, user_id, first_at, last_at)
        values (${id}, ${owner}, 'phone', ${owner}, ${now}, ${now})`.execute(tx)
  }
}

type Waiting = ReturnType<typeof findByHand>[number]

const anything = { limit: 50, skip: 0 }

test('waiting clients, in all and by representative, equal a count by hand, for readers of all and of a part', async () => {
  let waited = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(1, 24, 48),
      fc.array(said, { minLength: 8, maxLength: 30 }),
      fc.array(scope, { minLength: 1, maxLength: 2 }),
      fc.subarray(divisionsOf(someChannels, groups), { minLength: 2, maxLength: 2 }),
      async (waitingHours, lines, readers, divided) => {
        const tenantId = await makeOrganization(database.db, now, { waiting_hours: waitingHours })
        await inTenant(database.db, tenantId, async (tx) => {
          await makeConversations(tx)
          await nameGroups(tx, groups)
          const all = lines.map(({ conversation, isAside, ...one }): Said => {
            const { id, owners } = conversations[conversation] ?? {
              id: ConversationId.parse(newId(now)),
              owners: [],
            }
            return {
              ...one,
              id: newId<MessageId>(now),
              channel: someChannels[conversation % 2] as Channel,
              conversation_id: id,
              author_user_id: one.direction === 'outbound' ? (owners[0] ?? null) : null,
              group_ids: isAside ? [...groups] : [groups[conversation % 2] as GroupId],
            }
          })
          await insertMessages(
            tx,
            // A user's address is their own, so that the days of conversations name the user.
            all.map(({ deletion, ...one }) => ({
              ...one,
              author_address: one.author_user_id ?? '+15550109999',
              ...(deletion !== null && { deleted_at: now, deletion: { scope: deletion } }),
            })),
            now,
          )
          const periods = await findPeriods(tx, {}, now)
          for (const reader of readers) {
            const byHand = findByHand(all, reader, waitingHours)
            const figure = await waitingFigure(tx, reader, periods)
            const clients = await findWaitingClients(tx, reader, periods, anything)
            expect([figure.id, figure.value, figure.drilldown?.rows, clients.total]).toEqual([
              'waiting-clients',
              ...Array(3).fill(byHand.length),
            ])
            expect(idsOf(clients.items)).toEqual(idsOf(byHand))
            const { items: owners } = await findWaitingOwners(tx, reader, periods, anything)
            const ofOwner = (owner: UserId | undefined) =>
              byHand.filter((one) => (owner ? one.owners.includes(owner) : one.owners.length === 0))
            const expected = [...people, undefined].filter((owner) => ofOwner(owner).length > 0)
            expect(new Set(owners.map(({ id }) => id))).toEqual(new Set(expected))
            for (const { id, waiting, drilldown } of owners) {
              expect([waiting, drilldown.rows]).toEqual(Array(2).fill(ofOwner(id).length))
              const own = await findWaitingClients(tx, reader, periods, { ...anything, owner: id ?? noOwner })
              expect(idsOf(own.items)).toEqual(idsOf(ofOwner(id)))
            }
            const { parts } = await waitingParts(tx, reader, periods)
            expect(parts.map(({ key, value }) => [key, value])).toEqual(
              owners.map(({ id = noOwner, waiting }) => [id, waiting]),
            )
            for (const asked of divided)
              await expectWaitingParts(tx, byHand, { reader, periods, asked, groups })
            const byMessage = await waitingMessageParts(tx, reader, periods, { urgency: ['high', 'low'] })
            for (const field of ['category', 'urgency'] as const)
              for (const { key, value, drilldown } of byMessage[field].parts) {
                const isSame = ({ oldest }: Waiting) => oldest.urgency !== 'medium' && oldest[field] === key
                const same = byHand.filter(isSame)
                expect([field, key, value, drilldown?.rows]).toEqual([field, key, same.length, same.length])
                const as = await findWaitingClients(tx, reader, periods, questionOf(drilldown))
                expect(idsOf(as.items)).toEqual(idsOf(same))
              }
            waited += byHand.length
          }
        })
      },
    ),
    { numRuns: roundsOf(120) },
  )
  expect(waited).toBeGreaterThan(roundsOf(120) / 2)
})

test('if their representative has left, a client waits for the current owner of the account, but never for a disabled user', async () => {
  const tenantId = await makeOrganization(database.db, now)
  const successor = UserId.parse(newId(now))
  const account = AccountId.parse(newId(now))
  await inTenant(database.db, tenantId, async (tx) => {
    await makeConversations(tx, account)
    const person = { id: successor, email: 's@x.example', email_key: 's@x.example', first_name: 'Successor' }
    await tx
      .insertInto('tenant_user')
      .values({ ...person, phone_number: null })
      .execute()
    const leaver = people[0] as UserId
    const owned = {
      id: account,
      channel: 'sms',
      name: 'A',
      address: '+15550101234',
      ownerId: leaver,
    } as const
    await createAccounts(tx, [owned])
    const asked = conversations.map(({ id }) => ({
      conversation_id: id,
      category: 'question',
      posted_at: new Date(now.getTime() - 30 * hourMs),
    }))
    await insertMessages(tx, asked, now)
    const periods = await findPeriods(tx, {}, now)
    const owners = async () => {
      const { items } = await findWaitingOwners(tx, [everyone], periods, anything)
      return Object.fromEntries(items.map(({ id = noOwner, waiting }) => [id, waiting]))
    }
    const [, other] = people as [UserId, UserId]
    expect(await owners()).toEqual({ [leaver]: 2, [other]: 1, [noOwner]: 1 })
    await handOver(tx, { from: leaver, to: successor }, now)
    await sql`update tenant_user set removed_at = ${now}, enabled = false where id = ${leaver}`.execute(tx)
    expect(await owners()).toEqual({ [successor]: 2, [other]: 1, [noOwner]: 1 })
    const own = await findWaitingClients(tx, [everyone], periods, { ...anything, owner: successor })
    expect(idsOf(own.items)).toHaveLength(2)
    await sql`update tenant_user set enabled = false where id = ${successor}`.execute(tx)
    expect(await owners()).toEqual({ [other]: 1, [noOwner]: 2 })
  })
})
