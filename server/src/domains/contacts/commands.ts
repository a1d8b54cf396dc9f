import type { ContactId, GroupId, UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { groupPeople } from '#domains/groups/group-people.ts'
import { insertMany } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { type Place, placePeople } from '#platform/places.ts'
import { scopeOf, searchTextOf } from './model.ts'
import { freeAddresses } from './users-addresses.ts'

export interface NewContact {
  readonly id: ContactId
  readonly name: string
  readonly shareLevel?: 'global' | 'personal'
  readonly ownerId?: UserId
  readonly addresses: readonly string[]
  readonly groupIds?: readonly GroupId[]
}

/** What to do with an address that already belongs to someone within the same scope. */
interface Taken {
  /** If set, the database refuses the address; otherwise it stays with its owner. */
  readonly refuses?: true
}

/** Adds any number of contacts with their addresses, and to groups, which the caller has locked. */
export async function createContacts(
  tx: TenantTx,
  contacts: readonly NewContact[],
  now: Date,
  { refuses }: Taken = {},
): Promise<void> {
  if (contacts.length === 0) return
  await insertMany(
    tx,
    'contact',
    {
      id: 'uuid',
      name: 'text',
      share_level: 'text',
      owner_id: 'uuid',
      search_text: 'text',
      created_at: 'timestamptz',
      changed_at: 'timestamptz',
    },
    contacts.map(({ id, name, shareLevel = 'global', ownerId, addresses }) => ({
      id,
      name,
      share_level: shareLevel,
      owner_id: ownerId ?? null,
      search_text: searchTextOf(name, addresses),
      created_at: now,
      changed_at: now,
    })),
  )
  await freeAddresses(
    tx,
    contacts.flatMap(({ addresses }) => addresses),
  )
  const taken = await insertMany<AddressRow, AddressRow>(
    tx,
    {
      table: 'address',
      conflict: sql`${refuses ? sql`` : sql`on conflict do nothing`} returning value, contact_id, scope_id`,
    },
    { value: 'text', contact_id: 'uuid', scope_id: 'uuid' },
    contacts.flatMap(({ id, addresses, shareLevel = 'global', ownerId }) =>
      [...new Set(addresses)].map((value) => ({
        value,
        contact_id: id,
        scope_id: scopeOf({ shareLevel, ownerId }),
      })),
    ),
  )
  await insertMany(
    tx,
    'contact_identity',
    { contact_id: 'uuid', value: 'text', since: 'timestamptz' },
    taken.map(({ value, contact_id }) => ({ contact_id, value, since: now })),
  )
  await placePeople(
    tx,
    groupPeople.contact,
    contacts.flatMap(({ id, groupIds }): Place[] => (groupIds ? [{ person: id, holders: groupIds }] : [])),
  )
}

interface AddressRow {
  readonly value: string
  readonly contact_id: ContactId
  readonly scope_id: string
}
