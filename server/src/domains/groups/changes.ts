/** What administrators do to groups. Every change is decided on a version, and told in the audit trail. */
import type { GroupDraft, GroupInfo, GroupMembersChange } from '@verbatim/contract/groups.ts'
import type { GroupId } from '@verbatim/contract/ids.ts'
import { nameKey } from '@verbatim/contract/text.ts'
import { type Selectable, sql } from 'kysely'
import { type AuditedBy, changedFields, type FieldChange, recordAudit } from '#domains/audit/commands.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/uuid.ts'
import { brokenConstraint } from '#platform/db-errors.ts'
import type { TenantTx } from '#platform/db.ts'
import type { ConversationGroupTable } from '#schema/people.ts'
import { addPeople, type NamedPerson, offenders, type PersonKind, removePeople } from './membership.ts'

type GroupRow = Selectable<ConversationGroupTable>

/** A group as somebody saw it when they decided. */
export interface SeenGroup {
  readonly id: GroupId
  readonly expectedVersion: number
}

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
  const made = await tx
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
    .executeTakeFirst()
  if (!made) throw new Failure('group.name-taken')
  const members = await addPeople(tx, 'member', id, memberIds)
  const contacts = await addPeople(tx, 'contact', id, contactIds)
  const changes = [
    ...changedFields({}, { name, description, sharedConversationHistory }),
    ...namesChanged('members', [], members),
    ...namesChanged('contacts', [], contacts),
  ]
  const counts = countsOf({ membersAdded: members.length, contactsAdded: contacts.length })
  const target = { kind: 'conversation_group', id, name }
  await recordAudit(tx, actor, { type: 'messenger_conversation_group_created', target, changes, counts }, now)
  return id
}

/** @throws Failure `group.not-found`, `group.changed`, `group.name-taken` */
export async function updateGroupInfo(
  tx: TenantTx,
  actor: AuditedBy,
  { info, ...seen }: SeenGroup & { readonly info: GroupInfo },
  now: Date,
): Promise<void> {
  const before = await takeGroup(tx, seen)
  const { name, description, sharedConversationHistory } = info
  const changes = changedFields(infoOf(before), { name, description, sharedConversationHistory })
  if (changes.length === 0) return
  try {
    await tx
      .updateTable('conversation_group')
      .set({
        name,
        name_key: nameKey(name),
        description,
        shared_conversation_history: sharedConversationHistory,
        version: sql`version + 1`,
      })
      .where('id', '=', seen.id)
      .execute()
  } catch (error) {
    if (brokenConstraint(error) === 'conversation_group_tenant_id_name_key_key')
      throw new Failure('group.name-taken', {}, error)
    throw error
  }
  const target = { kind: 'conversation_group', id: seen.id, name }
  await recordAudit(tx, actor, { type: 'messenger_conversation_group_info_updated', target, changes }, now)
}

/**
 * Lets people come and go. Who would be in no group goes to `moveTo`.
 * @throws Failure `group.not-found`, `group.changed`, `group.unknown-person`, `group.unknown-target`, `group.last-group`
 */
export async function updateGroupMembers(
  tx: TenantTx,
  actor: AuditedBy,
  { change, ...seen }: SeenGroup & { readonly change: GroupMembersChange },
  now: Date,
): Promise<void> {
  const group = await takeGroup(tx, seen, change.moveTo)
  const addedMembers = await addPeople(tx, 'member', seen.id, change.addedMemberIds)
  const addedContacts = await addPeople(tx, 'contact', seen.id, change.addedContactIds)
  const members = await removePeople(tx, 'member', seen.id, change.removedMemberIds)
  const contacts = await removePeople(tx, 'contact', seen.id, change.removedContactIds)
  await placeLeft(tx, actor, { moveTo: change.moveTo, members: members.left, contacts: contacts.left }, now)
  const counts = countsOf({
    membersAdded: addedMembers.length,
    membersRemoved: members.removed.length,
    contactsAdded: addedContacts.length,
    contactsRemoved: contacts.removed.length,
  })
  if (Object.keys(counts).length === 0) return
  await tx
    .updateTable('conversation_group')
    .set({ version: sql`version + 1` })
    .where('id', '=', seen.id)
    .execute()
  const changes = [
    ...namesChanged('members', members.removed, addedMembers),
    ...namesChanged('contacts', contacts.removed, addedContacts),
  ]
  await tellMembers(tx, actor, { group, changes, counts }, now)
}

