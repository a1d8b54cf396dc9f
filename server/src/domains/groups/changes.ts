/** Administrators' changes of groups. Every change is based on a version, and audited. */
import type { GroupDraft, GroupInfo, GroupMembersChange } from '@verbatim/contract/groups.ts'
import type { ContactId, GroupId, UserId } from '@verbatim/contract/ids.ts'
import { nameKey } from '@verbatim/contract/text.ts'
import { type Selectable, sql } from 'kysely'
import { type AuditedBy, changedFields, type FieldChange, recordAudit } from '#domains/audit/commands.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/uuid.ts'
import type { Seen } from '#kernel/version.ts'
import { type Change, withChanges } from '#kernel/with-changes.ts'
import { refusing } from '#platform/db-errors.ts'
import type { TenantTx } from '#platform/db.ts'
import {
  addPeople,
  type Departure,
  findDeparture,
  type Holders,
  namesChanged,
  nextVersion,
  noPeople,
  offenders,
  takeHolder,
  takeOut,
  takePeople,
  together,
} from '#platform/memberships.ts'
import type { ConversationGroupTable } from '#schema/people.ts'
import { groupPeople } from './group-people.ts'

type GroupRow = Selectable<ConversationGroupTable>
const groups: Holders<GroupRow> = {
  table: sql`conversation_group`,
  missing: 'group.not-found',
  changed: 'group.changed',
  unknownTarget: 'group.unknown-target',
}

type SeenGroup = Seen<GroupId>

/**
 * Makes a group with its first people.
 * @throws Failure `group.name-taken`, `group.unknown-person`
 */
