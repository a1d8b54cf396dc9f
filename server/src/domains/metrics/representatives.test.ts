/** Representatives, adoption and connected accounts against a count by hand, over generated accounts, members and messages that change. */
import { AccountId, type ConversationId, type MessageId } from '@verbatim/contract/ids.ts'
import type { Figure } from '@verbatim/contract/metrics.ts'
import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { AccessScope } from '#kernel/actor.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { rangesOf } from '#testing/capture-days.ts'
import type { TestDatabase } from '#testing/database.ts'
import { insertMessages } from '#testing/messages.ts'
import { makeOrganization } from '#testing/organizations.ts'
import {
  type Account,
  account,
  asSeen,
  figuresByHand,
  groups,
  now,
  people,
  type Person,
  person,
  query,
  type Said,
  said,
  someChannels,
} from '#testing/representatives-by-hand.ts'
import { anyScopeOf } from '#testing/scopes.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import { findAdoptionRate } from './adoption.ts'
import { accountFigure } from './connected-accounts.ts'
import { findPeriods } from './period.ts'
import { recountMessages } from './rebuild.ts'
import { findRepresentatives, representativeFigures } from './representatives.ts'

/** Berlin’s clocks go back within the period. */
const zones = ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns'] as const

let database: TestDatabase
useTestDatabase((opened) => {
  database = opened
})

const shown = (figures: readonly Figure[]) =>
  Object.fromEntries(
    figures.map(({ id, value, previous, series, previousSeries }) => [
      id,
      { value, previous, series, previousSeries },
    ]),
  )

async function fill(tx: TenantTx, members: readonly Person[], accounts: readonly Account[]): Promise<void> {
  await tx
    .insertInto('conversation_group')
    .values(groups.map((id, at) => ({ id, name: `Group ${at}`, name_key: `group ${at}` })))
    .execute()
  await tx
    .insertInto('tenant_user')
    .values(
      members.map(({ enabled, removed_at, messenger_role }, at) => {
        const email = `p${at}@x.example`
        const one = { enabled, removed_at, messenger_role, phone_number: null }
        return { ...one, id: people[at]!, email, email_key: email }
      }),
    )
    .execute()
  if (accounts.length === 0) return
  await tx
    .insertInto('channel_account')
    .values(
      accounts.map(({ owner, before, ...one }, at) => ({
        ...one,
        connected_before: rangesOf(before),
        id: AccountId.parse(newId(now)),
        name: `Account ${at}`,
        address: `+1555010${at}`,
        owner_id: owner === null ? null : people[owner]!,
        settings: '{}',
        secrets: null,
      })),
    )
    .execute()
}

async function join(tx: TenantTx, members: readonly Person[], when: 0 | 1): Promise<void> {
  await sql`delete from conversation_group_member`.execute(tx)
  const rows = members.flatMap((one, at) =>
    one.groups[when].map((group) => ({ group_id: group, user_id: people[at]! })),
  )
  if (rows.length > 0) await tx.insertInto('conversation_group_member').values(rows).execute()
}

/** Captures messages in two parts, of which the second may be older than the first, and finds out more about some of them. */
async function capture(tx: TenantTx, given: readonly Said[], firstPart: number): Promise<Said[]> {
  const ids: MessageId[] = []
  // A conversation is on one channel.
  const conversations = new Map(someChannels.map((channel) => [channel, newId<ConversationId>(now)]))
  for (const part of [given.slice(0, firstPart), given.slice(firstPart)])
    if (part.length > 0)
      ids.push(
        ...(await insertMessages(
          tx,
          part.map(({ author, posted_at, direction, channel, content_type, flags, group_ids }) => ({
            posted_at,
            direction,
            channel,
            content_type,
            flags,
            group_ids,
            author_user_id: author === null ? null : people[author]!,
            conversation_id: conversations.get(channel)!,
          })),
          now,
        )),
      )
  const idsOf = (kind: Said['later']) => ids.filter((_, at) => given[at]?.later === kind)
  await sql`update message set group_ids = ${groups}::uuid[] where id = any(${idsOf('further groups')}::uuid[])`.execute(
    tx,
  )
  await sql`update message set flags = '{autoReply}' where id = any(${idsOf('automatic')}::uuid[])`.execute(
    tx,
  )
  return given.map((one) => ({
    ...one,
    ...(one.later === 'further groups' && { group_ids: [...groups] }),
    ...(one.later === 'automatic' && { flags: ['autoReply'] }),
  }))
}

