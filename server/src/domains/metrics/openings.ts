/** Openings: the messages that begin a conversation after a pause, or a burst that waits for an answer. */
import { type RawBuilder, sql } from 'kysely'
import { isEverything } from '#access/scope.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import type { DueRows } from '#platform/work/due-rows.ts'

/** Conversations that have changed. Their openings are found a little later, so that many changes cost once. */
export const changedConversations: DueRows<'opening_due'> = {
  name: 'openings',
  table: 'opening_due',
  waits: () => sql`true`,
  from: 'due_at',
  order: sql`due_at`,
  // Those that have just changed do not wait yet.
  figures: { counted: (now) => sql`due_at <= ${now}`, oldest: sql`min(due_at)` },
}

/**
 * Finds the openings of conversations that have changed. A change during this waits for it, and is noted anew.
 * @returns How many conversations.
 */
export async function findOpenings(tx: TenantTx, most: number, now: Date): Promise<number> {
  const { rows } = await sql`
    with due as materialized (
      select conversation_id, first_at, last_at from opening_due where due_at <= ${now} order by due_at limit ${most} for update skip locked
    ), found as materialized (
      select find_openings(${tx.tenantId}, array_agg(conversation_id), array_agg(first_at), array_agg(last_at)) from due
    )
    delete from opening_due using found, due where opening_due.conversation_id = due.conversation_id returning 1`.execute(
    tx,
  )
  return rows.length
}

/**
 * Conversations whose openings do not count for a reader, who looks at the messages instead: those that have just changed, and
 * those of which the reader may see a part.
 */
const looked = (scope: AccessScope): RawBuilder<unknown> =>
  scope.some(isEverything)
    ? sql`(select conversation_id from opening_due)`
    : sql`(select conversation_id from opening_due union all select conversation_id from conversation_reach where is_mixed)`

export const isLookedAt = (scope: AccessScope) => sql<boolean>`conversation_id in ${looked(scope)}`
export const isFound = (scope: AccessScope) => sql<boolean>`conversation_id not in ${looked(scope)}`
