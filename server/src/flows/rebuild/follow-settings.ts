import type { TenantId } from '@verbatim/contract/ids.ts'
import { movePromises } from '#domains/messages/promise-commands.ts'
import { hasOtherZone, recountMessages, settleFigures, takeFigures } from '#domains/metrics/rebuild.ts'
import { lockTenant } from '#flows/examine/tenant-lock.ts'
import { announce } from '#platform/changes.ts'
import { type DbContext, inTenant, type TenantTx, withoutTimeLimit } from '#platform/db.ts'

/**
 * Lets figures follow a changed time zone and changed business days, while no message is added: seconds for a million messages. Until it
 * is committed, figures are those of the days before. A worker that is killed has changed nothing.
 * @returns Whether it was due: 1 or 0.
 */
export async function followSettings({ db, now }: DbContext, tenantId: TenantId): Promise<number> {
  const until = await inTenant(db, tenantId, (tx) => takeFigures(tx, now()))
  if (!until) return 0
  const follow = async (tx: TenantTx) => {
    await lockTenant(tx)
    if (await hasOtherZone(tx)) await recountMessages(tx)
    await movePromises(tx)
    await settleFigures(tx, until)
    await announce(tx, ['organization', 'messages'])
  }
  await inTenant(db, tenantId, (tx) => withoutTimeLimit(tx, () => follow(tx)))
  return 1
}
