/** No user is left without a group, a profile or an owner, even if many requests remove the last ones at the same time. */
import type { ContactId, GroupId, PermissionProfileId, UserId } from '@verbatim/contract/ids.ts'
import { shareOf } from '@verbatim/reference/share.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccounts } from '#domains/accounts/commands.ts'
import { createContacts } from '#domains/contacts/commands.ts'
import { updateGroupMembers } from '#domains/groups/changes.ts'
import { createGroups } from '#domains/groups/commands.ts'
import { updateProfileMembers } from '#domains/permissions/changes.ts'
import { createProfiles } from '#domains/permissions/create-profiles.ts'
import { addContact, undoContactChange, updateContact } from '#flows/change-contact/change-contact.ts'
import { removeUser } from '#flows/remove-user/remove-user.ts'
import { updateUser } from '#flows/change-user/change-user.ts'
import { newId } from '#kernel/uuid.ts'
import type { TenantTx } from '#platform/db.ts'
import { campaignMs, openTrack, pairs, range, rounds, type Side, type Track } from '#testing/races.ts'

let track: Track
beforeAll(async () => {
  track = await openTrack()
})
afterAll(() => track?.[Symbol.asyncDispose]())

const times = `${pairs} pairs, ${rounds} times`
const noMoves = { addedMemberIds: [], addedContactIds: [], removedMemberIds: [], removedContactIds: [] }

async function twoGroups(): Promise<readonly [GroupId, GroupId]> {
  const ids = [newId<GroupId>(track.now), newId<GroupId>(track.now)] as const
  await track.write((tx) =>
    createGroups(
      tx,
      ids.map((id) => ({ id, name: `Race ${id}` })),
    ),
  )
  return ids
}

async function contactsIn(groupIds: readonly GroupId[]): Promise<ContactId[]> {
  const ids = range.map(() => newId<ContactId>(track.now))
  const contacts = ids.map((id) => ({
    id,
    name: `Contact ${id}`,
    addresses: [`${id}@out.example`],
    groupIds,
  }))
  await track.write((tx) => createContacts(tx, contacts, track.now))
  return ids
}

/** Removes the person of a pair from a group, at any version, because fifty requests change it at once. */
const takeOut =
  (id: GroupId, left: (pair: number) => Partial<typeof noMoves>): Side =>
  (pair) =>
  async (tx) => {
    const { version } = await tx
      .selectFrom('conversation_group')
      .select('version')
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const change = { ...noMoves, ...left(pair) }
    await updateGroupMembers(tx, track.actor, { id, expectedVersion: version, change }, track.now)
  }

/** How many people still have a group. */
async function countPlaced(link: 'member' | 'contact', ids: readonly string[]): Promise<number> {
  const [table, key] =
    link === 'member'
      ? ['conversation_group_member', 'user_id']
      : ['conversation_group_contact', 'contact_id']
  const { rows } = await track.write((tx) =>
    sql<{ n: number }>`select count(distinct ${sql.ref(key!)})::int as n from ${sql.table(table!)}
      where ${sql.ref(key!)} = any(${ids}::uuid[])`.execute(tx),
  )
  return rows[0]!.n
}

const kinds = ['member', 'contact'] as const

test.each(rounds > 1 ? kinds : shareOf(kinds))(
  `two simultaneous removals of a %s's last two groups leave one: ${times}`,
  async (kind) => {
    for (let round = 0; round < rounds; round += 1) {
      const groups = await twoGroups()
      const ids =
        kind === 'member'
          ? await track.people('none', { messengerRole: 'user', groupIds: groups })
          : await contactsIn(groups)
      const gone = (pair: number) =>
        kind === 'member'
          ? { removedMemberIds: [ids[pair]] as never }
          : { removedContactIds: [ids[pair]] as never }
      for (const pair of await track.race(takeOut(groups[0], gone), takeOut(groups[1], gone)))
        expect(pair).toEqual(['done', 'group.last-group'])
      expect(await countPlaced(kind, ids)).toBe(pairs)
    }
  },
  campaignMs,
)

test(
  `removing a user from a group while they leave all others keeps one group: ${times}`,
  { tags: ['whole'], timeout: campaignMs },
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const groups = await twoGroups()
      const ids = await track.people('none', { messengerRole: 'user', groupIds: groups })
      const keepFirst: Side = (pair) => (tx) =>
        updateUser(
          tx,
          { identityAdmin: track.world.ctx.identityAdmin, actor: track.actor },
          { side: 'messenger', id: ids[pair]!, change: { groupIds: [groups[0]] } },
          track.now,
        )
      const outcomes = await track.race(
        takeOut(groups[0], (pair) => ({ removedMemberIds: [ids[pair]] as never })),
        keepFirst,
      )
      for (const pair of outcomes) expect(['done', 'group.last-group']).toContain(pair[1])
      expect(await countPlaced('member', ids)).toBe(pairs)
    }
  },
)

test(
  `the database alone keeps one of a user's last two groups: ${times}`,
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { north, south } = track.ours.groups
      const ids = await track.people('none', { messengerRole: 'user', groupIds: [north, south] })
      const removal = (groupId: GroupId, pair: number) => (tx: TenantTx) =>
        tx
          .deleteFrom('conversation_group_member')
          .where('group_id', '=', groupId)
          .where('user_id', '=', ids[pair]!)
          .execute()
      const refused = (error: unknown) => expect(error).toMatchObject({ code: 'VB001' })
      await Promise.all(
        range.flatMap((pair) =>
          [north, south].map((group) => track.write(removal(group, pair)).catch(refused)),
        ),
      )
      const left = await track.write((tx) =>
        tx.selectFrom('conversation_group_member').select('user_id').where('user_id', 'in', ids).execute(),
      )
      expect(left.map(({ user_id }) => user_id).toSorted()).toEqual(ids.toSorted())
    }
  },
  campaignMs,
)

