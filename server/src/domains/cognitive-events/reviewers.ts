/** Who may review which events: whom they can be given to. */
import type { EventId, UserId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import { mayDo } from '#domains/permissions/holders.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { rowsOf } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { reachedBy, withinScope } from '#access/scope-sql.ts'

export interface Reviewer {
  readonly id: UserId
  readonly name: string
}

const name = sql<string>`coalesce(nullif(trim(person.first_name || ' ' || person.last_name), ''), person.email)`
/** Of a `person`. */
const mayReview = (): RawBuilder<boolean> => mayDo('events.change_status')

/** Every user who may change the status of events, by name. */
export async function findReviewers(tx: TenantTx): Promise<Reviewer[]> {
  const { rows } = await sql<Reviewer>`select person.id, ${name} as name from tenant_user person
    where ${mayReview()} order by name, person.id`.execute(tx)
  return rows
}

/** Those of them who see this event. @throws Failure `event.not-found` also where it is not within the asker's scope */
export async function findReviewersOf(tx: TenantTx, scope: AccessScope, id: EventId): Promise<Reviewer[]> {
  const { rows } = await sql<{ people: Reviewer[] }>`
    select coalesce((
      select jsonb_agg(jsonb_build_object('id', person.id, 'name', ${name}) order by ${name}, person.id)
      from tenant_user person where ${mayReview()} and ${reachedBy('event')}
    ), '[]') as people
    from cognitive_event event where event.id = ${id} and ${withinScope(scope, 'event')}`.execute(tx)
  const [found] = rows
  if (!found) throw new Failure('event.not-found')
  return found.people
}

/**
 * The name of the user who is to get all of these events.
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

/** An event, and whose it would become. */
export interface Gift {
  readonly eventId: EventId
  readonly assigneeId: UserId
}

/** Those gifts that cannot be: who would get the event may not review it any more. */
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
