/** Openings: the messages that begin a conversation after a pause, or a burst that waits for an answer. */
import { type RawBuilder, sql } from 'kysely'
import { isEverything } from '#access/scope.ts'
import { withinScope } from '#access/scope-sql.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import type { DueRows } from '#platform/work/due-rows.ts'
import { dayAfter, type Days } from './period.ts'

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

/** A change of a conversation waits while its openings are found, so only a part of a long history is taken at once. */
const longest = sql`interval '31 days'`

/**
 * Finds the openings of conversations that have changed, of a long history only the first part. A change during this waits for it, and
 * is noted anew.
 * @returns How many conversations.
 */
export async function findOpenings(tx: TenantTx, most: number, now: Date): Promise<number> {
  const { rows } = await sql`
    with due as materialized (
      select conversation_id, first_at, last_at, least(last_at, first_at + ${longest}) as until
      from opening_due where due_at <= ${now} order by due_at limit ${most} for update skip locked
    ), found as materialized (
      select find_openings(${tx.tenantId}, array_agg(conversation_id), array_agg(first_at), array_agg(until)) from due
    ), rest as (
      update opening_due set first_at = due.until from found, due
      where opening_due.conversation_id = due.conversation_id and due.until < due.last_at
    ), done as (
      delete from opening_due using found, due where opening_due.conversation_id = due.conversation_id and due.until = due.last_at
    )
    select from due`.execute(tx)
  return rows.length
}

/**
 * A `with` clause: the conversations whose openings do not count for a reader, who looks at the messages instead. They have just
 * changed, or in the days around a period the reader sees only a part of them.
 */
export function lookedAt(scope: AccessScope, { from, to }: Days): RawBuilder<unknown> {
  const changed = sql`select conversation_id from opening_due`
  const inParts = sql`union select conversation_id from conversation_day said
    where day between ${dayAfter(from, -2)}::date and ${dayAfter(to, 8)}::date
    group by conversation_id having bool_or(${withinScope(scope, 'said')}) and not bool_and(${withinScope(scope, 'said')})`
  return sql`looked_at as materialized (${changed} ${scope.some(isEverything) ? sql`` : inParts})`
}

export const isLookedAt = sql<boolean>`exists (select from looked_at where looked_at.conversation_id = said.conversation_id)`
export const isFound = sql<boolean>`not ${isLookedAt}`
