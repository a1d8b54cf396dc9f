/** Who decided on events, and whether another reviewer decided the same in the same case. Source: docs/metrics.md. */
import { openStatuses, statuses } from '@verbatim/contract/event-status.ts'
import { type RawBuilder, sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { isReadable } from './evidence-queries.ts'
import { undoneNote } from './model.ts'

// Written out, because an index is for these entries alone.
const listed = (names: readonly string[]) => sql.join(names.map((name) => sql.lit(name)))
const open = listed(openStatuses)
const closed = listed(statuses.filter((status) => !openStatuses.includes(status)))

const isClosed = sql<boolean>`event.status in (${closed})`

/** An entry of a `decision` on an event. Undoing a reopening closes an event as well, and is no decision. */
const isDecision = sql<boolean>`decision.kind = 'status' and decision.to_status in (${closed})
  and decision.note is distinct from ${sql.lit(undoneNote)}`

/** Joins a closed `event` with the decision that stands, as `decided`: who, when, and its entry. */
export const standingDecision = sql`left join lateral (
  select decision.actor_id as by, decision.at, decision.id as entry from event_history decision
  where decision.tenant_id = event.tenant_id and decision.event_id = event.id and ${isDecision}
  order by decision.version desc limit 1
) decided on ${isClosed}`

/** Who made the decision that stands on an `event`. */
export const deciderOf = sql`case when ${isClosed} then (
  select decision.actor_id from event_history decision
  where decision.tenant_id = event.tenant_id and decision.event_id = event.id and ${isDecision}
  order by decision.version desc limit 1) end`

const isComparable = sql<boolean>`${isClosed} and decided.by is not null and event.disposition <> 'duplicate'`

/**
 * Closed events with their decision and its precedent, the latest earlier decision of another reviewer: on the same event, or on one
 * with evidence of the same rule in the same words, in messages that the reader may read. Decisions that another reviewer reopened
 * are precedents, too. In a case, decisions in a row by one reviewer are a turn; the precedent of each is the last of the turn before.
 * @param about Which rows of `event` are compared.
 */
export function comparedDecisions(
  scope: AccessScope,
  about: RawBuilder<boolean> = sql`true`,
): RawBuilder<unknown> {
  return sql`(
    with asked as materialized (
      select event.tenant_id, event.id from cognitive_event event ${standingDecision}
      where ${withinScope(scope, 'event')} and ${about} and ${isComparable}
    ), likeness as (
      select distinct asked.tenant_id, evidence.rule_id, evidence.words_key
      from asked join evidence on evidence.tenant_id = asked.tenant_id and evidence.event_id = asked.id
      join message on message.tenant_id = evidence.tenant_id and message.id = evidence.message_id
      where evidence.words_key is not null and ${isReadable(scope)}
    ), cases as materialized (
      select distinct evidence.event_id, evidence.rule_id as rule, evidence.words_key as words
      from likeness join evidence on evidence.tenant_id = likeness.tenant_id and evidence.rule_id = likeness.rule_id
        and evidence.words_key = likeness.words_key
      join message on message.tenant_id = evidence.tenant_id and message.id = evidence.message_id
      where ${isReadable(scope)}
      union select id, id, 0 from asked
    ), seen as materialized (
      select event.* from cognitive_event event
      where event.id in (select event_id from cases) and ${withinScope(scope, 'event')}
    ), decision as materialized (
      select event.id as event_id, decided.by, decided.at, decided.entry, event.disposition, true as stands
      from seen event ${standingDecision} where ${isComparable}
      union all
      select event.id, former.by, former.at, former.entry, former.disposition, false
      from seen event
      join event_history reopened on reopened.tenant_id = event.tenant_id and reopened.event_id = event.id
        and reopened.from_status in (${closed}) and reopened.to_status in (${open})
      cross join lateral (
        select decision.actor_id as by, decision.at, decision.id as entry, decision.disposition from event_history decision
        where decision.tenant_id = event.tenant_id and decision.event_id = event.id and ${isDecision}
          and decision.version < reopened.version
        order by decision.version desc limit 1
      ) former
      where former.by <> reopened.actor_id and former.disposition <> 'duplicate'
    ), placed as (
      select decision.*, cases.rule, cases.words, lag(decision.by) over ordered as before
      from decision join cases on cases.event_id = decision.event_id
      window ordered as (partition by cases.rule, cases.words order by decision.at, decision.entry)
    ), turned as materialized (
      select placed.*, count(*) filter (where by is distinct from before) over (partition by rule, words order by at, entry) as turn
      from placed
    ), last as (
      select distinct on (rule, words, turn) rule, words, turn, disposition, at, entry
      from turned order by rule, words, turn, at desc, entry desc
    )
    select distinct on (turned.event_id) turned.event_id, turned.by, turned.disposition, last.disposition as precedent
    from turned join last on last.rule = turned.rule and last.words = turned.words and last.turn = turned.turn - 1
    where turned.stands and turned.event_id in (select id from asked)
    order by turned.event_id, last.at desc, last.entry desc
  )`
}

/** Whether the decision on an `event` is the same as its precedent; null without one. */
export function precedentOf(scope: AccessScope): RawBuilder<unknown> {
  const compared = sql`select event_id from ${comparedDecisions(scope)} compared`
  return sql`case when event.id in (${compared} where disposition = precedent) then 'same'
    when event.id in (${compared} where disposition <> precedent) then 'different' end`
}
