/** Addresses that pass from one person to another. Source: docs/decisions/0156-addresses-that-pass.md. */
import { sql } from 'kysely'
import { rowsOf, type TableColumns, type TableRow } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'

const columns = {
  conversation_id: 'uuid',
  address: 'text',
  user_id: 'uuid',
  contact_id: 'uuid',
  first_at: 'timestamptz',
  last_at: 'timestamptz',
} satisfies TableColumns<'participant'>

/**
 * A known participant who is not found by their address any more becomes whom it means now, also no one; who had it before is kept. While
 * they are found by it, they stay: to a colleague, the same address may mean another, personal contact.
 */
export async function passAddresses(
  tx: TenantTx,
  rows: readonly TableRow<'participant', typeof columns>[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`with passed as materialized (
      select known.tenant_id, known.conversation_id, known.address, known.user_id as former_user_id, known.contact_id as former_contact_id,
        given.user_id, given.contact_id, given.first_at, given.last_at, known.last_at as known_last_at
      from ${rowsOf(columns, rows)}
      join participant known on known.conversation_id = given.conversation_id and known.address = given.address
      where (known.user_id is not null or known.contact_id is not null)
        and (known.user_id, known.contact_id) is distinct from (given.user_id, given.contact_id)
        and not has_address(known.tenant_id, known.address, known.user_id, known.contact_id)
    ), kept as (
      insert into participant_former (conversation_id, address, until, user_id, contact_id)
      select conversation_id, address,
        address_passed_at(tenant_id, address, former_contact_id, contact_id, greatest(known_last_at, first_at)),
        former_user_id, former_contact_id
      from passed on conflict do nothing
    )
    update participant set user_id = passed.user_id, contact_id = passed.contact_id
    from passed where participant.tenant_id = passed.tenant_id
      and participant.conversation_id = passed.conversation_id and participant.address = passed.address`.execute(
    tx,
  )
}
