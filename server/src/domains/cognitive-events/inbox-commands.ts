/** Notifies users of other users' changes of events. */
import type { CommentId, EventId, UserId } from '@verbatim/contract/ids.ts'
import type { EventKind } from '@verbatim/contract/inbox.ts'
import { sql } from 'kysely'
import { addItems, type EventNews } from '#domains/inbox/commands.ts'
import { reachedBy } from '#access/scope-sql.ts'
import type { Actor } from '#kernel/actor.ts'
import { rowsOf } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import type { EventState } from '#schema/cognitive-events.ts'

/** The assignee of an event before and after a step. */
interface StepNews {
  readonly event: EventState & { readonly id: EventId }
  readonly after: EventState
}

/** One item per user and kind for any number of events. Users are not notified of their own changes. */
export async function notifyOfSteps(
  tx: TenantTx,
  actor: Actor,
  steps: readonly StepNews[],
  now: Date,
): Promise<void> {
  const eventIds = new Map<`${EventKind} ${UserId}`, EventId[]>()
  for (const { event, after } of steps)
    for (const [kind, userId] of newsOf(event, after)) {
      const key = `${kind} ${userId}` as const
      eventIds.set(key, [...(eventIds.get(key) ?? []), event.id])
    }
  const news = [...eventIds].map(([key, ids]) => {
    const [kind, userId] = key.split(' ') as [EventKind, UserId]
    return { kind, userId, eventIds: ids }
  })
  await addSeen(tx, actor, news, now)
}

function newsOf(before: EventState, after: EventState): [EventKind, UserId][] {
  if (before.assigneeId === after.assigneeId)
    return before.assigneeId && before.status !== after.status ? [['moved', before.assigneeId]] : []
  return [
    ...(before.assigneeId ? [['unassigned', before.assigneeId] as [EventKind, UserId]] : []),
    ...(after.assigneeId ? [['assigned', after.assigneeId] as [EventKind, UserId]] : []),
  ]
}

/** Notifies the users whom a comment mentions, and the assignee of its event. */
export async function notifyOfComment(
  tx: TenantTx,
  actor: Actor,
  said: {
    readonly eventId: EventId
    readonly commentId: CommentId
    readonly mentioned: readonly UserId[]
  },
  now: Date,
): Promise<void> {
  const { eventId, commentId, mentioned } = said
  const event = await tx
    .selectFrom('cognitive_event')
    .where('id', '=', eventId)
    .select('assignee_id')
    .executeTakeFirst()
  const about = { eventIds: [eventId], commentId }
  const assignee = event?.assignee_id
  const news: EventNews[] = mentioned.map((userId) => ({ kind: 'mentioned', userId, ...about }))
  if (assignee && !mentioned.includes(assignee)) news.push({ kind: 'commented', userId: assignee, ...about })
  await addSeen(tx, actor, news, now)
}

/** New events that a notification reports to the users among its recipients: the mail is the same for all, their items are not. */
export async function notifyOfRaised(
  tx: TenantTx,
  policyName: string,
  reports: readonly { readonly recipient: string; readonly eventIds: readonly EventId[] }[],
  now: Date,
): Promise<void> {
  const users = await tx
    .selectFrom('tenant_user')
    .where('email_key', '=', sql<string>`any(${reports.map(({ recipient }) => recipient)}::text[])`)
    .where('role', '<>', 'none')
    .select(['id', 'email_key'])
    .execute()
  const idOf = new Map(users.map(({ id, email_key: email }) => [email, id]))
  const news = reports.flatMap(({ recipient, eventIds }): EventNews[] => {
    const userId = idOf.get(recipient)
    return userId ? [{ userId, kind: 'raised', eventIds }] : []
  })
  await addSeen(tx, { name: policyName }, news, now)
}

/**
 * Each item of several events is about those that its user may see, in their order; there is none without any. An item of one event is
 * asked about when it is shown (`flows/show-inbox`), so it costs nothing here.
 */
async function addSeen(
  tx: TenantTx,
  actor: Parameters<typeof addItems>[1],
  news: readonly EventNews[],
  now: Date,
): Promise<void> {
  const asked = news.flatMap(({ userId, eventIds }, item) =>
    eventIds.length > 1
      ? eventIds.map((eventId, place) => ({ item, user_id: userId, event_id: eventId, place }))
      : [],
  )
  const seen = await findSeen(tx, asked)
  const shown = news.map((one, item) =>
    one.eventIds.length > 1 ? { ...one, eventIds: seen.get(item) ?? [] } : one,
  )
  await addItems(tx, actor, shown, now)
}

interface Asked {
  readonly item: number
  readonly user_id: UserId
  readonly event_id: EventId
  readonly place: number
}

/** By item, the events that its user may see. */
async function findSeen(
  tx: TenantTx,
  asked: readonly Asked[],
): Promise<ReadonlyMap<number, readonly EventId[]>> {
  if (asked.length === 0) return new Map()
  const given = rowsOf<Asked>({ item: 'integer', user_id: 'uuid', event_id: 'uuid', place: 'integer' }, asked)
  const { rows } = await sql<{ item: number; event_ids: EventId[] }>`
    select given.item, array_agg(event.id order by given.place) as event_ids
    from ${given}
    join tenant_user person on person.id = given.user_id
    join cognitive_event event on event.id = given.event_id
    where ${reachedBy('event')} group by given.item`.execute(tx)
  return new Map(rows.map(({ item, event_ids: eventIds }) => [item, eventIds]))
}
