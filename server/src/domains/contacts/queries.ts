import type { ContactId, UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'
import { sharedScope } from './model.ts'

/** A user or contact behind an address. */
export interface Person {
  readonly userId: UserId | undefined
  readonly contactId: ContactId | undefined
  readonly name: string
}

/** The people with addresses: contacts personal to an owner, and those shared by all users. */
export interface Persons {
  /** The user, or else the personal contact of the first of `owners` that has one, or else the global contact. */
  of(address: string, owners: readonly UserId[]): Person | undefined
}

const noPersons: Persons = { of: () => undefined }

/** The people with each of `addresses`. One statement that uses the key of addresses, for any number of contacts. */
export async function findPersons(tx: TenantTx, addresses: readonly string[]): Promise<Persons> {
  if (addresses.length === 0) return noPersons
  const rows = await tx
    .selectFrom('address')
    .leftJoin('tenant_user as person', (join) =>
      join.onRef('person.tenant_id', '=', 'address.tenant_id').onRef('person.id', '=', 'address.user_id'),
    )
    .leftJoin('contact', (join) =>
      join
        .onRef('contact.tenant_id', '=', 'address.tenant_id')
        .onRef('contact.id', '=', 'address.contact_id'),
    )
    .where('value', '=', sql<string>`any(${addresses})`)
    .select([
      'address.value',
      'address.scope_id',
      'address.user_id',
      'address.contact_id',
      sql<string>`coalesce(contact.name, person.display_name)`.as('name'),
    ])
    .execute()
  const persons = new Map(
    rows.map((row): [string, Person] => [
      `${row.scope_id} ${row.value}`,
      { userId: row.user_id ?? undefined, contactId: row.contact_id ?? undefined, name: row.name },
    ]),
  )
  return {
    of(address, owners) {
      const shared = persons.get(`${sharedScope} ${address}`)
      if (shared?.userId) return shared
      for (const owner of owners) {
        const own = persons.get(`${owner} ${address}`)
        if (own) return own
      }
      return shared
    },
  }
}
