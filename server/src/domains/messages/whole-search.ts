import type { MessageId } from '@verbatim/contract/ids.ts'
import { toSearchVector } from '#kernel/search/vector.ts'
import { updateMany } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { textsOf } from './facts.ts'
import { findTextPlaces, findTexts } from './attachment-text-queries.ts'

/** UTF-16 units of attachments in the index of one message; a search vector cannot hold more words than these contain. */
const mostUnits = 3_000_000

/**
 * Updates the index over all texts of messages: their own and the known texts of their attachments. Called
 * after a change of either, in the same transaction. Messages without such texts stay as they are.
 */
export async function indexWhole(tx: TenantTx, messageIds: readonly MessageId[]): Promise<void> {
  const places = await findTextPlaces(tx, messageIds)
  const byMessage = Map.groupBy(
    places.filter(({ units }) => units !== undefined),
    ({ messageId }) => messageId,
  )
  for (const [id, readable] of [...byMessage].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const message = await tx
      .selectFrom('message')
      .where('id', '=', id)
      .select(['subject', 'body', 'others'])
      .forUpdate()
      .executeTakeFirst()
    if (!message) continue
    let left = mostUnits
    const within = readable.filter(({ units = 0 }) => (left -= units) >= 0)
    const texts = await findTexts(tx, [...new Set(within.map(({ sha256 }) => sha256))])
    const { vector, partly } = toSearchVector(
      message.body,
      message.subject,
      ...textsOf(message.others),
      ...within.map(({ sha256 }) => texts.get(sha256)?.text),
    )
    const row = {
      id,
      whole_search: vector,
      whole_partly: partly || within.length < readable.length || within.some(({ isCut }) => isCut),
    }
    const columns = { id: 'uuid', whole_search: 'tsvector', whole_partly: 'boolean' } as const
    await updateMany(tx, 'message', columns, [row])
  }
}
