import { type InboxItem, inboxLimits, type listInbox } from '@verbatim/contract/inbox.ts'
import type { OutputOf } from '@verbatim/contract/endpoint.ts'
import type { CommentId, EventId, InboxItemId } from '@verbatim/contract/ids.ts'
import type { Severity } from '@verbatim/contract/severities.ts'
import { sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import type { Actor } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'

interface ItemRow {
  readonly id: InboxItemId
  readonly kind: InboxItem['kind']
  readonly at: Date
  readonly actor_name: string
  readonly event_id: EventId
  readonly events: number
  readonly comment_id: CommentId | null
  readonly read_at: Date | null
  readonly policy: string
  readonly severity: Severity
}

/** The actor's newest items, or those before a given item, about events that the actor may see now. */
export async function findInbox(
  tx: TenantTx,
  actor: Actor,
  before: InboxItemId | undefined,
): Promise<OutputOf<typeof listInbox>> {
  if (!actor.permissions.has('events.view')) return { items: [], hasMore: false, unread: 0 }
  const { rows } = await sql<ItemRow>`
    select item.id, item.kind, item.at, item.actor_name, item.event_id, item.events, item.comment_id,
      item.read_at, policy.name as policy, event.severity
    from inbox_item item
    join cognitive_event event on event.tenant_id = item.tenant_id and event.id = item.event_id
    join policy_version policy on policy.tenant_id = event.tenant_id and policy.policy_id = event.policy_id
      and policy.version = event.policy_version
    where item.user_id = ${actor.userId} and ${withinScope(actor.scope, 'event')}
      and (${before ?? null}::uuid is null or item.id < ${before ?? null}::uuid)
    order by item.id desc limit ${inboxLimits.shown + 1}`.execute(tx)
  return {
    items: rows.slice(0, inboxLimits.shown).map(toItem),
    hasMore: rows.length > inboxLimits.shown,
    unread: await countUnread(tx, actor),
  }
}

/** Unread items are counted up to this number; narrow badges show more as 99+. */
const countedTo = 100

export async function countUnread(tx: TenantTx, actor: Actor): Promise<number> {
  if (!actor.permissions.has('events.view')) return 0
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
    select from inbox_item item
    join cognitive_event event on event.tenant_id = item.tenant_id and event.id = item.event_id
    where item.user_id = ${actor.userId} and item.read_at is null and ${withinScope(actor.scope, 'event')}
    limit ${countedTo}) unread`.execute(tx)
  return rows[0]?.n ?? 0
}

const toItem = (row: ItemRow): InboxItem => ({
  id: row.id,
  kind: row.kind,
  at: row.at.toISOString(),
  actor: row.actor_name,
  eventId: row.event_id,
  policy: row.policy,
  severity: row.severity,
  events: row.events,
  ...(row.comment_id && { commentId: row.comment_id }),
  isRead: row.read_at !== null,
})
