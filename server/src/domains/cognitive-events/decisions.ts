/** Who decided on events, and whether another reviewer decided the same in the same case. Source: docs/metrics.md. */
import { closedStatuses, openStatuses } from '@verbatim/contract/event-status.ts'
import { type RawBuilder, sql } from 'kysely'
import { isEverything } from '#access/scope.ts'
import { withinScope } from '#access/scope-sql.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { isReadable } from './evidence-queries.ts'

// Written out, because an index is for these entries alone.
const listed = (names: readonly string[]) => sql.join(names.map((name) => sql.lit(name)))
const open = listed(openStatuses)
const closed = listed(closedStatuses)

/** Whether an `event` has a current decision. */
export const isClosed = sql<boolean>`event.status in (${closed})`

/** An entry of a `decision` on an event. Undoing a reopening closes an event as well, and is no decision. */
export const isDecision = sql<boolean>`decision.kind = 'status' and decision.to_status in (${closed})
  and decision.undoes is null`

/** Whether a change of an event holds: it undoes no other, and was not undone itself. `entry` names a row of its history. */
export const isInForce = (entry: string) => {
  const row = sql.table(entry)
  return sql<boolean>`${row}.undoes is null and not exists (select from event_history back
    where back.tenant_id = ${row}.tenant_id and back.event_id = ${row}.event_id and back.undoes = ${row}.change_id)`
}

const isDecisionInForce = sql<boolean>`${isDecision} and ${isInForce('decision')}`

/** Joins a closed `event` with its current decision, as `decided`: who, when, its entry, and the change that it is of. */
export const standingDecision = sql`left join lateral (
  select decision.actor_id as by, decision.at, decision.id as entry, decision.change_id as change
  from event_history decision
  where decision.tenant_id = event.tenant_id and decision.event_id = event.id and ${isDecisionInForce}
  order by decision.version desc limit 1
) decided on ${isClosed}`

/** Who made the current decision on an `event`. */
export const deciderOf = sql`case when ${isClosed} then (
  select decision.actor_id from event_history decision
  where decision.tenant_id = event.tenant_id and decision.event_id = event.id and ${isDecisionInForce}
  order by decision.version desc limit 1) end`

/**
 * Closed events with their decision and its precedent, the latest earlier decision of another reviewer: on the same event, or on one
 * with evidence of the same rule in the same words, in messages that the reader may read. Decisions that another reviewer reopened
 * are precedents, too, unless that was undone. In a case, decisions in a row by one reviewer are a turn; the precedent of each is the last before the turn.
 * Tables are joined only by their indexes, and the rest is sorted: a case may have any number of events.
 * @param about Which rows of `event` are compared.
 */
export function compareDecisions(
  scope: AccessScope,
  about: RawBuilder<boolean> = sql`true`,
): RawBuilder<unknown> {
  const ofLikeness = sql`evidence.tenant_id = likeness.tenant_id and evidence.rule_id = likeness.rule_id
    and evidence.words_key = likeness.words_key`
  const { seen, places, inReadable } = scope.some(isEverything)
    ? { seen: sql``, inReadable: sql``, places: sql`likeness join evidence on ${ofLikeness}` }
    : {
        // Most of a frequent phrase is out of the scope of few groups: the few events say so faster than the many messages.
        seen: sql`, seen as materialized (
          select event.tenant_id, event.id from cognitive_event event where ${withinScope(scope, 'event')}
        )`,
        places: sql`seen join evidence on evidence.tenant_id = seen.tenant_id and evidence.event_id = seen.id
          join likeness on ${ofLikeness}`,
        inReadable: sql`join message on message.tenant_id = evidence.tenant_id and message.id = evidence.message_id
          and ${isReadable(scope)}`,
      }
  return sql`(
    with asked as materialized (
      select event.tenant_id, event.id from cognitive_event event
      where ${withinScope(scope, 'event')} and ${about} and ${isClosed} and event.disposition <> 'duplicate'
    ), likeness as (
      select distinct evidence.tenant_id, evidence.rule_id, evidence.words_key
      from asked join evidence on evidence.tenant_id = asked.tenant_id and evidence.event_id = asked.id
      ${inReadable}
      where evidence.words_key is not null
    )${seen}, placed as (
      select evidence.tenant_id, evidence.event_id, evidence.rule_id as rule, evidence.words_key as words, false as is_asked
      from ${places} ${inReadable}
      union select tenant_id, id, id, 0, true from asked
    ), cases as (
      select tenant_id, event_id, array_agg(rule) as rules, array_agg(words) as words, bool_or(is_asked) as is_asked
      from placed group by tenant_id, event_id
    ), decision as (
      select event.id as event_id, cases.is_asked and made.is_current as is_asked, made.by, made.at, made.entry, made.change,
        made.disposition,
        place.rule, place.words
      from cases join cognitive_event event on event.tenant_id = cases.tenant_id and event.id = cases.event_id
      cross join lateral (
        select decided.by, decided.at, decided.entry, decided.change, event.disposition, true as is_current
        from (select) once ${standingDecision} where ${isClosed}
        union all
        select former.by, former.at, former.entry, null::uuid, former.disposition, false
        from event_history reopened cross join lateral (
          select decision.actor_id as by, decision.at, decision.id as entry, decision.disposition from event_history decision
          where decision.tenant_id = event.tenant_id and decision.event_id = event.id and ${isDecisionInForce}
            and decision.version < reopened.version
          order by decision.version desc limit 1
        ) former
        where reopened.tenant_id = event.tenant_id and reopened.event_id = event.id and former.by <> reopened.actor_id
          and reopened.from_status in (${closed}) and reopened.to_status in (${open})
          and ${isInForce('reopened')}
      ) made
      cross join lateral unnest(cases.rules, cases.words) place (rule, words)
      where ${withinScope(scope, 'event')} and made.by is not null and made.disposition <> 'duplicate'
    ), ordered as (
      select decision.*, lag(by) over earlier as before_by, lag(disposition) over earlier as before, lag(at) over earlier as before_at,
        lag(entry) over earlier as before_entry
      from decision window earlier as (partition by rule, words order by at, entry)
    ), turned as (
      select ordered.*, count(*) filter (where by is distinct from before_by) over (partition by rule, words order by at, entry) as turn
      from ordered
    ), compared as (
      select event_id, is_asked, by, change, disposition, first_value(before) over own as precedent, first_value(before_at) over own as at,
        first_value(before_entry) over own as entry
      from turned window own as (partition by rule, words, turn order by at, entry)
    )
    select distinct on (event_id) event_id, by, change, disposition, precedent, entry as precedent_entry
    from compared where is_asked and precedent is not null
    order by event_id, at desc, entry desc
  )`
}
