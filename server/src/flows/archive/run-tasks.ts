import type { TenantId } from '@verbatim/contract/ids.ts'
import { fillOn } from '#domains/archiving/back-fill.ts'
import { archiveTasks } from '#domains/archiving/attempts.ts'
import { findSender } from '#domains/organizations/address.ts'
import { lockTenant } from '#flows/examine/tenant-lock.ts'
import { inTenant } from '#platform/db.ts'
import { settle, takeDue } from '#platform/work/tries.ts'
import type { ArchiveContext } from './deliver-mail.ts'
import { sumUp } from './sum-up.ts'

type TaskContext = Pick<ArchiveContext, 'db' | 'secrets' | 'addresses' | 'log' | 'now'>

/** One step of each due task of an organization. @returns How many were taken. */
export async function runArchiveTasks(ctx: TaskContext, tenantId: TenantId): Promise<number> {
  const { db, addresses, log, now } = ctx
  const taken = await inTenant(db, tenantId, (tx) => takeDue(tx, archiveTasks, 2, now()))
  for (const { row, tried } of taken) {
    try {
      await inTenant(db, tenantId, async (tx) => {
        await lockTenant(tx)
        const { address } = await findSender(tx, addresses)
        const link = `${address}/organization/smtp-integration`
        const done =
          row.kind === 'back-fill' ? await fillOn(tx, row, now()) : await sumUp(tx, { ...ctx, link }, row)
        // Cancelled meanwhile, or another worker has it: nothing of this step is kept.
        if ((await settle(tx, tried, { done }, now())) === 'lost') throw new Lost()
      })
    } catch (error) {
      if (error instanceof Lost) continue
      log.error({ err: error, tenantId, task: row.kind }, 'a task of archiving failed')
      await inTenant(db, tenantId, (tx) => settle(tx, tried, { failed: 'failed' }, now()))
    }
  }
  return taken.length
}

class Lost extends Error {}
