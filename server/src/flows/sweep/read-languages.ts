import { openLanguages } from '@verbatim/analyser/language.ts'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { findUnreadLanguages, setLanguages } from '#domains/messages/language-commands.ts'
import { type Db, inTenant } from '#platform/db.ts'

const batchRows = 500

/**
 * Finds the languages of messages that an earlier release captured, batch by batch. A message that is edited meanwhile keeps
 * the language of its new text.
 * @returns How many messages it read.
 */
export async function readLanguages(
  { db }: { db: Db },
  tenantId: TenantId,
  stop: AbortSignal,
): Promise<number> {
  let read = 0
  for (let last = batchRows; last === batchRows && !stop.aborted; read += last)
    last = await inTenant(db, tenantId, async (tx) => {
      const unread = await findUnreadLanguages(tx, batchRows)
      if (unread.length === 0) return 0
      const languageOf = await openLanguages()
      await setLanguages(
        tx,
        unread.map(({ id, text }) => ({ id, language: languageOf(text) })),
      )
      return unread.length
    })
  return read
}
