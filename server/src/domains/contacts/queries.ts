import type { ContactId, UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'

/** A user or contact behind an address. */
export interface Person {
  readonly userId: UserId | undefined
  readonly contactId: ContactId | undefined
  readonly name: string
}

/** Who stands behind each of `addresses`; those nobody is known for are left out. */
export async function findPersons(
  tx: TenantTx,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, Person>> {
  if (addresses.length === 0) return new Map()
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
      'address.user_id',
      'address.contact_id',
      sql<string>`coalesce(contact.name, nullif(trim(person.first_name || ' ' || person.last_name), ''), person.email)`.as(
        'name',
      ),
    ])
    .execute()
  return new Map(
    rows.map((row) => [
      row.value,
      { userId: row.user_id ?? undefined, contactId: row.contact_id ?? undefined, name: row.name },
    ]),
  )
}
