/** The versions of a message as a thread shows them. */
import type { AttachmentId, MessageId } from '@verbatim/contract/ids.ts'
import type { MessageVersion } from '@verbatim/contract/messages.ts'
import type { Selectable } from 'kysely'
import type { TenantTx } from '#platform/db.ts'
import type { AttachmentTable, MessageRevisionTable } from '#schema/messages.ts'
import type { WholeRow } from './rows.ts'
import { contentByRevision, filesByRevision, filesNow } from './version-files.ts'

type Content = Record<string, unknown>

/**
 * @returns Also the content of the one that is shown, and the files that this one does not have.
 */
export function toVersions(
  { revision, structured: sent }: Pick<WholeRow, 'revision' | 'structured'>,
  rows: readonly Selectable<MessageRevisionTable>[],
  files: readonly Pick<Selectable<AttachmentTable>, 'id' | 'ordinal'>[],
): { versions: MessageVersion[]; structured: Content | null; replaced: ReadonlySet<AttachmentId> } {
  const ids = new Map(files.map(({ id, ordinal }) => [ordinal, id]))
  const ordinals = filesByRevision(rows, [...ids.keys()])
  const contents = contentByRevision(rows, sent)
  const idsOf = (of: number) => (ordinals.get(of) ?? []).flatMap((ordinal) => ids.get(ordinal) ?? [])
  const haveFiles = rows.some((row) => row.files !== null)
  const haveContent = rows.some((row) => row.structured !== null)
  const shown = new Set(
    filesNow(revision, rows, [...ids.keys()]).flatMap((ordinal) => ids.get(ordinal) ?? []),
  )
  return {
    versions: rows.map((row) => ({
      revision: row.revision,
      body: row.body,
      at: row.at.toISOString(),
      capturedAt: row.captured_at.toISOString(),
      isSuspicious: row.suspicious,
      ...(haveFiles && { attachmentIds: idsOf(row.revision) }),
      ...(haveContent && { structured: contents.get(row.revision) ?? {} }),
    })),
    structured: haveContent ? (contents.get(revision) ?? null) : sent,
    replaced: new Set([...ids.values()].filter((id) => !shown.has(id))),
  }
}

/** The files of a message that only others of its versions have. */
export async function findReplaced(tx: TenantTx, id: MessageId): Promise<ReadonlySet<AttachmentId>> {
  const versions = await tx.selectFrom('message_revision').where('message_id', '=', id).selectAll().execute()
  if (!versions.some(({ files }) => files !== null)) return new Set()
  const files = await tx
    .selectFrom('attachment')
    .where('message_id', '=', id)
    .select(['id', 'ordinal'])
    .execute()
  const message = await tx
    .selectFrom('message')
    .where('id', '=', id)
    .select(['revision', 'structured'])
    .executeTakeFirst()
  return message ? toVersions(message, versions, files).replaced : new Set()
}
