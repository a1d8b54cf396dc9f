/** Two at once, many times over: one wins, the other is told, and what must hold holds in the database. */
import { env } from 'node:process'
import type { GroupId, PermissionProfileId, UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGroups } from '#domains/groups/commands.ts'
import { createGroup, updateGroupMembers } from '#domains/groups/changes.ts'
import {
  createProfile,
  updateProfileMembers,
  updateProfilePermissions,
} from '#domains/permissions/changes.ts'
import { createProfiles } from '#domains/permissions/commands.ts'
import { findActor } from '#domains/permissions/queries.ts'
import { createUsers } from '#domains/users/commands.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/uuid.ts'
import { type Db, inTenant, openDb, type TenantTx } from '#platform/db.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { openWorld, type World, type WorldTenant } from '#testing/world.ts'

/** Pairs at once, and how often; the whole campaign is 50 × 200: `RACES=200`. */
const pairs = 50
const rounds = Number(env['RACES'] ?? 4)

let database: TestDatabase
let db: Db
let world: World
let ours: WorldTenant
let actor: Actor
const now = new Date()
beforeAll(async () => {
  database = await openTestDatabase()
  db = openDb(database.url, { max: 30 })
  world = await openWorld(database.url)
  ours = await world.makeTenant('ours')
  actor = (await write((tx) => findActor(tx, ours.users.super_admin)))!
})
afterAll(async () => {
  await db?.destroy()
  await world?.[Symbol.asyncDispose]()
  await database?.close()
})

const write = <T>(work: (tx: TenantTx) => Promise<T>) => inTenant(db, ours.id, work)
/** The code of its failure, or done. */
const outcome = (work: (tx: TenantTx) => Promise<unknown>): Promise<string> =>
  write(work).then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Failure) return error.code
      throw error
    },
  )
const range = Array.from({ length: pairs }, (_, index) => index)

/** Runs the two sides of every pair at once, and gives what came of each pair, in a fixed order. */
async function race(
  left: (pair: number) => (tx: TenantTx) => Promise<unknown>,
  right: (pair: number) => (tx: TenantTx) => Promise<unknown>,
): Promise<string[][]> {
  const outcomes = await Promise.all(
    range.map(async (pair) => Promise.all([outcome(left(pair)), outcome(right(pair))])),
  )
  return outcomes.map((pair) => pair.toSorted())
}

async function people(role: 'analyst' | 'none', given: Partial<Parameters<typeof createUsers>[1][number]>) {
  const ids = range.map(() => newId<UserId>(now))
  await write((tx) =>
    createUsers(
      tx,
      ids.map((id) => ({
        id,
        email: `${id}@ours.example`,
        firstName: 'Racer',
        lastName: id.slice(-6),
        role,
        ...given,
      })),
    ),
  )
  return ids
}

test(`two who take somebody's last two groups away leave one: ${pairs} pairs, ${rounds} times`, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const groups = [newId<GroupId>(now), newId<GroupId>(now)] as const
    await write((tx) =>
      createGroups(
        tx,
        groups.map((id) => ({ id, name: `Race ${id}` })),
      ),
    )
    const ids = await people('none', { messengerRole: 'user', groupIds: groups })
    // Each pair has its own version: the members of one group are changed fifty times.
    const removal = (id: GroupId) => (pair: number) => async (tx: TenantTx) => {
      const { version } = await tx
        .selectFrom('conversation_group')
        .select('version')
        .where('id', '=', id)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow()
      await updateGroupMembers(
        tx,
        actor,
        {
          id,
          expectedVersion: version,
          change: {
            addedMemberIds: [],
            addedContactIds: [],
            removedContactIds: [],
            removedMemberIds: [ids[pair]!],
          },
        },
        now,
      )
    }
    for (const pair of await race(removal(groups[0]), removal(groups[1])))
      expect(pair).toEqual(['done', 'group.last-group'])
    const left = await write((tx) =>
      tx.selectFrom('conversation_group_member').select('user_id').where('user_id', 'in', ids).execute(),
    )
    expect(new Set(left.map(({ user_id }) => user_id)).size).toBe(pairs)
  }
}, 900_000)

