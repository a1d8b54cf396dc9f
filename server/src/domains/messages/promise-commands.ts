import type { MessageId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { rowsOf } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'

export interface Promised {
  readonly messageId: MessageId
  /** Of the text that was read. */
  readonly revision: number
  /** The day, where the organization is; undefined if nothing is promised. */
  readonly day: string | undefined
}

const columns = { message_id: 'uuid', revision: 'smallint', day: 'date' } as const

interface Given {
  readonly message_id: MessageId
  readonly revision: number
  readonly day: string | null
}

/**
 * Keeps which messages promise something by a day of `zone`. System notices and automatic replies promise nothing; of a text that was
 * changed meanwhile the new one counts. Each message may be given once.
 */
export async function putPromises(tx: TenantTx, promised: readonly Promised[], zone: string): Promise<void> {
  const given = promised.map(({ messageId, revision, day = null }): Given => ({
    message_id: messageId,
    revision,
    day,
  }))
  // A first text had no promise before.
  const without = given.filter(({ day, revision }) => day === null && revision > 1)
  if (without.length > 0)
    await sql`delete from promise using ${rowsOf<Given>(columns, without)}, message
      where promise.message_id = given.message_id and message.tenant_id = promise.tenant_id and message.id = given.message_id
        and message.revision = given.revision`.execute(tx)
  const some = given.filter(({ day }) => day !== null)
  if (some.length === 0) return
  await sql`
    insert into promise (message_id, conversation_id, posted_at, due_at)
    select message.id, conversation_id, posted_at, ((given.day + 1)::timestamp at time zone ${zone}) - interval '1 millisecond'
    from ${rowsOf<Given>(columns, some)} join message on message.id = given.message_id and message.revision = given.revision
    where content_type <> 'system' and not 'autoReply' = any(flags)
    on conflict (tenant_id, message_id) do update set due_at = excluded.due_at`.execute(tx)
}
