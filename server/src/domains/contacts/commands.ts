import type { ContactId, GroupId, UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { insertMany } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
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

/** Adds any number of contacts with their addresses and groups. */
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
  await insertMany(
    tx,
    'conversation_group_contact',
    { group_id: 'uuid', contact_id: 'uuid' },
    contacts.flatMap(({ id, groupIds = [] }) =>
      [...new Set(groupIds)].map((group_id) => ({ group_id, contact_id: id })),
    ),
  )
}

interface AddressRow {
  readonly value: string
  readonly contact_id: ContactId
  readonly scope_id: string
}
