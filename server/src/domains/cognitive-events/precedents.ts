/**
 * Decisions with their precedents as a reader of everything sees them, kept so that a figure does not compare all of them. Triggers note
 * the events whose decisions have changed, and a worker compares them again; until then, figures compare those.
 * Source: docs/decisions/0126-metrics-at-a-million.md.
 */
import type { EventId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import { isEverything } from '#access/scope.ts'
import { type AccessScope, everything } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import type { DueRows } from '#platform/work/due-rows.ts'
import { compareDecisions, isDecision } from './decisions.ts'
import { lockedDue } from '#platform/work/locked-due.ts'

/** Events whose decisions have changed. */
export const changedDecisions: DueRows<'precedent_due'> = {
  name: 'precedents',
  table: 'precedent_due',
  waits: () => sql`true`,
  from: 'due_at',
  order: sql`due_at`,
  figures: { counted: (now) => sql`due_at <= ${now}`, oldest: sql`min(due_at)` },
}

/** A reader's compared decisions. @param about Which rows of `event` are compared. */
export function comparedDecisions(
  scope: AccessScope,
  about: RawBuilder<boolean> = sql`true`,
): RawBuilder<unknown> {
  if (!scope.some(isEverything)) return compareDecisions(scope, about)
  return sql`(
    with affected as materialized (${affectedBy(sql`precedent_due`)})
    select kept.event_id, kept.decided_by as by, kept.change_id as change, kept.disposition, kept.precedent, kept.precedent_entry
    from precedent kept join cognitive_event event on event.tenant_id = kept.tenant_id and event.id = kept.event_id
    where ${about} and not exists (select from affected where affected.event_id = kept.event_id)
    union all
    select compared.event_id, compared.by, compared.change, compared.disposition, compared.precedent, compared.precedent_entry
    from ${compareDecisions(scope, sql`${about} and event.id in (select event_id from affected)`)} compared
  )`
}

/**
 * Whether the decision on an `event` is the same as its precedent; null without one. What is compared is compared once for all events.
 * @param about Which events are asked for.
 */
export function precedentOf(scope: AccessScope, about: RawBuilder<boolean>): RawBuilder<unknown> {
  const same = sql`case when disposition = precedent then 'same' else 'different' end`
  const all = (compared: RawBuilder<unknown>) =>
    sql`(select jsonb_object_agg(event_id, ${same}) from ${compared} compared)`
  if (!scope.some(isEverything)) return sql`(${all(compareDecisions(scope, about))} ->> event.id::text)`
  const affected = affectedBy(sql`precedent_due`)
  return sql`case when event.id = any(array(${affected}))
    then ${all(compareDecisions(scope, sql`${about} and event.id in (${affected})`))} ->> event.id::text
    else (select ${same} from precedent kept where kept.tenant_id = event.tenant_id and kept.event_id = event.id) end`
}

/** The events that changed decisions concern: their own, and those of their cases that were decided later. */
export const affectedBy = (due: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select event_id from ${due} changed
  union
  select decision.event_id from event_history decision
  join evidence theirs on theirs.tenant_id = decision.tenant_id and theirs.event_id = decision.event_id
  where ${isDecision} and decision.at >= (select min(first_at) from ${due} changed) and theirs.words_key is not null
    and exists (select from ${due} changed
      join evidence own on own.tenant_id = changed.tenant_id and own.event_id = changed.event_id
      where own.rule_id = theirs.rule_id and own.words_key = theirs.words_key and decision.at >= changed.first_at)`

/** Lets one worker at a time write: what another one compared before a decision must not be written after it. */
export async function lockPrecedents(tx: TenantTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`precedents ${tx.tenantId}`}, 0))`.execute(tx)
}

/**
 * Compares changed decisions again.
 * @returns How many events had changed.
 */
export async function comparePrecedents(tx: TenantTx, most: number, now: Date): Promise<number> {
  await lockPrecedents(tx)
  // A decision on one of these waits from here on, and is noted again.
  const locked = lockedDue(changedDecisions, now, { most, columns: sql`event_id` })
  const { rows: due } = await sql<{ event_id: EventId }>`${locked}`.execute(tx)
  if (due.length === 0) return 0
  const taken = sql`${due.map((row) => row.event_id)}::uuid[]`
  const { rows: affected } = await sql<{ event_id: EventId }>`
    select event_id from (${affectedBy(sql`(select * from precedent_due where event_id = any(${taken}))`)}) affected
    where event_id = any(${taken}) or not exists (select from precedent_due later where later.event_id = affected.event_id)`.execute(
    tx,
  )
  const changed = sql`${affected.map((row) => row.event_id)}::uuid[]`
  await sql`delete from precedent where event_id = any(${changed})`.execute(tx)
  await sql`
    insert into precedent (event_id, decided_by, change_id, disposition, precedent, precedent_entry)
    select event_id, by, change, disposition, precedent, precedent_entry
    from ${compareDecisions(everything, sql`event.id = any(${changed})`)} compared`.execute(tx)
  await sql`delete from precedent_due where event_id = any(${taken})`.execute(tx)
  return due.length
}
