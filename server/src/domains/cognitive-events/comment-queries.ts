import type { FileScan } from '@verbatim/contract/file-scans.ts'
import { findScans } from '#domains/messages/scan-queries.ts'
import type { CommentFile, EventComment } from '@verbatim/contract/event-comments.ts'
import type { CommentId, EventId, FileId } from '@verbatim/contract/ids.ts'
import type { Page } from '@verbatim/contract/list.ts'
import { type Selectable, sql } from 'kysely'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { withinScope } from '#access/scope-sql.ts'
import type { CommentFileTable } from '#schema/cognitive-events.ts'

/** One page of the comments of an event that the caller may see, oldest first by default. */
export async function findComments(
  tx: TenantTx,
  eventId: EventId,
  { limit, skip, newestFirst }: { limit: number; skip: number; newestFirst: boolean },
): Promise<Page<EventComment>> {
  const direction = newestFirst ? 'desc' : 'asc'
  const rows = await tx
    .selectFrom('event_comment')
    .where('event_id', '=', eventId)
    .selectAll()
    .orderBy('at', direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(skip)
    .execute()
  const { total } = await tx
    .selectFrom('event_comment')
    .where('event_id', '=', eventId)
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  const files = await tx
    .selectFrom('comment_file')
    .where('comment_id', '=', sql<CommentId>`any(${rows.map(({ id }) => id)}::uuid[])`)
    .select(['comment_id', ...fileColumns])
    .orderBy('id')
    .execute()
  const scans = await findScans(
    tx,
    files.map(({ sha256 }) => sha256),
  )
  const byComment = Map.groupBy(files, ({ comment_id }) => comment_id)
  return {
    total: Number(total),
    items: rows.map((row) => ({
      id: row.id,
      eventId: row.event_id,
      at: row.at.toISOString(),
      author: row.author_name,
      ...(row.author_id && { authorId: row.author_id }),
      body: row.body,
      mentions: [...row.mentions],
      files: (byComment.get(row.id) ?? []).map((file) => toCommentFile(file, scans)),
    })),
  }
}

export const fileColumns = ['id', 'name', 'content_type', 'size_bytes', 'sha256'] as const

export function toCommentFile(
  file: Pick<Selectable<CommentFileTable>, (typeof fileColumns)[number]>,
  scans: ReadonlyMap<string, FileScan> = new Map(),
): CommentFile {
  const scan = scans.get(file.sha256.toString('hex'))
  return {
    id: file.id,
    name: file.name,
    contentType: file.content_type,
    sizeBytes: Number(file.size_bytes),
    ...(scan && { scan }),
  }
}

/** A file of a comment on an event within the scope. */
export async function findCommentFile(
  tx: TenantTx,
  scope: AccessScope,
  { id, fileId }: { id: CommentId; fileId: FileId },
): Promise<{ name: string; sha256: Buffer } | undefined> {
  return tx
    .selectFrom('comment_file as file')
    .innerJoin('cognitive_event as event', (join) =>
      join.onRef('event.tenant_id', '=', 'file.tenant_id').onRef('event.id', '=', 'file.event_id'),
    )
    .where('file.id', '=', fileId)
    .where('file.comment_id', '=', id)
    .where(withinScope(scope, 'event'))
    .select(['file.name', 'file.sha256'])
    .executeTakeFirst()
}
