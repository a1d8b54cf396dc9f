import type { Said } from '#domains/messages/facts.ts'
import { putPromises } from '#domains/messages/promise-commands.ts'
import { findShown } from '#domains/messages/shown.ts'
import type { TenantTx } from '#platform/db.ts'
import type { FindPromised } from './find.ts'

/**
 * Keeps what new texts of the organization's people promise by a day, in the transaction that stores the texts.
 * @param find Has read the new texts before.
 */
export async function recordPromises(tx: TenantTx, said: readonly Said[], find: FindPromised): Promise<void> {
  const ours = said.filter(({ direction }) => direction === 'outbound')
  const shown = await findShown(tx, ours)
  await putPromises(
    tx,
    shown.map(({ messageId, revision, text, saidAt }) => ({
      messageId,
      revision,
      promise: find(text, saidAt),
    })),
  )
}
