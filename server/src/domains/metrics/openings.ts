/** Openings: the messages that begin a conversation after a pause, or a burst that waits for an answer. */
import { type RawBuilder, sql } from 'kysely'
import { isEverything } from '#access/scope.ts'
import { withinScope } from '#access/scope-sql.ts'
import { dayAfter } from '#kernel/days.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import type { DueRows } from '#platform/work/due-rows.ts'
import type { Days } from './period.ts'
import { lockedDue } from '#platform/work/locked-due.ts'

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
const looked = sql`conversation_id, first_at, last_at, least(last_at, first_at + ${longest}) as until, due_at`
/** Of all conversations of a turn together; the last one of them may go beyond. */
const longestOfAll = sql`interval '310 days'`

/**
 * Finds the openings of conversations that have changed, of a long history only the first part. A change during this waits for it, and
 * is noted again.
 * @param most How many conversations, unless they go on for long.
 * @returns How many it were.
 */
export async function findOpenings(tx: TenantTx, most: number, now: Date): Promise<number> {
  const { rows } = await sql`
    with due as materialized (
      ${lockedDue(changedConversations, now, { most, columns: looked })}
    ), taken as materialized (
      select * from (
        select due.*, sum(until - first_at) over (order by due_at, conversation_id rows between unbounded preceding and 1 preceding) as before
        from due
      ) summed where before is null or before < ${longestOfAll}
    ), found as materialized (
      select find_openings(${tx.tenantId}, array_agg(conversation_id), array_agg(first_at), array_agg(until)) from taken
    ), rest as (
      update opening_due set first_at = taken.until from found, taken
      where opening_due.conversation_id = taken.conversation_id and taken.until < taken.last_at
    ), done as (
      delete from opening_due using found, taken where opening_due.conversation_id = taken.conversation_id and taken.until = taken.last_at
    )
    select from taken`.execute(tx)
  return rows.length
}

/**
 * `with` clauses: the conversations whose openings do not count for a reader, who looks at the messages instead, as `looked_at`. They have
 * just changed, or in the days around a period the reader sees only a part of them. Those of which a reader of a part sees all are
 * `seen_whole`: their rows in these days need no condition of access, so indexes alone can answer.
 */
export function lookedAt(scope: AccessScope, { from, to }: Days): RawBuilder<unknown> {
  const changed = sql`select conversation_id from opening_due`
  if (scope.some(isEverything)) return sql`looked_at as materialized (${changed})`
  return sql`seen as materialized (
      select conversation_id, bool_and(is_seen) as is_whole from (
        select conversation_id, ${withinScope(scope, 'said')} as is_seen from conversation_day said
        where day between ${dayAfter(from, -2)}::date and ${dayAfter(to, 8)}::date offset 0
      ) said group by conversation_id having bool_or(is_seen)
    ), looked_at as materialized (${changed} union select conversation_id from seen where not is_whole
    ), seen_whole as materialized (
      select conversation_id from seen where is_whole and not exists (select from looked_at where looked_at.conversation_id = seen.conversation_id)
    )`
}

export const isLookedAt = sql<boolean>`exists (select from looked_at where looked_at.conversation_id = said.conversation_id)`

/** Whether the reader sees the row `said` of the days around the period, and its conversation is not looked at. */
export const isFound = (scope: AccessScope): RawBuilder<boolean> =>
  scope.some(isEverything)
    ? sql`not ${isLookedAt}`
    : sql`exists (select from seen_whole where seen_whole.conversation_id = said.conversation_id)`
