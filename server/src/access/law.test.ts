/**
 * The law of access has several forms: the condition of reads, the predicate, the explanation, the query over all profiles
 * at once, and the search functions. These tests compare each with the law's meaning, written a second time.
 */
import { channels } from '@verbatim/contract/channels.ts'
import { GroupId, PermissionProfileId, TenantId, UserId } from '@verbatim/contract/ids.ts'
import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createProfiles } from '#domains/permissions/create-profiles.ts'
import type { AccessScope, Grant } from '#kernel/actor.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import type { TestDatabase } from '#testing/database.ts'
import { insertMessages } from '#testing/messages.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import type { ScopedRow } from './law.ts'
import { explainScope } from './explain.ts'
import { isWithin } from './scope.ts'
import { askedScope } from './scope-functions.ts'
import { reachedBy, withinScope, withinScopeOrUnbound } from './scope-sql.ts'

const now = new Date('2026-03-01T12:00:00Z')
const tenantId = TenantId.parse(newId(now))
const person = UserId.parse(newId(now))
const groups = Array.from({ length: 3 }, () => GroupId.parse(newId(now)))
const some = channels.slice(0, 3)

const grant: fc.Arbitrary<Grant> = fc.record({
  channels: fc.oneof(fc.subarray(some), fc.constant([...channels])),
  groupIds: fc.oneof(fc.constant('all' as const), fc.subarray(groups)),
})
const scopes: fc.Arbitrary<AccessScope> = fc.array(grant, { maxLength: 3 })

/** The law's meaning: one grant has the row's channel, and one of its groups or all. */
const means = (scope: AccessScope, { channel, groupIds }: ScopedRow) =>
  scope.some(
    (one) =>
      one.channels.includes(channel) &&
      (one.groupIds === 'all' || groupIds.filter((id) => one.groupIds.includes(id)).length > 0),
  )

let database: TestDatabase
let messages: (ScopedRow & { readonly id: string })[]
let events: { readonly id: string; readonly channel: string | null; readonly group_ids: GroupId[] | null }[]
useTestDatabase(async (opened) => {
  database = opened
  const sets = [[], ...groups.map((id) => [id]), groups.slice(0, 2), groups.slice(1), groups]
  await inTenant(database.db, tenantId, async (tx) => {
    const rows = some.flatMap((channel) => sets.map((group_ids) => ({ channel, group_ids })))
    const ids = await insertMessages(tx, rows, now)
    messages = rows.map(({ channel, group_ids: groupIds }, at) => ({ id: ids[at]!, channel, groupIds }))
    events = [null, ...some].flatMap((channel) =>
      [null, ...sets].map((group_ids) => ({ id: newId(now), channel, group_ids })),
    )
    for (const { id, channel, group_ids } of events)
      await sql`insert into audit_event (id, actor_name, type, channel, group_ids)
        values (${id}, 'Ana Bell', 'message_viewed', ${channel}, ${group_ids})`.execute(tx)
    await tx
      .insertInto('tenant_user')
      .values({ id: person, email: 'a@x.example', email_key: 'a@x.example' })
      .execute()
    for (const [at, id] of groups.entries())
      await tx
        .insertInto('conversation_group')
        .values({ id, name: `Group ${at}`, name_key: `group ${at}` })
        .execute()
  })
})

const asked = (scope: AccessScope) =>
  JSON.stringify({ scope: askedScope(scope), filter: [], sort: [], limit: 1_000, skip: 0 })
const idsOf = async (tx: TenantTx, query: ReturnType<typeof sql<{ id: string }>>) =>
  (await query.execute(tx)).rows.map(({ id }) => id).toSorted()

test('every form of the law shows the same messages for any scope', async () => {
  let partly = 0
  await fc.assert(
    fc.asyncProperty(scopes, async (scope) => {
      const expected = messages
        .filter((row) => means(scope, row))
        .map(({ id }) => id)
        .toSorted()
      if (expected.length > 0 && expected.length < messages.length) partly++
      const notified = messages.filter(({ channel, groupIds }) => {
        const named = groupIds.map((id) => ({ id, name: id }))
        const grants = scope.map((one, at) => ({ ...one, name: `Profile ${at}` }))
        return explainScope(grants, { channel, groups: named }).every(({ holds }) => holds)
      })
      expect(
        messages
          .filter((row) => isWithin(scope, row))
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual(expected)
      expect(notified.map(({ id }) => id).toSorted()).toEqual(expected)
      await inTenant(database.db, tenantId, async (tx) => {
        const read = sql<{ id: string }>`select id from message where ${withinScope(scope, 'message')}`
        const found = sql<{ id: string }>`select find_messages(${asked(scope)}::jsonb) as id`
        expect(await idsOf(tx, read)).toEqual(expected)
        expect(await idsOf(tx, found)).toEqual(expected)
      })
    }),
    { numRuns: roundsOf(300) },
  )
  // About one scope in four holds some of the messages and not all.
  expect(partly).toBeGreaterThan(roundsOf(60))
})

test('so does the query over all users’ profiles', async () => {
  await fc.assert(
    fc.asyncProperty(scopes, async (scope) => {
      const expected = messages
        .filter((row) => means(scope, row))
        .map(({ id }) => id)
        .toSorted()
      const given = scope.map((one, at) => ({
        ...one,
        id: PermissionProfileId.parse(newId(now)),
        name: `Profile ${at}`,
      }))
      await inTenant(database.db, tenantId, async (tx) => {
        await createProfiles(tx, given)
        for (const { id } of given)
          await tx
            .insertInto('permission_profile_member')
            .values({ profile_id: id, user_id: person })
            .execute()
        const seen = sql<{ id: string }>`select message.id from message, tenant_user person
          where person.id = ${person} and ${reachedBy('message')}`
        expect(await idsOf(tx, seen)).toEqual(expected)
        await sql`delete from permission_profile where id = any(${given.map(({ id }) => id)}::uuid[])`.execute(
          tx,
        )
      })
    }),
    { numRuns: roundsOf(40) },
  )
})

test('an audit event without a channel or groups is not limited by them in reads and searches', async () => {
  await fc.assert(
    fc.asyncProperty(scopes, async (scope) => {
      const expected = events
        .filter(
          ({ channel, group_ids: own }) =>
            (channel === null && own === null) ||
            scope.some(
              (one) =>
                (channel === null || (one.channels as string[]).includes(channel)) &&
                (own === null || one.groupIds === 'all' || own.some((id) => one.groupIds.includes(id))),
            ),
        )
        .map(({ id }) => id)
        .toSorted()
      await inTenant(database.db, tenantId, async (tx) => {
        const within = withinScopeOrUnbound(scope, 'audit_event')
        const read = sql<{ id: string }>`select id from audit_event where ${within}`
        const found = sql<{ id: string }>`select find_audit_events(${asked(scope)}::jsonb) as id`
        expect(await idsOf(tx, read)).toEqual(expected)
        expect(await idsOf(tx, found)).toEqual(expected)
      })
    }),
    { numRuns: roundsOf(150) },
  )
})

test('a grant without a dimension grants nothing of it', async () => {
  const question = { scope: [{ channels: null }], filter: [], sort: [], limit: 10, skip: 0 }
  await inTenant(database.db, tenantId, async (tx) => {
    const found = sql<{ id: string }>`select find_messages(${JSON.stringify(question)}::jsonb) as id`
    expect(await idsOf(tx, found)).toEqual([])
  })
})
