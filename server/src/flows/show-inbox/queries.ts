import type { GapKind } from '@verbatim/contract/gap-kinds.ts'
import type { Channel } from '@verbatim/contract/channels.ts'
import { type ArchiveProblem, archiveProblemWords } from '@verbatim/contract/archiving.ts'
import {
  type GapItemKind,
  type InboxItem,
  type InboxKind,
  inboxLimits,
  type listInbox,
} from '@verbatim/contract/inbox.ts'
import type { OutputOf } from '@verbatim/contract/endpoint.ts'
import type {
  AccountId,
  ChangeRequestId,
  CommentId,
  EventId,
  ImportId,
  InboxItemId,
} from '@verbatim/contract/ids.ts'
import type { Severity } from '@verbatim/contract/severities.ts'
import { type RawBuilder, sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import { accountWithin } from '#domains/groups/scope.ts'
import { kindsDecidedBy, kindsSeenBy } from '#domains/change-requests/queries.ts'
import { kindsManagedBy } from '#flows/run-imports/queries.ts'
import type { Actor } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { countOf } from '#platform/rows.ts'

interface ItemRow {
  readonly id: InboxItemId
  readonly kind: InboxKind
  readonly at: Date
  readonly actor_name: string
  readonly event_id: EventId
  readonly events: number
  readonly comment_id: CommentId | null
  readonly read_at: Date | null
  readonly policy: string
  readonly severity: Severity
  readonly change_request_id: ChangeRequestId
  readonly target_name: string
  readonly import_id: ImportId
  readonly file_name: string
  readonly problem: ArchiveProblem
  readonly began_at: Date
  readonly ended_at: Date | null
  readonly account_id: AccountId
  readonly account_name: string
  readonly channel: Channel
  readonly gap: GapKind
}

/** The actor's items about things that the actor may see now. A change that awaits approval is one as long as it does. */
const itemsOf = (actor: Actor): RawBuilder<unknown> => sql`inbox_item item
    left join cognitive_event event on event.tenant_id = item.tenant_id and event.id = item.event_id
    left join change_request request on request.tenant_id = item.tenant_id and request.id = item.change_request_id
    left join import on import.tenant_id = item.tenant_id and import.id = item.import_id
    left join archive_outage outage on outage.tenant_id = item.tenant_id and outage.id = item.archive_outage_id
    left join account_gap gap on gap.tenant_id = item.tenant_id and gap.id = item.account_gap_id
    left join channel_account account on account.tenant_id = gap.tenant_id and account.id = gap.account_id
    where item.user_id = ${actor.userId} and case
      when item.event_id is not null
        then ${actor.permissions.has('events.view')} and ${withinScope(actor.scope, 'event')}
      when item.kind = 'change-requested'
        then request.state = 'pending' and request.kind = any(${kindsDecidedBy(actor)}::text[])
      when item.change_request_id is not null then request.kind = any(${kindsSeenBy(actor)}::text[])
      when item.archive_outage_id is not null then ${actor.permissions.has('smtp_integration.manage')}
      when item.account_gap_id is not null
        then ${actor.permissions.has('integrations.view')} and account.id is not null and account.removed_at is null and ${accountWithin(actor.scope, 'account')}
      else import.kind = any(${kindsManagedBy(actor)}::text[])
    end`

/** The actor's newest items, or those before a given item. */
export async function findInbox(
  tx: TenantTx,
  actor: Actor,
  before: InboxItemId | undefined,
): Promise<OutputOf<typeof listInbox>> {
  const { rows } = await sql<ItemRow>`
    select item.id, item.kind, item.at, item.actor_name, item.event_id, item.events, item.comment_id, item.read_at,
      (select name from policy_version policy where policy.tenant_id = event.tenant_id
        and policy.policy_id = event.policy_id and policy.version = event.policy_version) as policy,
      event.severity, item.change_request_id, request.target_name, item.import_id, import.file_name,
      outage.problem, outage.began_at, outage.ended_at, account.id as account_id, account.name as account_name, account.channel, gap.kind as gap
    from ${itemsOf(actor)}
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

export const countUnread = (tx: TenantTx, actor: Actor): Promise<number> =>
  countOf(tx, sql`(select from ${itemsOf(actor)} and item.read_at is null limit ${countedTo}) unread`)

function toItem({ kind, ...row }: ItemRow): InboxItem {
  if (kind !== 'gap-lasts' && kind !== 'gap-over') return toOtherItem({ ...row, kind })
  const { id, account_name: actor, account_id: accountId, channel, gap, events: accounts } = row
  const ofEach = { id, at: row.at.toISOString(), isRead: row.read_at !== null }
  return { ...ofEach, kind, actor, accountId, channel, gap, accounts }
}

function toOtherItem(row: ItemRow & { readonly kind: Exclude<InboxKind, GapItemKind> }): InboxItem {
  const { id, kind, actor_name: actor } = row
  const ofEach = { id, at: row.at.toISOString(), isRead: row.read_at !== null }
  switch (kind) {
    case 'change-requested':
    case 'change-approved':
    case 'change-rejected':
      return { ...ofEach, kind, actor, changeRequestId: row.change_request_id, target: row.target_name }
    case 'import-done':
    case 'import-failed':
      return { ...ofEach, kind, actor: row.file_name, importId: row.import_id, fileName: row.file_name }
    case 'archiving-fails':
    case 'archiving-works':
      return {
        ...ofEach,
        kind,
        actor,
        why: archiveProblemWords[row.problem],
        beganAt: row.began_at.toISOString(),
        ...(row.ended_at && { endedAt: row.ended_at.toISOString() }),
      }
    case 'assigned':
    case 'unassigned':
    case 'moved':
    case 'commented':
    case 'mentioned':
    case 'raised':
      return {
        ...ofEach,
        kind,
        actor,
        eventId: row.event_id,
        policy: row.policy,
        severity: row.severity,
        events: row.events,
        ...(row.comment_id && { commentId: row.comment_id }),
      }
  }
}
