/** Which users may review which events, and can be assigned to them. */
import type { listReviewers } from '@verbatim/contract/reviewers.ts'
import type { InputOf } from '@verbatim/contract/endpoint.ts'
import type { EventId, UserId } from '@verbatim/contract/ids.ts'
import type { Page } from '@verbatim/contract/list.ts'
import { type RawBuilder, sql } from 'kysely'
import { mayDo } from '#domains/permissions/holders.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { rowsOf } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { totalOf } from '#platform/list/page.ts'
import { allOf, lowerWordsSql } from '#platform/list/sql.ts'
import { onlyRow } from '#platform/rows.ts'
import { givenByProfile, reachedBy, withinScope } from '#access/scope-sql.ts'
import { isDecision } from './decisions.ts'
import { requireWithin } from './queries.ts'

export interface Reviewer {
  readonly id: UserId
  readonly name: string
}

const name = sql<string>`person.display_name`
/** For a `person`. */
const mayReview = (): RawBuilder<boolean> => mayDo('events.change_status')
const mayView = (): RawBuilder<boolean> => mayDo('events.view')

/** They are counted up to this number. */
const exactTo = 1000

/**
 * The first users, by name, who may change the status of events; with an event, only those who see it. A user who is
 * requested by ID is also found as who has or decided on an event within `scope`: filters name users who no longer review.
 * @throws Failure `event.not-found` also if the event is not within the requester's scope
 */
export async function findReviewers(
  tx: TenantTx,
  scope: AccessScope,
  { eventId, id, may, search = '', limit }: InputOf<typeof listReviewers>['query'],
): Promise<Page<Reviewer>> {
  if (eventId) await requireWithin(tx, scope, eventId)
  const able = may === 'view' ? mayView : mayReview
  const isAssignee = sql<boolean>`exists (select from cognitive_event given
    where given.assignee_id = person.id and ${withinScope(scope, 'given')})`
  const hasDecided = sql<boolean>`exists (select from event_history decision
    join cognitive_event given on given.tenant_id = decision.tenant_id and given.id = decision.event_id
    where decision.actor_id = person.id and ${isDecision} and ${withinScope(scope, 'given')})`
  const sought = allOf([
    lowerWordsSql(sql`person.sort_name`, search),
    id ? sql`person.id = ${id} and (${able()} or ${isAssignee} or ${hasDecided})` : able(),
    eventId
      ? sql`person.id in (select link.user_id from permission_profile_member link
          where link.profile_id in (select id from reaching))`
      : allOf([]),
  ])
  // Once for the event, not once for every user.
  const reaching = sql`with reaching as materialized (
    select profile.id from cognitive_event event, permission_profile profile
    where event.id = ${eventId ?? null} and ${givenByProfile('event')})`
  const { rows } = await sql<Reviewer>`${reaching}
    select person.id, ${name} as name from tenant_user person where ${sought}
    order by person.sort_name, person.id limit ${limit}`.execute(tx)
  const total = await totalOf({ limit, skip: 0, exactTo }, rows.length, async (most) => {
    const counted = await sql<{ n: number }>`${reaching}
      select count(*)::int as n from (select from tenant_user person where ${sought} limit ${most}) counted`.execute(
      tx,
    )
    return onlyRow(counted).n
  })
  return { items: rows, ...total }
}

/**
 * The name of the user who would get all these events.
 * @throws Failure `event.not-a-reviewer`, `event.assignee-cannot-see`
 */
export async function requireReviewer(
  tx: TenantTx,
  id: UserId,
  eventIds: readonly EventId[],
): Promise<string> {
  const { rows } = await sql<{ name: string; unseen: number }>`
    select ${name} as name, (
      select count(*)::int from cognitive_event event
      where event.id = any(${eventIds}::uuid[]) and not ${reachedBy('event')}
    ) as unseen
    from tenant_user person where person.id = ${id} and ${mayReview()}`.execute(tx)
  const [reviewer] = rows
  if (!reviewer) throw new Failure('event.not-a-reviewer')
  if (reviewer.unseen > 0)
    throw new Failure('event.assignee-cannot-see', {
      name: reviewer.name,
      what: eventIds.length === 1 ? 'this event' : `${reviewer.unseen} of the ${eventIds.length} events`,
    })
  return reviewer.name
}

/**
 * The users who are mentioned in a comment on an event.
 * @throws Failure `event.cannot-mention` for one who may not see the event
 */
export async function requireMentionable(
  tx: TenantTx,
  eventId: EventId,
  ids: readonly UserId[],
): Promise<Reviewer[]> {
  const { rows } = await sql<Reviewer & { sees: boolean }>`
    select person.id, ${name} as name, ${mayView()} and exists (
      select from cognitive_event event where event.id = ${eventId} and ${reachedBy('event')}
    ) as sees
    from tenant_user person where person.id = any(${ids}::uuid[])`.execute(tx)
  const known = new Map(rows.map((row) => [row.id, row]))
  return [...new Set(ids)].map((id) => {
    const person = known.get(id)
    if (!person?.sees)
      throw new Failure('event.cannot-mention', { name: person?.name ?? 'The mentioned user' })
    return { id, name: person.name }
  })
}

/** An event and its new assignee. */
export interface Gift {
  readonly eventId: EventId
  readonly assigneeId: UserId
}

/** The assignments that are not possible, because the new assignee may no longer review the event. */
export async function findUnfit(
  tx: TenantTx,
  gifts: readonly Gift[],
): Promise<{ eventId: EventId; name: string }[]> {
  if (gifts.length === 0) return []
  const given = rowsOf(
    { event_id: 'uuid', assignee_id: 'uuid' },
    gifts.map(({ eventId, assigneeId }) => ({ event_id: eventId, assignee_id: assigneeId })),
  )
  const { rows } = await sql<{ event_id: EventId; name: string }>`
    select given.event_id, ${name} as name from ${given}
    join cognitive_event event on event.id = given.event_id
    join tenant_user person on person.id = given.assignee_id
    where not (${mayReview()} and ${reachedBy('event')})`.execute(tx)
  return rows.map(({ event_id: eventId, name: of }) => ({ eventId, name: of }))
}
