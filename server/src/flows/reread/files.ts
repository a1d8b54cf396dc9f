/** `npm run redigest -- --files`: what an earlier reader of files read is read again. Source: docs/decisions/0152. */
import { AttachmentId, type TenantId } from '@verbatim/contract/ids.ts'
import { readerVersion } from '@verbatim/documents/text/read-file.ts'
import { type AuditedBy, recordAudit } from '#domains/audit/commands.ts'
import { awaitReader, unreadAttachments } from '#domains/messages/reading-commands.ts'
import { announce } from '#platform/changes.ts'
import { type DbContext, inTenant } from '#platform/db.ts'
import { wake } from '#platform/work/wake.ts'

interface FilesContext extends DbContext {
  readonly release: string
  readonly operator: AuditedBy
  /** Aborted to stop after the batch that is under way. */
  readonly signal?: AbortSignal
  readonly tell?: (files: number) => void
}

const batch = 500
const first = AttachmentId.parse('00000000-0000-0000-0000-000000000000')

/**
 * Makes files wait for the workers, who store, search and examine their texts as ever. Each batch is one transaction, and what waits
 * already is left, so a run that was cut off is simply repeated.
 * @returns How many.
 */
export async function rereadFiles(ctx: FilesContext, tenantId: TenantId): Promise<number> {
  const { db, now, operator, release, signal, tell } = ctx
  let files = 0
  for (let after: AttachmentId | undefined = first; after && !signal?.aborted;) {
    const from: AttachmentId = after
    const { last, count } = await inTenant(db, tenantId, async (tx) => {
      const found = await awaitReader(tx, { after: from, reader: readerVersion, most: batch }, now())
      if (!found.last) return found
      if (from === first)
        await recordAudit(
          tx,
          operator,
          {
            type: 'records_reread',
            changes: [
              { field: 'release', old: null, new: release },
              { field: 'files', old: null, new: 'true' },
            ],
          },
          now(),
        )
      await announce(tx, ['messages', 'conversations'])
      await wake(tx, unreadAttachments)
      return found
    })
    files += count
    if (count > 0) tell?.(files)
    after = last
  }
  return files
}
