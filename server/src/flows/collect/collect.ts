/** Accounts whose messages Verbatim collects itself: each has one connection, in one process. */
import type { LinkStep } from '@verbatim/contract/link-steps.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { type HeldCollection, holdCollections, leaseMs } from '#domains/accounts/leases.ts'
import { findAccounts } from '#domains/accounts/queries.ts'
import { inTenant } from '#platform/db.ts'
import type { WakeSignals } from '#platform/work/wake.ts'
import { type AheadLimits, usualAhead } from './ahead.ts'
import { type Hints, openHints } from './hints.ts'
import { openLeftovers } from './leftovers.ts'
import { openLosses } from './losses.ts'
import { type CollectContext, type Collector, runSession } from './session.ts'
import { openUpkeep } from './upkeep.ts'

/** Connections of one process. */
const most = 1_000
/** The end of a process waits so long for the database; what is left is in a file. */
const hurryMs = 1_000

interface Running {
  readonly stop: AbortController
  readonly wanted: LinkStep['kind'] | undefined
  isConnected: boolean
  ended: Promise<void>
}

export interface Collecting {
  /** Opens the connections that this process should have, and ends the others. */
  tick(): Promise<void>
  /** Ends all, and lets them go. */
  close(): Promise<void>
  /** Of the accounts that are collected here now. */
  readonly accountIds: readonly AccountId[]
}

export interface CollectingOptions {
  /** Names this process. */
  readonly holder: string
  readonly collectors: readonly Collector[]
  readonly hints?: Hints
  readonly limits?: AheadLimits
}

/** The connections of this process. */
export function openCollecting(
  ctx: CollectContext,
  { holder, collectors, hints = openHints(), limits = usualAhead }: CollectingOptions,
): Collecting {
  const running = new Map<AccountId, Running>()
  const byChannel = new Map(collectors.map((one) => [one.channel, one]))
  const holding = {
    holder,
    channels: collectors.map(({ channel }) => channel),
    byOwner: collectors.flatMap(({ channel, collection }) => (collection.needsOwner ? [channel] : [])),
    most,
  }
  const hurry = new AbortController()
  const losses = openLosses(ctx)
  const leftovers = openLeftovers(ctx, (channel) => byChannel.get(channel))
  const upkeep = openUpkeep(ctx, { losses, leftovers, stop: hurry.signal })
  let heldAt = performance.now()

  async function tick(): Promise<void> {
    const before = new Set(running.keys())
    const askedAt = performance.now()
    try {
      upkeep.start()
      const going = [...running].filter(([, { stop }]) => !stop.signal.aborted).map(([id]) => id)
      const held = await holdCollections(ctx.db, { ...holding, running: going }, ctx.now())
      heldAt = askedAt
      endOthers(held)
      // One that ended meanwhile was let go, so it is opened with the next lease.
      await Promise.all(held.filter(({ accountId }) => !before.has(accountId)).map(start))
    } catch (error) {
      // Another process may have taken them.
      if (performance.now() - heldAt > leaseMs) for (const { stop } of running.values()) stop.abort()
      throw error
    }
  }

  function endOthers(held: readonly HeldCollection[]): void {
    const wanted = new Map(held.map((one) => [one.accountId, one.wanted]))
    for (const [id, one] of running) {
      const now = wanted.get(id)
      // The owner chose another way to link the account.
      const isElse = !one.isConnected && now !== undefined && now !== one.wanted
      if (!wanted.has(id) || isElse) one.stop.abort()
    }
  }

  async function start({ tenantId, accountId, wanted }: HeldCollection): Promise<void> {
    const [account] = await inTenant(ctx.db, tenantId, (tx) => findAccounts(tx, [accountId]))
    const collector = account && byChannel.get(account.channel)
    if (!account || !collector || running.has(accountId)) return
    const stop = new AbortController()
    const one: Running = { stop, wanted, isConnected: false, ended: Promise.resolve() }
    running.set(accountId, one)
    one.ended = runSession(ctx, {
      account,
      collector,
      holder,
      wanted,
      signal: stop.signal,
      hurry: hurry.signal,
      onConnected: () => void (one.isConnected = true),
      hints,
      limits,
      losses,
    })
      .catch((error: unknown) => {
        // Its lease ends by itself.
        ctx.log.warn({ err: error, accountId }, 'a connection could not be let go')
      })
      .finally(() => {
        running.delete(accountId)
      })
  }

  return {
    tick,
    get accountIds() {
      return [...running.keys()]
    },
    async close() {
      await endAll([...running.values()], hurry)
      hurry.abort()
      await upkeep.ended()
      await losses.note()
    },
  }
}

async function endAll(running: readonly Running[], hurry: AbortController): Promise<void> {
  for (const { stop } of running) stop.abort()
  const timer = setTimeout(() => hurry.abort(), hurryMs)
  await Promise.all(running.map(({ ended }) => ended))
  clearTimeout(timer)
}

/** The name of the wake signal. */
const collecting = { name: 'collections' }

/** Holds connections until `stop` aborts. */
export async function collect(
  ctx: CollectContext,
  options: CollectingOptions,
  signals: Pick<WakeSignals, 'of'>,
  stop: AbortSignal,
): Promise<void> {
  const signal = signals.of(collecting.name)
  const opened = openCollecting(ctx, options)
  while (!stop.aborted) {
    const seen = signal.count()
    await opened.tick().catch((error: unknown) => {
      ctx.log.error({ err: error }, 'connections could not be looked for and will be tried again')
    })
    await signal.wait(seen, stop)
  }
  await opened.close()
}
