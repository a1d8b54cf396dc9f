/** Whether the kept decisions with their precedents are those of the histories of events, and how they are found again. */
import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { everything } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { onlyRow } from '#platform/rows.ts'
import { textOf } from '#platform/sql-text.ts'
import { compareDecisions, isClosed, isDecision } from './decisions.ts'
import { affectedBy, lockPrecedents } from './precedents.ts'

/**
 * Events whose kept precedent is wrong, missing or one too many, though they are not to be compared again.
 * @param about Which rows of `event` are looked at.
 */
const differing = (about: RawBuilder<boolean>): RawBuilder<unknown> => {
  const settled = sql<boolean>`${about} and not exists (select from affected where affected.event_id = event.id)`
  return sql`(
    with affected as materialized (${affectedBy(sql`precedent_due`)}), kept as (
      select kept.* from precedent kept
      join cognitive_event event on event.tenant_id = kept.tenant_id and event.id = kept.event_id where ${settled}
    )
    select event_id from kept full join ${compareDecisions(everything, settled)} found using (event_id)
    where (kept.decided_by, kept.change_id, kept.disposition, kept.precedent, kept.precedent_entry)
      is distinct from (found.by, found.change, found.disposition, found.precedent, found.precedent_entry)
  )`
}

/**
 * Decisions of all organizations that are kept with another precedent than theirs.
 * @param client Reads the rows of all organizations.
 * @param most How many are named at most.
 */
export async function findDifferingPrecedents(client: pg.Client, most: number): Promise<string[]> {
  const { rows } = await client.query<{ event: string; organization: string }>(
    textOf(sql`select event.tenant_id::text as organization, event.id::text as event from cognitive_event event
      where event.id in (select event_id from ${differing(sql`true`)} differing)
      order by 1, 2 limit ${sql.lit(most)}`),
  )
  return rows.map(
    ({ organization, event }) =>
      `The decision on the event ${event} of the organization ${organization} differs from the event’s history, or has a wrong precedent or none.`,
  )
}

/** The decisions of their cases are read. */
const sampledEvents = 50

/** What so many changed decisions concern takes seconds to find. After a rebuild, all have changed. */
export const mostChanged = 2_000

/**
 * How many of some events, chosen by chance, are kept with another precedent than theirs. While many are to be compared again, none is
 * looked at.
 */
export async function countDifferingPrecedents(tx: TenantTx): Promise<number> {
  const { rows: changed } = await sql`select from precedent_due limit ${mostChanged + 1}`.execute(tx)
  if (changed.length > mostChanged) return 0
  const some = (rows: RawBuilder<unknown>) =>
    sql`(select event_id from ${rows} listed order by random() limit ${sampledEvents})`
  const closed = sql`(select id as event_id from cognitive_event event where ${isClosed})`
  const counted = await sql<{ n: number }>`
    with sampled as materialized (${some(closed)} union ${some(sql`precedent`)})
    select count(*)::int as n from ${differing(sql`event.id in (select event_id from sampled)`)} differing`.execute(
    tx,
  )
  return onlyRow(counted).n
}

/** Forgets the kept precedents. Figures compare the decisions themselves until the worker has found them again. */
export async function forgetPrecedents(tx: TenantTx): Promise<void> {
  await lockPrecedents(tx)
  await sql`delete from precedent`.execute(tx)
  // In the order of the triggers, which note the decisions of this moment.
  await sql`
    insert into precedent_due as known (event_id, first_at, due_at)
    select event_id, min(at), max(at) from event_history decision where ${isDecision} group by event_id order by event_id
    on conflict (tenant_id, event_id) do update set first_at = least(known.first_at, excluded.first_at)`.execute(
    tx,
  )
}