/**
 * Deletes a group. Messages keep its id, so that only whoever sees all groups still reaches those that had no other.
 * @throws Failure `group.not-found`, `group.changed`, `group.unknown-target`, `group.last-group`
 */
export async function deleteGroup(
  tx: TenantTx,
  actor: AuditedBy,
  { moveTo, ...seen }: SeenGroup & { readonly moveTo: GroupId | undefined },
  now: Date,
): Promise<void> {
  const group = await takeGroup(tx, seen, moveTo)
  const members = await removePeople(tx, 'member', seen.id)
  const contacts = await removePeople(tx, 'contact', seen.id)
  await placeLeft(tx, actor, { moveTo, members: members.left, contacts: contacts.left }, now)
  await tx.deleteFrom('conversation_group').where('id', '=', seen.id).execute()
  const target = { kind: 'conversation_group', id: seen.id, name: group.name }
  const changes = [
    ...changedFields(infoOf(group), {}),
    ...namesChanged('members', members.removed, []),
    ...namesChanged('contacts', contacts.removed, []),
  ]
  const counts = countsOf({
    membersRemoved: members.removed.length,
    contactsRemoved: contacts.removed.length,
  })
  await recordAudit(tx, actor, { type: 'messenger_conversation_group_deleted', target, changes, counts }, now)
}

/** The group, locked until the transaction ends, and with it the one that people are moved to. */
async function takeGroup(tx: TenantTx, seen: SeenGroup, moveTo?: GroupId): Promise<GroupRow> {
  const ids = moveTo ? [seen.id, moveTo] : [seen.id]
  const rows = await tx
    .selectFrom('conversation_group')
    .selectAll()
    .where('id', '=', sql<GroupId>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const group = rows.find(({ id }) => id === seen.id)
  if (!group) throw new Failure('group.not-found')
  if (group.version !== seen.expectedVersion) throw new Failure('group.changed', { current: group.version })
  if (moveTo && (moveTo === seen.id || !rows.some(({ id }) => id === moveTo)))
    throw new Failure('group.unknown-target')
  return group
}

/** Puts those who are in no group into the chosen one, or names them. */
async function placeLeft(
  tx: TenantTx,
  actor: AuditedBy,
  left: {
    readonly moveTo: GroupId | undefined
    readonly members: readonly NamedPerson[]
    readonly contacts: readonly NamedPerson[]
  },
  now: Date,
): Promise<void> {
  const { moveTo, members, contacts } = left
  const everybody = [...members, ...contacts]
  if (everybody.length === 0) return
  if (!moveTo) {
    throw new Failure('group.last-group', offenders(everybody))
  }
  const addedOf = (kind: PersonKind, people: readonly NamedPerson[]) =>
    addPeople(tx, kind, moveTo, people.map(({ id }) => id) as never)
  const addedMembers = await addedOf('member', members)
  const addedContacts = await addedOf('contact', contacts)
  const group = await tx
    .updateTable('conversation_group')
    .set({ version: sql`version + 1` })
    .where('id', '=', moveTo)
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
  const changes = [
    ...namesChanged('members', [], addedMembers),
    ...namesChanged('contacts', [], addedContacts),
  ]
  const counts = countsOf({ membersAdded: addedMembers.length, contactsAdded: addedContacts.length })
  await tellMembers(tx, actor, { group, changes, counts }, now)
}

function tellMembers(
  tx: TenantTx,
  actor: AuditedBy,
  told: {
    readonly group: Pick<GroupRow, 'id' | 'name'>
    readonly changes: readonly FieldChange[]
    readonly counts: Readonly<Record<string, number>>
  },
  now: Date,
): Promise<void> {
  const { group, changes, counts } = told
  const target = { kind: 'conversation_group', id: group.id, name: group.name }
  return recordAudit(
    tx,
    actor,
    { type: 'messenger_conversation_group_members_updated', target, changes, counts },
    now,
  )
}

/** An audit line keeps so many names; the counts say the rest. */
const mostTold = 100

/** Who went (`old`) and who came (`new`), by name. */
function namesChanged(
  field: string,
  gone: readonly NamedPerson[],
  come: readonly NamedPerson[],
): FieldChange[] {
  const names = (people: readonly NamedPerson[]) =>
    people.length === 0 ? null : people.slice(0, mostTold).map(({ name }) => name)
  return gone.length + come.length === 0 ? [] : [{ field, old: names(gone), new: names(come) }]
}

const countsOf = (counts: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))

const infoOf = ({ name, description, shared_conversation_history }: GroupRow) => ({
  name,
  description,
  sharedConversationHistory: shared_conversation_history,
})