test(`the database alone leaves one of somebody's last two groups: ${pairs} pairs, ${rounds} times`, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const ids = await people('none', {
      messengerRole: 'user',
      groupIds: [ours.groups.north, ours.groups.south],
    })
    const removal = (group_id: GroupId) => (pair: number) => async (tx: TenantTx) => {
      await tx
        .deleteFrom('conversation_group_member')
        .where('group_id', '=', group_id)
        .where('user_id', '=', ids[pair]!)
        .execute()
    }
    await Promise.all(
      range.flatMap((pair) =>
        [ours.groups.north, ours.groups.south].map((group) =>
          write(removal(group)(pair)).catch((error: unknown) =>
            expect(error).toMatchObject({ code: 'VB001' }),
          ),
        ),
      ),
    )
    const left = await write((tx) =>
      tx.selectFrom('conversation_group_member').select('user_id').where('user_id', 'in', ids).execute(),
    )
    expect(left.map(({ user_id }) => user_id).toSorted()).toEqual(ids.toSorted())
  }
}, 900_000)

test(`two who take somebody's last two profiles away leave one: ${pairs} pairs, ${rounds} times`, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const profiles = range.map(
      () => [newId<PermissionProfileId>(now), newId<PermissionProfileId>(now)] as const,
    )
    await write((tx) =>
      createProfiles(
        tx,
        profiles.flat().map((id) => ({ id, name: `Race ${id}`, channels: [], groupIds: [] })),
      ),
    )
    const ids = await people('analyst', {})
    await write((tx) =>
      tx
        .insertInto('permission_profile_member')
        .values(
          ids.flatMap((user_id, pair) => profiles[pair]!.map((profile_id) => ({ profile_id, user_id }))),
        )
        .execute(),
    )
    const removal = (side: 0 | 1) => (pair: number) => (tx: TenantTx) =>
      updateProfileMembers(
        tx,
        actor,
        { id: profiles[pair]![side], expectedVersion: 1, change: { added: [], removed: [ids[pair]!] } },
        now,
      )
    for (const pair of await race(removal(0), removal(1)))
      expect(pair).toEqual(['done', 'permission-profile.last-profile'])
  }
}, 900_000)

test(`of two things with one name there is one: ${pairs} pairs, ${rounds} times`, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const group = (name: string) => (tx: TenantTx) =>
      createGroup(
        tx,
        actor,
        { name, description: '', sharedConversationHistory: false, memberIds: [], contactIds: [] },
        now,
      )
    const groups = await race(
      (pair) => group(`Twin ${round} ${pair}`),
      (pair) => group(`TWIN  ${round} ${pair}`),
    )
    for (const pair of groups) expect(pair).toEqual(['done', 'group.name-taken'])
    const profile = (name: string) => (tx: TenantTx) =>
      createProfile(
        tx,
        actor,
        { name, description: '', channels: [], groups: [], permissions: [], memberIds: [] },
        now,
      )
    const profiles = await race(
      (pair) => profile(`Twin ${round} ${pair}`),
      (pair) => profile(`twin ${round} ${pair}`),
    )
    for (const pair of profiles) expect(pair).toEqual(['done', 'permission-profile.name-taken'])
  }
}, 900_000)

test(`of two administrators who change one profile's permissions, one is told: ${pairs} pairs, ${rounds} times`, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const ids = range.map(() => newId<PermissionProfileId>(now))
    await write((tx) =>
      createProfiles(
        tx,
        ids.map((id) => ({ id, name: `Contested ${id}`, channels: [], groupIds: [] })),
      ),
    )
    const change =
      (given: Parameters<typeof updateProfilePermissions>[2]['given']) => (pair: number) => (tx: TenantTx) =>
        updateProfilePermissions(tx, actor, { id: ids[pair]!, expectedVersion: 1, given }, now)
    const outcomes = await race(
      change({ channels: ['sms'], groups: [ours.groups.north], permissions: [] }),
      change({ channels: ['signal'], groups: [ours.groups.south], permissions: [] }),
    )
    for (const pair of outcomes) expect(pair).toEqual(['done', 'permission-profile.changed'])
    // Whole, and of one of the two: never the channels of one with the groups of the other.
    const { rows } = await write((tx) =>
      sql<{ whole: boolean }>`
        select version = 2 and (channels, array(select group_id from permission_profile_group link where link.profile_id = profile.id))
          in ((array['sms'], array[${ours.groups.north}::uuid]), (array['signal'], array[${ours.groups.south}::uuid])) as whole
        from permission_profile profile where id = any(${ids}::uuid[])`.execute(tx),
    )
    expect(rows).toEqual(ids.map(() => ({ whole: true })))
  }
}, 900_000)
