import type { CommentFile, EventComment } from '@verbatim/contract/event-comments.ts'
import type { CommentId, EventId, FileId, UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/uuid.ts'
import { insertMany, storable } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { expectScans } from '#domains/messages/scan-commands.ts'
import { fileColumns, toCommentFile } from './comment-queries.ts'
import { notifyOfComment } from './inbox-commands.ts'
import { requireMentionable, type Reviewer } from './reviewers.ts'

interface NewComment {
  readonly eventId: EventId
  readonly body: string
  readonly fileIds: readonly FileId[]
  readonly mentions?: readonly Reviewer[]
}

/**
 * Adds a comment, and notifies in their inboxes the users it mentions and the assignee of the event.
 * @throws Failure `event.cannot-mention`, `event.file-not-found`
 */
export async function comment(
  tx: TenantTx,
  actor: Actor,
  {
    mentions = [],
    ...said
  }: Omit<NewComment, 'mentions'> & { readonly mentions?: readonly UserId[] | undefined },
  now: Date,
): Promise<EventComment> {
  const { eventId } = said
  const mentioned = mentions.length > 0 ? await requireMentionable(tx, eventId, mentions) : []
  const added = await addComment(tx, actor, { ...said, mentions: mentioned }, now)
  await notifyOfComment(
    tx,
    actor,
    { eventId, commentId: added.id, mentioned: mentioned.map(({ id }) => id) },
    now,
  )
  return added
}

/**
 * Adds a comment with the files that were uploaded for it. The caller has checked that the actor may see the event.
 * @returns The comment as the list shows it.
 */
export async function addComment(
  tx: TenantTx,
  actor: Actor,
  { eventId, body, fileIds, mentions = [] }: NewComment,
  now: Date,
): Promise<EventComment> {
  const id = newId<CommentId>(now)
  const said = storable(body)
  await tx
    .insertInto('event_comment')
    .values({
      id,
      event_id: eventId,
      at: now,
      author_id: actor.userId,
      author_name: actor.name,
      body: said,
      mentions: JSON.stringify(mentions),
    })
    .execute()
  await tx
    .updateTable('cognitive_event')
    .set({ comment_count: sql`comment_count + 1` })
    .where('id', '=', eventId)
    .execute()
  const files = fileIds.length > 0 ? await takeFiles(tx, actor, { id, eventId, fileIds }) : []
  return {
    id,
    eventId,
    at: now.toISOString(),
    author: actor.name,
    authorId: actor.userId,
    body: said,
    mentions: [...mentions],
    files,
  }
}

/** @throws Failure `event.file-not-found` if a file belongs to another user, or to another comment */
async function takeFiles(
  tx: TenantTx,
  actor: Actor,
  { id, eventId, fileIds }: { id: CommentId; eventId: EventId; fileIds: readonly FileId[] },
): Promise<CommentFile[]> {
  const taken = await tx
    .updateTable('comment_file')
    .set({ comment_id: id })
    .where('id', 'in', [...fileIds])
    .where('event_id', '=', eventId)
    .where('uploaded_by', '=', actor.userId)
    .where('comment_id', 'is', null)
    .returning(fileColumns)
    .execute()
  if (taken.length !== new Set(fileIds).size) throw new Failure('event.file-not-found')
  return taken.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map((file) => toCommentFile(file))
}

/** Adds the same comment to each of many events. The caller has checked that the actor may see them. */
export async function addComments(
  tx: TenantTx,
  actor: Actor,
  { eventIds, body }: { eventIds: readonly EventId[]; body: string },
  now: Date,
): Promise<void> {
  const rows = eventIds.map((eventId) => ({
    id: newId(now),
    event_id: eventId,
    at: now,
    author_id: actor.userId,
    author_name: actor.name,
    body,
  }))
  const columns = {
    id: 'uuid',
    event_id: 'uuid',
    at: 'timestamptz',
    author_id: 'uuid',
    author_name: 'text',
    body: 'text',
  }
  await insertMany(tx, 'event_comment', columns, rows)
  await sql`update cognitive_event set comment_count = comment_count + 1
    where id = any(${eventIds}::uuid[])`.execute(tx)
}

/** Adds a file whose bytes are in the blob store. It belongs to the comment that later names it. */
export async function addCommentFile(
  tx: TenantTx,
  actor: Actor,
  file: { eventId: EventId; name: string; contentType: string; sizeBytes: number; sha256: Uint8Array },
  now: Date,
): Promise<FileId> {
  const id = newId<FileId>(now)
  await expectScans(tx, [file.sha256])
  await tx
    .insertInto('comment_file')
    .values({
      id,
      event_id: file.eventId,
      comment_id: null,
      uploaded_by: actor.userId,
      name: storable(file.name),
      content_type: file.contentType,
      size_bytes: file.sizeBytes,
      sha256: Buffer.from(file.sha256),
      at: now,
    })
    .execute()
  return id
}
