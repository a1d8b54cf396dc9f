import type { TenantId } from '@verbatim/contract/ids.ts'
import type { DbContext } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'
import type { Metrics } from '#platform/metrics.ts'
import { type FindDue, openFindDue } from './find-due.ts'
import { workByTurns } from './turns.ts'
import type { WakeSignals } from './wake.ts'
import type { OpenWork, Work } from './work.ts'

interface WorksContext extends DbContext {
  readonly log: Log
  readonly metrics: Pick<Metrics, 'turnEnded'>
}

/** How long workers wait without a wake signal; due times and lost signals are noticed by then. */
export const idleMs = 1_000

/** Works on every kind, tenant by tenant, until `stop` aborts; then finishes started work. */
export async function runWorks<Context extends WorksContext>(
  ctx: Context,
  works: readonly Work<Context>[],
  signals: WakeSignals,
  stop: AbortSignal,
): Promise<void> {
  const find = openFindDue(ctx)
  const opened: (Work<Context> & { readonly opened: OpenWork })[] = []
  try {
    // Code is loaded here, not at the first turn, because a program may be replaced while it runs.
    for (const work of works) {
      const open = await work.open(ctx)
      if (open) opened.push({ ...work, opened: open })
    }
    await Promise.all(opened.map((work) => loop(ctx, work, { find, signals, stop })))
  } finally {
    await Promise.all(opened.map(async (work) => work.opened.close?.()))
  }
}

interface Loop {
  readonly find: FindDue
  readonly signals: WakeSignals
  readonly stop: AbortSignal
}

function loop(
  ctx: WorksContext,
  {
    rows: { name },
    tenantsAtOnce,
    opened,
  }: Pick<Work<never>, 'rows' | 'tenantsAtOnce'> & { readonly opened: OpenWork },
  { find, signals, stop }: Loop,
): Promise<void> {
  return workByTurns(
    {
      findDue: () => find(name),
      turn: (tenantId) => takeTurn(ctx, name, () => opened.turn(tenantId), tenantId),
      atOnce: tenantsAtOnce,
      onError: (error) =>
        ctx.log.error({ err: error, work: name }, 'work could not be looked for and will be tried again'),
      retryMs: idleMs,
    },
    signals.of(name),
    stop,
  )
}

/** A tenant whose turn fails does not delay the others; it is tried again in the next round. */
async function takeTurn(
  { log, metrics }: WorksContext,
  name: string,
  turn: () => Promise<number>,
  tenantId: TenantId,
): Promise<number> {
  const since = performance.now()
  const ended = (outcome: 'done' | 'failed') =>
    metrics.turnEnded(name, outcome, (performance.now() - since) / 1000)
  try {
    const done = await turn()
    ended('done')
    return done
  } catch (error) {
    log.error({ err: error, tenantId, work: name }, 'work of a tenant failed and will be tried again')
    ended('failed')
    return 0
  }
}
