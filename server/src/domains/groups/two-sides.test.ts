/** Memberships are changed from two sides at once: neither side waits for the other while the other waits for it. */
import type { ContactId, GroupId, UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createContacts } from '#domains/contacts/commands.ts'
import { updateGroupMembers } from '#domains/groups/changes.ts'
import { createGroups } from '#domains/groups/commands.ts'
import { addContact, updateContact } from '#flows/change-contact/change-contact.ts'
import { updateUser } from '#flows/change-user/change-user.ts'
import { inviteUser } from '#flows/invite-user/invite-user.ts'
import { removeUser } from '#flows/remove-user/remove-user.ts'
import { newId } from '#kernel/uuid.ts'
import type { TenantTx } from '#platform/db.ts'
import { countWaiting } from '#testing/waiting.ts'
import { campaignMs, openTrack, pairs, range, rounds, type Side, type Track } from '#testing/races.ts'

let track: Track
beforeAll(async () => {
  track = await openTrack()
})
afterAll(() => track?.[Symbol.asyncDispose]())

const noMoves = { addedMemberIds: [], addedContactIds: [], removedMemberIds: [], removedContactIds: [] }

async function groupsNamed(...names: string[]): Promise<GroupId[]> {
  const made = names.map((name) => ({ id: newId<GroupId>(track.now), name: `${name} ${newId(track.now)}` }))
  await track.write((tx) => createGroups(tx, made))
  return made.map(({ id }) => id)
}

async function contactsIn(groupIds: readonly GroupId[]): Promise<ContactId[]> {
  const made = range.map(() => newId<ContactId>(track.now))
  const contacts = made.map((id) => ({
    id,
    name: `Contact ${id}`,
    addresses: [`${id}@out.example`],
    groupIds,
  }))
  await track.write((tx) => createContacts(tx, contacts, track.now))
  return made
}

const by = () => ({ identityAdmin: track.world.ctx.identityAdmin, actor: track.actor })
const changeGroup =
  (id: GroupId, change: Partial<Parameters<typeof updateGroupMembers>[2]['change']>) => (tx: TenantTx) =>
    updateGroupMembers(
      tx,
      track.actor,
      { id, expectedVersion: undefined, change: { ...noMoves, ...change } },
      track.now,
    )
const changeUser = (id: UserId, groupIds: GroupId[]) => (tx: TenantTx) =>
  updateUser(tx, by(), { side: 'messenger', id, change: { groupIds } }, track.now)
const changeContact = (id: ContactId, groupIds: GroupId[]) => (tx: TenantTx) =>
  updateContact(tx, track.actor, { id, change: { groupIds } as never }, track.now)

test(
  `groups that exchange people while the people's own pages are saved do not deadlock: ${pairs} pairs, ${rounds} times`,
  { tags: ['whole'], timeout: campaignMs },
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [first, second, stays] = (await groupsNamed('First', 'Second', 'Stays')) as [
        GroupId,
        GroupId,
        GroupId,
      ]
      const staff = { messengerRole: 'user', groupIds: [first, stays] } as const
      const users = await track.people('none', staff)
      const contacts = await contactsIn([first, stays])
      const other = (pair: number) => pairs - 1 - pair
      // Each group takes some people in and lets others go, in orders that cross.
      const group: Side = (pair) =>
        changeGroup(pair % 2 ? first : second, {
          addedMemberIds: [users[pair]!],
          removedMemberIds: [users[other(pair)]!],
          addedContactIds: [contacts[other(pair)]!],
          removedContactIds: [contacts[pair]!],
        })
      const person: Side = (pair) =>
        pair % 3
          ? changeUser(users[other(pair)]!, pair % 2 ? [second, stays] : [first, second])
          : changeContact(contacts[other(pair)]!, pair % 2 ? [second, stays] : [first, second])
      for (const pair of await track.race(group, person))
        for (const outcome of pair) expect(['done', 'group.last-group']).toContain(outcome)
    }
  },
)

