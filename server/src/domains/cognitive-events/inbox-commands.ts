/** Writes inbox items for users affected by other users' changes, in the transaction of the change. */
import type { InboxKind } from '@verbatim/contract/inbox.ts'
import type { CommentId, EventId, InboxItemId, UserId } from '@verbatim/contract/ids.ts'
import { type Selectable, sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import { newId } from '#kernel/uuid.ts'
import { type Columns, insertMany } from '#platform/bulk.ts'
import { announce } from '#platform/changes.ts'
import type { TenantTx } from '#platform/db.ts'
import type { EventState, InboxItemTable } from '#schema/cognitive-events.ts'

interface News {
  readonly userId: UserId
  readonly kind: InboxKind
  readonly eventIds: readonly EventId[]
  /** If not all of them are named. */
  readonly count?: number
  readonly commentId?: CommentId
}

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
  const eventIds = new Map<`${InboxKind} ${UserId}`, EventId[]>()
  for (const { event, after } of steps)
    for (const [kind, userId] of newsOf(event, after)) {
      const key = `${kind} ${userId}` as const
      eventIds.set(key, [...(eventIds.get(key) ?? []), event.id])
    }
  const news = [...eventIds].map(([key, ids]) => {
    const [kind, userId] = key.split(' ') as [InboxKind, UserId]
    return { kind, userId, eventIds: ids }
  })
  await addItems(tx, actor, news, now)
}

function newsOf(before: EventState, after: EventState): [InboxKind, UserId][] {
  if (before.assigneeId === after.assigneeId)
    return before.assigneeId && before.status !== after.status ? [['moved', before.assigneeId]] : []
  return [
    ...(before.assigneeId ? [['unassigned', before.assigneeId] as [InboxKind, UserId]] : []),
    ...(after.assigneeId ? [['assigned', after.assigneeId] as [InboxKind, UserId]] : []),
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
  const news: News[] = mentioned.map((userId) => ({ kind: 'mentioned', userId, ...about }))
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
  const news = reports.flatMap(({ recipient, eventIds, count }): News[] => {
    const userId = idOf.get(recipient)
    return userId ? [{ userId, kind: 'raised', eventIds, count }] : []
  })
  await addItems(tx, { name: policyName }, news, now)
}

async function addItems(
  tx: TenantTx,
  actor: Pick<Actor, 'name'> & Partial<Pick<Actor, 'userId'>>,
  news: readonly News[],
  now: Date,
): Promise<void> {
  const rows = news
    .filter(({ userId }) => userId !== actor.userId)
    .flatMap(({ userId, kind, eventIds: [first, ...others], count, commentId }): ItemRow[] =>
      first
        ? [
            {
              id: newId<InboxItemId>(now),
              user_id: userId,
              kind,
              at: now,
              actor_name: actor.name,
              event_id: first,
              events: count ?? others.length + 1,
              comment_id: commentId ?? null,
            },
          ]
        : [],
    )
  if (rows.length === 0) return
  await insertMany(tx, 'inbox_item', itemColumns, rows)
  await announce(tx, ['inbox'])
}

type ItemRow = Omit<Selectable<InboxItemTable>, 'tenant_id' | 'read_at'>

const itemColumns: Columns<ItemRow> = {
  id: 'uuid',
  user_id: 'uuid',
  kind: 'text',
  at: 'timestamptz',
  actor_name: 'text',
  event_id: 'uuid',
  events: 'integer',
  comment_id: 'uuid',
}

/** Marks the actor's items as read: `ids`, or all. */
export async function readItems(
  tx: TenantTx,
  actor: Actor,
  ids: readonly InboxItemId[] | undefined,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('inbox_item')
    .set({ read_at: now })
    .where('user_id', '=', actor.userId)
    .where('read_at', 'is', null)
    .$if(ids !== undefined, (query) => query.where('id', '=', sql<InboxItemId>`any(${ids}::uuid[])`))
    .execute()
}

/** Removes the inbox of a user who leaves. */
export async function leaveInbox(tx: TenantTx, userId: UserId): Promise<void> {
  await tx.deleteFrom('inbox_item').where('user_id', '=', userId).execute()
}

export async function sweepInbox(tx: TenantTx, before: Date): Promise<void> {
  await tx.deleteFrom('inbox_item').where('at', '<', before).execute()
}
