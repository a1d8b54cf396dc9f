/** Changes of active contacts. The flow decides who may make them, their consequences, and who is notified. */
import type { ContactEdit } from '@verbatim/contract/contacts.ts'
import type { ContactId, GroupId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { groupPeople } from '#domains/groups/group-people.ts'
import { contactWithin } from '#domains/groups/scope.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { brokenConstraint } from '#platform/db-errors.ts'
import type { TenantTx } from '#platform/db.ts'
import { holdersOf, joinHolders, lockInOrder, movedOf, placePeople } from '#platform/places.ts'
import { onlyRow } from '#platform/rows.ts'
import { type ContactFields, type ContactState, scopeOf, searchTextOf, sharedScope } from './model.ts'
import { freeAddresses } from './users-addresses.ts'

interface Changing {
  readonly id: ContactId
  /** All groups of the contact after the change; undefined: unchanged. */
  readonly groupIds: readonly GroupId[] | undefined
  readonly mergeIds: readonly ContactId[]
  /** The owner that it shall get. */
  readonly owner?: Pick<ContactEdit, 'ownerId' | 'ownerEmail'>
}

/**
 * Locks a contact and those it is merged with, in a fixed order, so that of two changes to the same contacts, one waits; and before
 * them the groups that any of them joins or leaves, and then its owners.
 */
export async function lockContacts(tx: TenantTx, { id, groupIds, mergeIds, owner }: Changing): Promise<void> {
  const { contact } = groupPeople
  const all = sql`select unnest(${[id, ...mergeIds]}::uuid[])`
  const ids = [
    movedOf(contact, groupIds ? [{ person: id, holders: groupIds }] : []),
    ...(mergeIds.length > 0 ? [holdersOf(contact, all)] : []),
  ]
  await lockInOrder(tx, [{ of: contact, ids: sql.join(ids, sql` union all `) }], async () => {
    if (owner) await lockOwners(tx, id, owner)
    await sql`select from contact where id in (${all}) order by id for update`.execute(tx)
  })
}

/**
 * Locks a contact for a change.
 * @throws Failure `contact.not-found`, `contact.archived`
 */
export async function takeContact(tx: TenantTx, id: ContactId): Promise<ContactState> {
  const row = await tx
    .selectFrom('contact')
    .select(['id', 'name', 'share_level', 'owner_id', 'version', 'archived_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new Failure('contact.not-found', { id }))
  if (row.archived_at) throw new Failure('contact.archived', { id })
  const linked = await sql<{ addresses: string[]; groupIds: GroupId[] }>`
    select array(select value from address where contact_id = ${id} order by value) as addresses,
      array(select group_id from conversation_group_contact where contact_id = ${id} order by group_id) as "groupIds"
  `.execute(tx)
  return {
    id: row.id,
    name: row.name,
    shareLevel: row.share_level,
    ownerId: row.owner_id ?? undefined,
    ...onlyRow(linked),
    version: row.version,
  }
}

/**
 * Addresses that already belong to someone else within the same scope, with the owner's name if `scope` reaches them.
 * @throws Failure `contact.duplicate-global`, `contact.duplicate-personal`, `contact.address-of-user`
 */
export async function checkAddresses(tx: TenantTx, scope: AccessScope, fields: ContactFields): Promise<void> {
  const { rows } = await sql<{ value: string; user_id: string | null; name: string | null }>`
    select address.value, address.user_id,
      case when ${contactWithin(scope, sql`contact`)} then contact.name end as name
    from address
    left join contact on contact.tenant_id = address.tenant_id and contact.id = address.contact_id
    left join tenant_user person on person.tenant_id = address.tenant_id and person.id = address.user_id
    where address.value = any(${fields.addresses}::text[]) and person.removed_at is null
      and (address.scope_id = ${scopeOf(fields)} or address.user_id is not null)
    order by address.user_id nulls last limit 1`.execute(tx)
  const [taken] = rows
  if (!taken) return
  if (taken.user_id) throw new Failure('contact.address-of-user', { address: taken.value })
  throw duplicate(fields, { address: taken.value, ...(taken.name !== null && { name: taken.name }) })
}

const duplicate = (
  fields: ContactFields,
  details: Readonly<Record<string, string>> = {},
  cause?: unknown,
): Failure =>
  new Failure(
    scopeOf(fields) === sharedScope ? 'contact.duplicate-global' : 'contact.duplicate-personal',
    details,
    cause,
  )

/** Turns the database's error for a taken address into the failure for it. */
export async function refusingDuplicates<T>(fields: ContactFields, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (brokenConstraint(error) === 'address_pkey') throw duplicate(fields, {}, error)
    throw error
  }
}

/**
 * Locks the owner of a contact, and the one that it shall get. Before the contact, as a removal of a user does.
 */
export async function lockOwners(
  tx: TenantTx,
  id: ContactId,
  { ownerId, ownerEmail }: Pick<ContactEdit, 'ownerId' | 'ownerEmail'>,
): Promise<void> {
  await sql`
    select from tenant_user where id = ${ownerId ?? null} or email_key = ${ownerEmail?.toLowerCase() ?? null}
      or id = (select owner_id from contact where id = ${id})
    order by id for share`.execute(tx)
}

/**
 * The owner stays locked: a user who leaves at the same time gets no contact.
 * @throws Failure `contact.unknown-group`, `contact.unknown-owner`
 */
export async function checkNamed(tx: TenantTx, { groupIds, ownerId }: ContactFields): Promise<void> {
  const found = await sql<{ groups: number; owners: number }>`
    select (select count(*)::int from (
        select from conversation_group where id = any(${groupIds}::uuid[]) for key share) known) as groups,
      (select count(*)::int from (
        select from tenant_user where id = ${ownerId ?? null} and removed_at is null for share) known) as owners
  `.execute(tx)
  const { groups, owners } = onlyRow(found)
  if (groups !== new Set(groupIds).size) throw new Failure('contact.unknown-group')
  if (ownerId && owners === 0) throw new Failure('contact.unknown-owner', { field: 'ownerId' })
}

/**
 * Replaces the fields of a contact; its version increases by one. Its addresses move with it to another share level or
 * owner.
 * @throws Failure `contact.duplicate-global`, `contact.duplicate-personal`
 */
export async function writeContact(
  tx: TenantTx,
  before: ContactState,
  after: ContactFields,
  now: Date,
): Promise<void> {
  const { id } = before
  const removed = before.addresses.filter((value) => !after.addresses.includes(value))
  const added = after.addresses.filter((value) => !before.addresses.includes(value))
  await releaseAddresses(tx, id, removed, now)
  await refusingDuplicates(after, async () => {
    await tx
      .updateTable('contact')
      .set({
        name: after.name,
        share_level: after.shareLevel,
        owner_id: after.ownerId ?? null,
        search_text: searchTextOf(after.name, after.addresses),
        version: sql`version + 1`,
        changed_at: now,
      })
      .where('id', '=', id)
      .execute()
    await takeAddresses(tx, { id, values: added, scope: scopeOf(after) }, now)
  })
  await placePeople(tx, groupPeople.contact, [{ person: id, holders: after.groupIds }])
}

/** Adds addresses that identify a contact; only free ones with `free`. Returns the added ones. */
export async function takeAddresses(
  tx: TenantTx,
  taking: {
    readonly id: ContactId
    readonly values: readonly string[]
    readonly scope: string
    readonly free?: true
    readonly originId?: ContactId
  },
  now: Date,
): Promise<string[]> {
  const { id, values, scope, free, originId } = taking
  if (values.length === 0) return []
  await freeAddresses(tx, values)
  const { rows } = await sql<{ value: string }>`
    insert into address (value, contact_id, scope_id) select unnest(${values}::text[]), ${id}, ${scope}
    ${free ? sql`on conflict do nothing` : sql``} returning value`.execute(tx)
  const taken = rows.map(({ value }) => value)
  await sql`
    insert into contact_identity (contact_id, value, since, origin_contact_id)
    select ${id}, unnest(${taken}::text[]), ${now}, ${originId ?? null}::uuid
    on conflict (tenant_id, contact_id, value, since) do update set until = null`.execute(tx)
  return taken
}

/** Removes addresses that identify a contact: all if `values` is absent. */
export async function releaseAddresses(
  tx: TenantTx,
  id: ContactId,
  values: readonly string[] | undefined,
  now: Date,
): Promise<void> {
  if (values?.length === 0) return
  const meant = values ? sql`and value = any(${values}::text[])` : sql``
  await sql`delete from address where contact_id = ${id} ${meant}`.execute(tx)
  await sql`update contact_identity set until = ${now} where contact_id = ${id} and until is null ${meant}`.execute(
    tx,
  )
}

/** Adds the contact to groups. @returns those it was not in before */
export async function addGroups(
  tx: TenantTx,
  id: ContactId,
  groupIds: readonly GroupId[],
): Promise<GroupId[]> {
  const links = groupIds.map((holder) => ({ person: id, holder }))
  return (await joinHolders(tx, groupPeople.contact, links)).map(({ holder }) => holder)
}

/** Archives a contact: captured messages keep it, and its addresses become free. */
export async function archiveContact(
  tx: TenantTx,
  { id, mergedInto }: { readonly id: ContactId; readonly mergedInto?: ContactId },
  now: Date,
): Promise<void> {
  await releaseAddresses(tx, id, undefined, now)
  await tx
    .updateTable('contact')
    .set({ archived_at: now, merged_into: mergedInto ?? null, version: sql`version + 1`, changed_at: now })
    .where('id', '=', id)
    .execute()
}
