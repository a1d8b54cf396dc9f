/** Notifies users of other users' changes of events. */
import type { CommentId, EventId, UserId } from '@verbatim/contract/ids.ts'
import type { EventKind } from '@verbatim/contract/inbox.ts'
import { sql } from 'kysely'
import { addItems, type EventNews } from '#domains/inbox/commands.ts'
import type { Actor } from '#kernel/actor.ts'
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
  await addItems(tx, actor, news, now)
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
  await addItems(tx, actor, news, now)
}

/** New events that a notification reports to the users among its recipients. */
export async function notifyOfRaised(
  tx: TenantTx,
  policyName: string,
  reports: readonly {
    readonly recipient: string
    readonly eventIds: readonly EventId[]
    readonly count: number
  }[],
  now: Date,
): Promise<void> {
  const users = await tx
    .selectFrom('tenant_user')
    .where('email_key', '=', sql<string>`any(${reports.map(({ recipient }) => recipient)}::text[])`)
    .where('role', '<>', 'none')
    .select(['id', 'email_key'])
    .execute()
  const idOf = new Map(users.map(({ id, email_key: email }) => [email, id]))
  const news = reports.flatMap(({ recipient, eventIds, count }): EventNews[] => {
    const userId = idOf.get(recipient)
    return userId ? [{ userId, kind: 'raised', eventIds, count }] : []
  })
  await addItems(tx, { name: policyName }, news, now)
}