test('representatives, their activity and adoption, connected accounts and the rows of their lists equal a count by hand', async () => {
  let [active, adopted, connected] = [0, 0, 0]
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...zones),
      fc.tuple(
        fc.array(person, { minLength: people.length, maxLength: people.length }),
        fc.array(account, { maxLength: 6 }),
      ),
      fc.tuple(fc.array(said, { minLength: 3, maxLength: 20 }), fc.nat({ max: 20 })),
      fc.array(anyScopeOf(someChannels, groups), { minLength: 1, maxLength: 3 }),
      async (zone, [members, accounts], [given, firstPart], readers) => {
        const id = await makeOrganization(database.db, now, { rollup_zone: zone })
        await inTenant(database.db, id, async (tx) => {
          await fill(tx, members, accounts)
          await join(tx, members, 0)
          const messages = await capture(tx, given, firstPart)
          await join(tx, members, 1)
          const periods = await findPeriods(tx, query, now)
          for (const reader of readers) {
            const seen = asSeen({ members, accounts, messages, zone }, reader)
            const byHand = figuresByHand(seen, periods)
            const figures = await representativeFigures(tx, reader, periods, true)
            expect(shown(figures)).toEqual(byHand)
            expect(await accountFigure(tx, reader, now)).toMatchObject({
              id: 'connected-accounts',
              value: seen.connected,
            })
            const adoption = await findAdoptionRate(tx, reader, periods, { limit: 10, skip: 0 })
            expect(adoption.rate).toBe(byHand['adoption-rate'].value)
            expect(adoption.items.map(({ rate }) => rate)).toEqual(byHand['adoption-rate'].series)
            const all = seen.representatives(periods.current)
            for (const [kind, isOf] of [
              ['all', () => true],
              ['active', (one) => one.isActive],
              ['inactive', (one) => !one.isActive],
              ['new', (one) => one.isNew],
            ] as const satisfies [string, (one: (typeof all)[number]) => boolean][]) {
              const page = { kind, limit: 10, skip: 0, sort: 'name' }
              const { items, total } = await findRepresentatives(tx, reader, periods, page)
              const rows = all.filter(isOf).map(({ at }) => ({
                id: people[at],
                sent: seen.countSent(at, periods.current),
                previous: seen.countSent(at, periods.previous),
                lastSentAt: seen.lastSent(at)?.toISOString() ?? null,
              }))
              expect(
                items.map(({ id: who, sent, previous, lastSentAt }) => ({
                  id: who,
                  sent,
                  previous,
                  lastSentAt,
                })),
              ).toEqual(rows)
              expect(total).toBe(rows.length)
            }
            for (const { id: figure, drilldown } of figures) {
              const wanted = figure === 'adoption-rate' ? 'active-representatives' : figure
              expect(drilldown?.rows).toBe(byHand[wanted as 'representatives'].value)
            }
            active += byHand['active-representatives'].value ?? 0
            adopted += byHand['new-adopters'].value ?? 0
            connected += seen.connected
          }
          await recountMessages(tx)
          const [reader] = readers as [AccessScope]
          expect(shown(await representativeFigures(tx, reader, periods, true))).toEqual(
            figuresByHand(asSeen({ members, accounts, messages, zone }, reader), periods),
          )
        })
      },
    ),
    { numRuns: roundsOf(60, 10) },
  )
  for (const count of [active, adopted, connected]) expect(count).toBeGreaterThan(roundsOf(60, 10) / 10)
})
