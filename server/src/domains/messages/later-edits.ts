import type { MessageId, RecordId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { rowsOf } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { compareMoments, momentOf } from './moments.ts'
import type { Revision } from './revision-commands.ts'
import { contentOfEdit, type Revised } from './revision-states.ts'

/**
 * The edits that came before but are later than what comes now: one that left its message as it was may have undone what comes now.
 * An edit of which nothing was understood undoes nothing. Edits that come in their order cost no question.
 */
export async function findLaterEdits(
  tx: TenantTx,
  revisions: readonly Revision[],
  messages: ReadonlyMap<MessageId, Revised>,
): Promise<Revision[]> {
  const late = [...Map.groupBy(revisions, ({ messageId }) => messageId)].flatMap(([id, ofOne]) => {
    const [first] = ofOne.toSorted(compareMoments)
    const last = messages.get(id)?.lastEdit
    if (!first || !last || compareMoments(last, first) <= 0) return []
    return [{ message_id: id, since: first.at, sequence: first.sequence }]
  })
  if (late.length === 0) return []
  const given = revisions.flatMap(({ eventId }) => eventId ?? [])
  const { rows } = await sql<{
    message_id: MessageId
    record_id: RecordId
    at: Date
    captured_at: Date
    payload: Record<string, unknown>
  }>`select edit.message_id, edit.record_id, edit.at, edit.captured_at, edit.payload
    from ${rowsOf({ message_id: 'uuid', since: 'timestamptz', sequence: 'bigint' }, late)}
    join message_event edit on edit.message_id = given.message_id and edit.kind = 'edit' and edit.at >= given.since
      and (${momentOf(sql`edit.at`, sql`edit.payload ->> 'sequence'`)}) > (${momentOf(sql`given.since`, sql`given.sequence`)})
    where edit.id <> all(${given}::uuid[])
      and (edit.payload ->> 'body' is not null or edit.payload ? 'attachments' or edit.payload ? 'structured')
    order by edit.captured_at, edit.id`.execute(tx)
  return rows.map(({ message_id: messageId, record_id: recordId, at, captured_at: capturedAt, payload }) => ({
    messageId,
    recordId,
    ...contentOfEdit(payload),
    at,
    capturedAt,
    suspicious: false,
    isLookedAtAgain: true,
  }))
}
