/** Addresses between contacts and users: an address belongs to one of them. Source: docs/decisions/0161-who-an-address-names.md. */
import type { ContactId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { type AuditedBy, changedFields, recordAudits } from '#domains/audit/commands.ts'
import { rowsOf } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'

/** Addresses of users who were removed are free, for other users and for contacts. */
export async function freeAddresses(tx: TenantTx, values: readonly string[]): Promise<void> {
  if (values.length === 0) return
  await sql`
    delete from address using tenant_user leaver
    where address.value = any(${values}::text[]) and leaver.tenant_id = address.tenant_id and leaver.id = address.user_id
      and leaver.removed_at is not null`.execute(tx)
}

/** Of these addresses, those of users who were not removed. */
export async function findAddressesOfUsers(tx: TenantTx, values: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    select address.value from address
    join tenant_user person on person.tenant_id = address.tenant_id and person.id = address.user_id
    where address.value = any(${values}::text[]) and person.removed_at is null order by address.value`.execute(
    tx,
  )
  return rows.map(({ value }) => value)
}

interface Holder {
  readonly id: ContactId
  readonly name: string
  /** All its addresses. */
  readonly addresses: readonly string[]
}

/**
 * Takes mail addresses of new users from the contacts that have them, also from personal ones: a colleague is no client. A contact
 * that has no other address is archived.
 * @returns Whether a contact had one.
 */
export async function takeFromContacts(
  tx: TenantTx,
  by: AuditedBy,
  values: readonly string[],
  now: Date,
): Promise<boolean> {
  const { rows: locked } = await sql<{ id: ContactId }>`
    select id from contact
    where id in (select contact_id from address where value = any(${values}::text[]) and contact_id is not null)
    order by id for update`.execute(tx)
  if (locked.length === 0) return false
  // In a statement of its own: the one that waits for a contact reads the other tables as they were before it waited.
  const { rows: holders } = await sql<Holder>`
    select id, name, array(select value from address where contact_id = contact.id order by value) as addresses
    from contact where id = any(${locked.map(({ id }) => id)}::uuid[]) order by id`.execute(tx)
  const restOf = ({ addresses }: Holder) => addresses.filter((value) => !values.includes(value))
  const emptied = holders.filter((holder) => restOf(holder).length === 0)
  const idsOf = (some: readonly Holder[]) => some.map(({ id }) => id)
  const taken = holders.flatMap(({ id, addresses }) =>
    addresses.filter((value) => values.includes(value)).map((value) => ({ contact_id: id, value })),
  )
  await release(tx, taken, now)
  await sql`update contact set archived_at = ${now} where id = any(${idsOf(emptied)}::uuid[])`.execute(tx)
  await touch(tx, idsOf(holders), now)
  await recordAudits(
    tx,
    by,
    holders.map((holder) => {
      const rest = restOf(holder)
      const changes = changedFields(
        { addresses: holder.addresses },
        rest.length === 0 ? {} : { addresses: rest },
      )
      const type = rest.length === 0 ? 'contact_deleted' : 'contact_updated'
      return { type, target: { kind: 'contact', id: holder.id, name: holder.name }, changes }
    }),
    now,
  )
  return true
}

interface AddressRow {
  readonly contact_id: ContactId
  readonly value: string
}

export const addressColumns = { contact_id: 'uuid', value: 'text' } as const

/** Contacts give up addresses, which were theirs until now. */
export async function release(tx: TenantTx, rows: readonly AddressRow[], now: Date): Promise<void> {
  if (rows.length === 0) return
  const given = rowsOf(addressColumns, rows)
  await sql`
    delete from address using ${given}
    where address.contact_id = given.contact_id and address.value = given.value`.execute(tx)
  await sql`
    update contact_identity known set until = ${now} from ${given}
    where known.contact_id = given.contact_id and known.value = given.value and known.until is null`.execute(
    tx,
  )
}

/** Contacts after a change of addresses: their search text and version change too. */
export async function touch(tx: TenantTx, ids: readonly ContactId[], now: Date): Promise<void> {
  await sql`
    update contact set version = version + 1, changed_at = ${now}, search_text = concat_ws(' ', name, (
      select string_agg(value, ' ' order by value) from address where address.contact_id = contact.id))
    where id = any(${ids}::uuid[])`.execute(tx)
}
