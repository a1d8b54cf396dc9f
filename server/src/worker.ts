import { hourMs } from '@verbatim/contract/durations.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { findTenantIds } from '#domains/organizations/queries.ts'
import { findCollectors } from '#channels/registry.ts'
import { collect, type CollectingOptions } from '#flows/collect/collect.ts'
import { openHints } from '#flows/collect/hints.ts'
import { readLanguages } from '#flows/sweep/read-languages.ts'
import { sweepFiles } from '#flows/sweep/sweep-files.ts'
import { sweep } from '#flows/sweep/sweep.ts'
import { works } from '#flows/works.ts'
import { listen } from '#platform/changes.ts'
import { inTenant } from '#platform/db.ts'
import { idleMs, runWorks } from '#platform/work/run-works.ts'
import { openWakeSignals } from '#platform/work/wake.ts'
import type { Context } from './context.ts'

/**
 * Does due work, tenant by tenant, until `stop` aborts; then finishes its current work.
 * @param collectors The channels whose accounts are collected; tests replace what is beyond their reach.
 */
export async function work(
  ctx: Context,
  stop: AbortSignal,
  collectors: CollectingOptions['collectors'] = findCollectors(),
): Promise<void> {
  const signals = openWakeSignals(idleMs)
  const hints = openHints()
  const onWork = (name: string) => {
    signals.wake(name)
    hints.wake(name)
  }
  const listener = listen(ctx.databaseUrl, { work: onWork }, ctx.log)
  const collected = { holder: ctx.life.id, collectors, hints }
  await Promise.all([
    runWorks<Context>(ctx, works, signals, stop),
    collect(ctx, collected, signals, stop),
    tidy(ctx, stop),
  ])
  signals.close()
  await listener.close()
}

/** Removes expired data, and reads what an earlier release did not, tenant by tenant, every hour. */
async function tidy(ctx: Context, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    for (const tenantId of await findTenantIds(ctx.db).catch(() => [])) {
      await attempt(ctx, tenantId, (id) => inTenant(ctx.db, id, (tx) => sweep(tx, ctx.now())))
      await attempt(ctx, tenantId, (id) => sweepFiles(ctx, id))
      await attempt(ctx, tenantId, (id) => readLanguages(ctx, id, stop))
    }
    await sleep(hourMs, undefined, { signal: stop }).catch(() => {})
  }
}

/** A tenant that fails does not delay the others; it is cleaned up an hour later. */
async function attempt(
  { log }: Context,
  tenantId: TenantId,
  act: (tenantId: TenantId) => Promise<unknown>,
): Promise<void> {
  try {
    await act(tenantId)
  } catch (error) {
    log.error({ err: error, tenantId }, 'a tenant could not be swept')
  }
}
