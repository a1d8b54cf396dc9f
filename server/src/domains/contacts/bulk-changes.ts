import type { ContactId, GroupId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { type Columns, insertMany, rowsOf } from '#platform/bulk.ts'
import { groupPeople } from '#domains/groups/group-people.ts'
import { contactWithin } from '#domains/groups/scope.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { placePeople } from '#platform/places.ts'
import { addressColumns, freeAddresses, release } from './users-addresses.ts'

/** A change of many contacts at once. Share levels and owners stay as they are. */
export interface ContactUpdate {
  readonly id: ContactId
  readonly scope: string
  readonly name: string
  /** Addresses not in use within the scope. */
  readonly addressesAdded: readonly string[]
  readonly addressesRemoved: readonly string[]
  /** All groups after the change. */
  readonly groupIds: readonly GroupId[]
}

const nameColumns: Columns<{ id: ContactId; name: string }> = { id: 'uuid', name: 'text' }

/**
 * Writes updates of contacts whose rows the caller has locked, and before them the groups they join or leave, in a fixed number of
 * statements. Each version increases by one.
 */
export async function updateContacts(
  tx: TenantTx,
  updates: readonly ContactUpdate[],
  now: Date,
): Promise<void> {
  if (updates.length === 0) return
  await release(
    tx,
    updates.flatMap(({ id, addressesRemoved }) =>
      addressesRemoved.map((value) => ({ contact_id: id, value })),
    ),
    now,
  )
  const added = updates.flatMap(({ id, scope, addressesAdded }) =>
    addressesAdded.map((value) => ({ contact_id: id, value, scope_id: scope })),
  )
  await freeAddresses(
    tx,
    added.map(({ value }) => value),
  )
  await insertMany(tx, 'address', { ...addressColumns, scope_id: 'uuid' }, added)
  await insertMany(
    tx,
    {
      table: 'contact_identity',
      conflict: sql`on conflict (tenant_id, contact_id, value, since) do update set until = null`,
    },
    { ...addressColumns, since: 'timestamptz' },
    added.map(({ contact_id, value }) => ({ contact_id, value, since: now })),
  )
  await placePeople(
    tx,
    groupPeople.contact,
    updates.map(({ id, groupIds }) => ({ person: id, holders: groupIds })),
  )
  await sql`
    update contact set name = given.name, version = version + 1, changed_at = ${now},
      search_text = concat_ws(' ', given.name, (
        select string_agg(value, ' ' order by value) from address where address.contact_id = contact.id))
    from ${rowsOf(
      nameColumns,
      updates.map(({ id, name }) => ({ id, name })),
    )} where contact.id = given.id`.execute(tx)
}

/** A contact with one of the addresses, and the base of its update. */
export interface KnownContact {
  readonly id: ContactId
  readonly name: string
  readonly shareLevel: 'global' | 'personal'
  readonly scope_id: string
  readonly version: number
  /** Whether the user who makes the change sees it. */
  readonly isWithin: boolean
  readonly addresses: readonly string[]
  readonly groups: readonly { readonly id: GroupId; readonly name: string }[]
}

/** Locks contacts, and returns their current state. */
export async function takeContacts(
  tx: TenantTx,
  scope: AccessScope,
  ids: readonly ContactId[],
): Promise<ReadonlyMap<ContactId, KnownContact>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<KnownContact>`
    select contact.id, contact.name, contact.share_level as "shareLevel", contact.scope_id, contact.version,
      ${contactWithin(scope, sql`contact`)} as "isWithin",
      array(select value from address where address.contact_id = contact.id order by value) as addresses,
      array(select json_build_object('id', joined.id, 'name', joined.name)
        from conversation_group_contact link join conversation_group joined
          on joined.tenant_id = link.tenant_id and joined.id = link.group_id
        where link.contact_id = contact.id order by joined.name_key) as groups
    from contact where contact.id = any(${ids}::uuid[]) and contact.archived_at is null
    order by contact.id for update of contact`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

interface AddressHolder {
  readonly value: string
  readonly scope_id: string
  /** Undefined for an address of a user. */
  readonly contact_id: ContactId | null
}

/** The owners of addresses, within every scope; those of removed users are free. */
export async function findHolders(
  tx: TenantTx,
  addresses: readonly string[],
): Promise<readonly AddressHolder[]> {
  return tx
    .selectFrom('address')
    .leftJoin('tenant_user as person', 'person.id', 'address.user_id')
    .select(['address.value', 'address.scope_id', 'address.contact_id'])
    .where('address.value', '=', sql<string>`any(${addresses}::text[])`)
    .where('person.removed_at', 'is', null)
    .execute()
}