/** Starts a change while a group or a person is locked, and asks whether the people are still free when it waits. */
async function waitsFreely(
  held: { readonly table: 'conversation_group' | 'tenant_user'; readonly id: string },
  people: { readonly table: 'tenant_user' | 'contact'; readonly ids: readonly string[] },
  change: (tx: TenantTx) => Promise<unknown>,
): Promise<void> {
  let changing: Promise<unknown> = Promise.resolve()
  let waited = false
  await track.write(async (tx) => {
    await sql`select from ${sql.table(held.table)} where id = ${held.id} for no key update`.execute(tx)
    changing = track.write(change)
    let isOver = false
    changing.then(
      () => (isOver = true),
      () => (isOver = true),
    )
    for (let waiting = false; !waiting && !isOver;) {
      waiting = ((await countWaiting(tx)) ?? 0) > 0
      waited ||= waiting
    }
    await sql`select from ${sql.table(people.table)} where id = any(${people.ids}::uuid[]) for update nowait`.execute(
      tx,
    )
  })
  await changing
  expect(waited, 'the change waited').toBe(true)
}

test('a user form, a removal and an invitation wait for a group before they lock people', async () => {
  const [group, other] = (await groupsNamed('Held', 'Other')) as [GroupId, GroupId]
  const [ann, ben] = await track.people('none', { messengerRole: 'user', groupIds: [group, other] })
  const all = { table: 'tenant_user', ids: [ann!, ben!, track.actor.userId] } as const
  await waitsFreely({ table: 'conversation_group', id: group }, all, changeUser(ann!, [other]))
  await waitsFreely({ table: 'conversation_group', id: group }, all, (tx) =>
    removeUser(tx, by(), { side: 'messenger', id: ben! }, track.world.ctx),
  )
  const person = { email: 'new@ours.example', firstName: 'New', lastName: 'Stone' }
  const draft = { ...person, side: 'messenger', messengerRole: 'user', groupIds: [group] } as const
  await waitsFreely({ table: 'conversation_group', id: group }, all, (tx) =>
    inviteUser(tx, by(), draft as never, track.now),
  )
})

test('a contact form waits for a group before it locks contacts, also when it merges them', async () => {
  const [group, other] = (await groupsNamed('Kept', 'Others')) as [GroupId, GroupId]
  const draft = {
    name: 'Cleo',
    phoneNumbers: [],
    emails: ['cleo@out.example'],
    shareLevel: 'global' as const,
  }
  const id = await track.write((tx) =>
    addContact(tx, track.actor, { ...draft, groupIds: [other] }, track.now),
  )
  await waitsFreely(
    { table: 'conversation_group', id: group },
    { table: 'contact', ids: [id] },
    changeContact(id, [group]),
  )
  const [owner] = await track.people('none', { messengerRole: 'user', groupIds: [other] })
  const own = { ...draft, emails: ['c@out.example'], shareLevel: 'personal' as const, ownerId: owner! }
  const from = await track.write((tx) =>
    addContact(tx, track.actor, { ...own, groupIds: [group] }, track.now),
  )
  const change = { emails: ['cleo@out.example'] } as never
  await waitsFreely({ table: 'conversation_group', id: group }, { table: 'contact', ids: [id, from] }, (tx) =>
    updateContact(tx, track.actor, { id: from, change }, track.now),
  )
  const theirs = await track.write((tx) =>
    addContact(tx, track.actor, { ...own, emails: ['d@out.example'], groupIds: [other] }, track.now),
  )
  const held = { table: 'conversation_group', id: group } as const
  await waitsFreely(held, { table: 'tenant_user', ids: [owner!] }, changeContact(theirs, [group]))
  await waitsFreely(held, { table: 'contact', ids: [theirs] }, changeContact(theirs, [other]))
})

test('a user form locks a user and the Super Admins in the order of their IDs', async () => {
  const [group] = (await groupsNamed('Staff')) as [GroupId]
  const [ann] = await track.people('none', { messengerRole: 'user', groupIds: [group] })
  const [admin] = await track.people('super_admin', {})
  const change = (tx: TenantTx) =>
    updateUser(tx, by(), { side: 'messenger', id: ann!, change: { firstName: 'Anna' } }, track.now)
  await waitsFreely({ table: 'tenant_user', id: ann! }, { table: 'tenant_user', ids: [admin!] }, change)
})