export async function createGroup(
  tx: TenantTx,
  actor: AuditedBy,
  { name, description, sharedConversationHistory, memberIds, contactIds }: GroupDraft,
  now: Date,
): Promise<GroupId> {
  const id = newId<GroupId>(now)
  await tx
    .insertInto('conversation_group')
    .values({
      id,
      name,
      name_key: nameKey(name),
      description,
      shared_conversation_history: sharedConversationHistory,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirstOrThrow(() => new Failure('group.name-taken'))
  await lockPeople(tx, {
    id,
    members: { added: memberIds, removed: [] },
    contacts: { added: contactIds, removed: [] },
  })
  const members = await addPeople(tx, groupPeople.member, id, memberIds)
  const contacts = await addPeople(tx, groupPeople.contact, id, contactIds)
  const changes = [
    ...changedFields({}, { name, description, sharedConversationHistory }),
    ...namesChanged('members', noPeople, members),
    ...namesChanged('contacts', noPeople, contacts),
  ]
  const counts = { membersAdded: members.count, contactsAdded: contacts.count }
  const target = { kind: 'conversation_group', id, name }
  await recordAudit(tx, actor, { type: 'messenger_conversation_group_created', target, changes, counts }, now)
  return id
}

/** @throws Failure `group.not-found`, `group.changed`, `group.name-taken` */
export async function updateGroupInfo(
  tx: TenantTx,
  actor: AuditedBy,
  { info, ...seen }: SeenGroup & { readonly info: Change<GroupInfo> },
  now: Date,
): Promise<void> {
  const before = await takeHolder(tx, groups, seen)
  const { name, description, sharedConversationHistory } = withChanges(infoOf(before), info)
  const changes = changedFields(infoOf(before), { name, description, sharedConversationHistory })
  if (changes.length === 0) return
  await refusing('conversation_group_tenant_id_name_key_key', 'group.name-taken', () =>
    tx
      .updateTable('conversation_group')
      .set({
        name,
        name_key: nameKey(name),
        description,
        shared_conversation_history: sharedConversationHistory,
        version: sql`version + 1`,
      })
      .where('id', '=', seen.id)
      .execute(),
  )
  const target = { kind: 'conversation_group', id: seen.id, name }
  await recordAudit(tx, actor, { type: 'messenger_conversation_group_info_updated', target, changes }, now)
}

/**
 * Adds and removes members. A person who would be in no group moves to `moveTo`.
 * @throws Failure `group.not-found`, `group.changed`, `group.unknown-person`, `group.unknown-target`, `group.last-group`
 */
export async function updateGroupMembers(
  tx: TenantTx,
  actor: AuditedBy,
  { change, ...seen }: SeenGroup & { readonly change: GroupMembersChange },
  now: Date,
): Promise<void> {
  const group = await takeHolder(tx, groups, seen, change.moveTo)
  await lockPeople(tx, {
    id: seen.id,
    members: { added: change.addedMemberIds, removed: change.removedMemberIds },
    contacts: { added: change.addedContactIds, removed: change.removedContactIds },
  })
  const addedMembers = await addPeople(tx, groupPeople.member, seen.id, change.addedMemberIds)
  const addedContacts = await addPeople(tx, groupPeople.contact, seen.id, change.addedContactIds)
  const { members, contacts } = await removePeople(tx, actor, { from: seen.id, ...change }, now)
  const counts = {
    membersAdded: addedMembers.count,
    membersRemoved: members.count,
    contactsAdded: addedContacts.count,
    contactsRemoved: contacts.count,
  }
  if (Object.values(counts).every((count) => count === 0)) return
  await nextVersion(tx, groups, seen.id)
  const changes = [
    ...namesChanged('members', members, addedMembers),
    ...namesChanged('contacts', contacts, addedContacts),
  ]
  await tellMembers(tx, actor, { group, changes, counts }, now)
}

/**
 * Deletes a group. Messages keep its ID, so only users who see all groups still reach messages without another group.
 * @throws Failure `group.not-found`, `group.changed`, `group.unknown-target`, `group.last-group`
 */
export async function deleteGroup(
  tx: TenantTx,
  actor: AuditedBy,
  { moveTo, ...seen }: SeenGroup & { readonly moveTo?: GroupId | undefined },
  now: Date,
): Promise<void> {
  const group = await takeHolder(tx, groups, seen, moveTo)
  const all = { added: [], removed: undefined }
  await lockPeople(tx, { id: seen.id, members: all, contacts: all })
  const { members, contacts } = await removePeople(tx, actor, { from: seen.id, moveTo }, now)
  await tx.deleteFrom('conversation_group').where('id', '=', seen.id).execute()
  const target = { kind: 'conversation_group', id: seen.id, name: group.name }
  const changes = [
    ...changedFields(infoOf(group), {}),
    ...namesChanged('members', members, noPeople),
    ...namesChanged('contacts', contacts, noPeople),
  ]
  const counts = { membersRemoved: members.count, contactsRemoved: contacts.count }
  await recordAudit(tx, actor, { type: 'messenger_conversation_group_deleted', target, changes, counts }, now)
}

type Coming = Omit<Parameters<typeof takePeople>[2], 'id'>

/** Locks users before contacts, as others do. */
async function lockPeople(
  tx: TenantTx,
  { id, members, contacts }: { readonly id: GroupId; readonly members: Coming; readonly contacts: Coming },
): Promise<void> {
  await takePeople(tx, groupPeople.member, { id, ...members })
  await takePeople(tx, groupPeople.contact, { id, ...contacts })
}

interface Removal {
  readonly from: GroupId
  readonly moveTo?: GroupId | undefined
  /** All members if none are named. */
  readonly removedMemberIds?: readonly UserId[]
  readonly removedContactIds?: readonly ContactId[]
}

/** Removes people from a group. Those who would be in none move to the chosen group, or the failure names them. */
async function removePeople(
  tx: TenantTx,
  actor: AuditedBy,
  { from, moveTo, removedMemberIds, removedContactIds }: Removal,
  now: Date,
) {
  const { member, contact } = groupPeople
  const ofMembers = { from, ids: removedMemberIds }
  const ofContacts = { from, ids: removedContactIds }
  const members = await findDeparture(tx, member, ofMembers)
  const contacts = await findDeparture(tx, contact, ofContacts)
  const left = together(members.left, contacts.left)
  if (left.count > 0 && !moveTo) throw new Failure('group.last-group', offenders(left))
  await takeOut(tx, member, { ...ofMembers, moveTo })
  await takeOut(tx, contact, { ...ofContacts, moveTo })
  if (left.count > 0 && moveTo)
    await tellMoved(tx, actor, { moveTo, members: members.left, contacts: contacts.left }, now)
  return { members: members.removed, contacts: contacts.removed }
}

/** The group that people moved to changes too, and the trail records its new members. */
async function tellMoved(
  tx: TenantTx,
  actor: AuditedBy,
  moved: {
    readonly moveTo: GroupId
    readonly members: Departure['left']
    readonly contacts: Departure['left']
  },
  now: Date,
): Promise<void> {
  const group = await nextVersion(tx, groups, moved.moveTo)
  const changes = [
    ...namesChanged('members', noPeople, moved.members),
    ...namesChanged('contacts', noPeople, moved.contacts),
  ]
  const counts = { membersAdded: moved.members.count, contactsAdded: moved.contacts.count }
  await tellMembers(tx, actor, { group, changes, counts }, now)
}

function tellMembers(
  tx: TenantTx,
  actor: AuditedBy,
  what: {
    readonly group: { readonly id: string; readonly name: string }
    readonly changes: readonly FieldChange[]
    readonly counts: Readonly<Record<string, number>>
  },
  now: Date,
): Promise<void> {
  const { group, changes, counts } = what
  const target = { kind: 'conversation_group', id: group.id, name: group.name }
  return recordAudit(
    tx,
    actor,
    { type: 'messenger_conversation_group_members_updated', target, changes, counts },
    now,
  )
}

const infoOf = ({ name, description, shared_conversation_history }: GroupRow) => ({
  name,
  description,
  sharedConversationHistory: shared_conversation_history,
})
