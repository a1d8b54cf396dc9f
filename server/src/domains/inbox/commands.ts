/** Writes inbox items for users affected by other users' changes, in the transaction of the change. */
import type {
  AccountGapId,
  ArchiveOutageId,
  ChangeRequestId,
  CommentId,
  EventId,
  ImportId,
  InboxItemId,
  UserId,
} from '@verbatim/contract/ids.ts'
import type {
  ArchivingKind,
  ChangeKind,
  EventKind,
  GapItemKind,
  ImportKind,
} from '@verbatim/contract/inbox.ts'
import { type Selectable, sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import { newId } from '#kernel/uuid.ts'
import { type Columns, insertMany } from '#platform/bulk.ts'
import { announce } from '#platform/changes.ts'
import type { TenantTx } from '#platform/db.ts'
import type { InboxItemTable } from '#schema/inbox.ts'

export interface EventNews {
  readonly userId: UserId
  readonly kind: EventKind
  readonly eventIds: readonly EventId[]
  readonly commentId?: CommentId
}

interface ChangeNews {
  readonly userId: UserId
  readonly kind: ChangeKind
  readonly changeRequestId: ChangeRequestId
}

interface ImportNews {
  readonly userId: UserId
  readonly kind: ImportKind
  readonly importId: ImportId
}

interface ArchivingNews {
  readonly userId: UserId
  readonly kind: ArchivingKind
  readonly archiveOutageId: ArchiveOutageId
}

interface GapNews {
  readonly userId: UserId
  readonly kind: GapItemKind
  readonly gapId: AccountGapId
  /** How many accounts it is about; the gap is of the first one. */
  readonly accounts: number
}

type News = EventNews | ChangeNews | ImportNews | ArchivingNews | GapNews

/** Users are not notified of their own changes. Without a user ID, the actor is the product. */
type Doer = Pick<Actor, 'name'> & Partial<Pick<Actor, 'userId'>>

export async function addItems(tx: TenantTx, actor: Doer, news: readonly News[], now: Date): Promise<void> {
  const rows = news
    .filter(({ userId }) => userId !== actor.userId)
    .flatMap((one): ItemRow[] => {
      const about = aboutOf(one)
      return about
        ? [
            {
              id: newId<InboxItemId>(now),
              user_id: one.userId,
              kind: one.kind,
              at: now,
              actor_name: actor.name,
              ...about,
            },
          ]
        : []
    })
  if (rows.length === 0) return
  await insertMany(tx, 'inbox_item', itemColumns, rows)
  await announce(tx, ['inbox'])
}

const nothing = {
  event_id: null,
  events: 1,
  comment_id: null,
  change_request_id: null,
  import_id: null,
  archive_outage_id: null,
  account_gap_id: null,
}
type About = Pick<ItemRow, keyof typeof nothing>

/** Undefined for no events. */
function aboutOf(news: News): About | undefined {
  if ('changeRequestId' in news) return { ...nothing, change_request_id: news.changeRequestId }
  if ('importId' in news) return { ...nothing, import_id: news.importId }
  if ('archiveOutageId' in news) return { ...nothing, archive_outage_id: news.archiveOutageId }
  if ('gapId' in news) return { ...nothing, account_gap_id: news.gapId, events: news.accounts }
  const { eventIds, commentId = null } = news
  const [first] = eventIds
  return first && { ...nothing, event_id: first, events: eventIds.length, comment_id: commentId }
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
  change_request_id: 'uuid',
  import_id: 'uuid',
  archive_outage_id: 'uuid',
  account_gap_id: 'uuid',
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

/** Removes the inboxes of users who leave. */
export async function leaveInbox(tx: TenantTx, userIds: readonly UserId[]): Promise<void> {
  await tx
    .deleteFrom('inbox_item')
    .where('user_id', '=', sql<UserId>`any(${userIds}::uuid[])`)
    .execute()
}

export async function sweepInbox(tx: TenantTx, before: Date): Promise<void> {
  await tx.deleteFrom('inbox_item').where('at', '<', before).execute()
}