test(
  `removing a user's last two profiles at once keeps one: ${times}`,
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const profiles = range.map(
        () => [newId<PermissionProfileId>(track.now), newId<PermissionProfileId>(track.now)] as const,
      )
      const made = profiles.flat().map((id) => ({ id, name: `Race ${id}`, channels: [], groupIds: [] }))
      await track.write((tx) => createProfiles(tx, made))
      const ids = await track.people('analyst', {})
      const members = ids.flatMap((user_id, pair) =>
        profiles[pair]!.map((profile_id) => ({ profile_id, user_id })),
      )
      await track.write((tx) => tx.insertInto('permission_profile_member').values(members).execute())
      const removal =
        (side: 0 | 1): Side =>
        (pair) =>
        (tx) =>
          updateProfileMembers(
            tx,
            track.actor,
            { id: profiles[pair]![side], expectedVersion: 1, change: { added: [], removed: [ids[pair]!] } },
            track.now,
          )
      for (const pair of await track.race(removal(0), removal(1)))
        expect(pair).toEqual(['done', 'permission-profile.last-profile'])
    }
  },
  campaignMs,
)

test(
  `if two users leave and name each other, one inherits, and every account has an owner: ${times}`,
  { tags: ['whole'], timeout: campaignMs },
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const staff = { messengerRole: 'user', groupIds: [track.ours.groups.north] } as const
      const [ones, others] = [await track.people('none', staff), await track.people('none', staff)]
      const accounts = [...ones, ...others].map((ownerId) => ({
        id: newId(track.now) as never,
        channel: 'sms' as const,
        name: 'Phone',
        address: `${ownerId}@phone.example`,
        ownerId,
      }))
      await track.write((tx) => createAccounts(tx, accounts))
      const leaving =
        (from: readonly UserId[], to: readonly UserId[]): Side =>
        (pair) =>
        (tx) =>
          removeUser(
            tx,
            { identityAdmin: track.world.ctx.identityAdmin, actor: track.actor },
            { side: 'messenger', id: from[pair]!, successorId: to[pair]! },
            { now: () => track.now },
          )
      for (const pair of await track.race(leaving(ones, others), leaving(others, ones)))
        expect(pair).toEqual(['done', 'user.unfit-successor'])
      const { rows } = await track.write((tx) =>
        sql<{ n: number }>`select count(*)::int as n from channel_account account
        join tenant_user owner on owner.id = account.owner_id
        where account.id = any(${accounts.map(({ id }) => id)}::uuid[]) and owner.removed_at is null`.execute(
          tx,
        ),
      )
      expect(rows[0]!.n).toBe(2 * pairs)
    }
  },
)

test(
  `an undo that restores a contact while its owner leaves gives it an existing owner: ${times}`,
  { tags: ['whole'], timeout: campaignMs },
  async () => {
    const now = () => track.world.ctx.now()
    for (let round = 0; round < rounds; round += 1) {
      const staff = { messengerRole: 'user', groupIds: [track.ours.groups.north] } as const
      const [leavers, heirs] = [await track.people('none', staff), await track.people('none', staff)]
      const changes = await Promise.all(
        range.map((pair) =>
          track.write(async (tx) => {
            const ownerId = leavers[pair]!
            const said = { name: 'Client', phoneNumbers: [], groupIds: [...staff.groupIds] }
            const shared = { ...said, emails: [`global-${ownerId}@out.example`] }
            const into = await addContact(tx, track.actor, { ...shared, shareLevel: 'global' }, now())
            const emails = [`${ownerId}@out.example`]
            const own = { ...said, emails, shareLevel: 'personal', ownerId } as const
            const id = await addContact(tx, track.actor, own, now())
            const confirmed = { mergeIds: [into], conversations: 0 }
            const change = { ...own, emails: shared.emails, expectedVersion: 1, confirmed }
            const merged = await updateContact(tx, track.actor, { id, change }, now())
            return { contactId: into, changeId: merged.change!.id }
          }),
        ),
      )
      const undoing: Side = (pair) => (tx) => undoContactChange(tx, track.actor, changes[pair]!, now())
      const leaving: Side = (pair) => (tx) =>
        removeUser(
          tx,
          { identityAdmin: track.world.ctx.identityAdmin, actor: track.actor },
          { side: 'messenger', id: leavers[pair]!, successorId: heirs[pair]! },
          { now },
        )
      for (const pair of await track.race(undoing, leaving))
        expect([
          ['done', 'done'],
          ['contact.undo-owner', 'done'],
        ]).toContainEqual(pair)
      const owned = await track.write((tx) =>
        tx
          .selectFrom('contact')
          .innerJoin('tenant_user', 'tenant_user.id', 'contact.owner_id')
          .select('contact.id')
          .where('contact.archived_at', 'is', null)
          .where('tenant_user.removed_at', 'is not', null)
          .execute(),
      )
      expect(owned).toEqual([])
    }
  },
)
