import { forgetPrecedents } from '#domains/cognitive-events/precedent-check.ts'
import { mendMentions } from '#domains/messages/off-channel-commands.ts'
import { movePromises } from '#domains/messages/promise-commands.ts'
import { recountMessages } from '#domains/metrics/rebuild.ts'
import { lockTenant } from '#flows/examine/tenant-lock.ts'
import { type TenantTx, withoutTimeLimit } from '#platform/db.ts'

/**
 * Counts the figures of Key Metrics again from the messages, while no message is added: minutes for tens of millions of messages. Workers
 * find the openings and the precedents of decisions afterwards.
 */
export const rebuildMetrics = (tx: TenantTx): Promise<void> =>
  withoutTimeLimit(tx, async () => {
    await lockTenant(tx)
    await recountMessages(tx)
    await movePromises(tx)
    await mendMentions(tx)
    await forgetPrecedents(tx)
  })
