/** The author of an event's first message, as far as they are a user who can be written to. */
import type { EventId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { AccessScope } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { withinScope } from '#access/scope-sql.ts'
import { isReadable } from './evidence-queries.ts'

export interface AuthorOf {
  /** Null if the author is not a user, or the reader may not read the message. */
  readonly email: string | null
  readonly firstName: string | null
  /** When they were last sent a note about this event. */
  readonly notifiedAt: Date | null
}

/** Locks the event, so that two reviewers do not both write for the first time. @throws Failure `event.not-found` */
export async function takeAuthorOf(tx: TenantTx, scope: AccessScope, id: EventId): Promise<AuthorOf> {
  const { rows } = await sql<AuthorOf>`
    select author.email, author.first_name as "firstName", event.author_notified_at as "notifiedAt"
    from cognitive_event event
    join message on message.tenant_id = event.tenant_id and message.id = event.message_id
    left join tenant_user author on author.tenant_id = message.tenant_id and author.id = message.author_user_id
      and ${isReadable(scope)}
    where event.id = ${id} and ${withinScope(scope, 'event')} for update of event`.execute(tx)
  const [row] = rows
  if (!row) throw new Failure('event.not-found')
  return row
}

export async function noteAuthorNotified(tx: TenantTx, id: EventId, now: Date): Promise<void> {
  await tx.updateTable('cognitive_event').set({ author_notified_at: now }).where('id', '=', id).execute()
}
