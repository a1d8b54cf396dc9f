import type { UserId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'

/**
 * What may refer to a user, and is not removed with them: the database refuses their removal. Not the inbox, which the undo
 * empties. A test compares this with the database's constraints.
 */
export const userReferences = [
  { table: 'account_former_owner', column: 'owner_id' },
  { table: 'change_request', column: 'decided_by' },
  { table: 'change_request', column: 'requested_by' },
  { table: 'channel_account', column: 'owner_id' },
  { table: 'cognitive_event', column: 'assignee_id' },
  { table: 'contact', column: 'owner_id' },
  { table: 'embed_ticket', column: 'user_id' },
  { table: 'metric_alert_recipient', column: 'user_id' },
  { table: 'metric_crossing', column: 'user_id' },
  { table: 'person_reveal', column: 'user_id' },
  { table: 'reading_purpose', column: 'user_id' },
  { table: 'report_copy', column: 'user_id' },
  { table: 'report_recipient', column: 'user_id' },
  { table: 'report_schedule', column: 'owner_id' },
  { table: 'saved_view', column: 'owner_id' },
] as const

/** The users who must stay, because something that is kept names them. What captured records name has no constraint. */
export async function findReferred(tx: TenantTx, ids: readonly string[]): Promise<ReadonlySet<UserId>> {
  const referring = userReferences.map(
    ({ table, column }): RawBuilder<unknown> =>
      sql`select ${sql.ref(column)} from ${sql.table(table)} where ${sql.ref(column)} = any(${ids}::uuid[])`,
  )
  const { rows } = await sql<{ id: UserId }>`
    select id from unnest(${ids}::uuid[]) given (id)
    where exists (select from participant where user_id = given.id)
      or exists (select from participant_former where user_id = given.id)
      or exists (select from message where author_user_id = given.id)
    union ${sql.join(referring, sql` union `)}`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}
