/** One connection of one account, from its opening to its end. */
import { hourMs } from '@verbatim/contract/durations.ts'
import type { LinkStep } from '@verbatim/contract/link-steps.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Collection, Session, SessionEnd } from '#channels/collection.ts'
import type { ChannelConnector } from '#channels/connector.ts'
import type { ChannelVariables } from '#channels/provider-calls.ts'
import { isBusy } from '#channels/unanswered.ts'
import {
  type CollectionEnd,
  findCursor,
  type Held,
  letGo,
  noteOpened,
  setStep,
} from '#domains/accounts/collections.ts'
import { findBeginnings } from '#domains/accounts/covered-time.ts'
import { noteHistory } from '#domains/accounts/linked-history.ts'
import { isLinkedElsewhere } from '#domains/accounts/linking.ts'
import { noteSeen } from '#domains/accounts/phones.ts'
import { type Account, findAccounts } from '#domains/accounts/queries.ts'
import { toChannelAccount } from '#flows/capture/channel-account.ts'
import type { Secrets } from '#platform/crypto.ts'
import type { ReceivingClock } from '#kernel/clock.ts'
import { type Db, inTenant } from '#platform/db.ts'
import {
  type Ahead,
  type AheadContext,
  type AheadLimits,
  type FileDamage,
  NotStored,
  openAhead,
} from './ahead.ts'
import type { Hints, Resting } from './hints.ts'
import type { Losses } from './losses.ts'
import { answered, keepTaken } from './keeping.ts'
import { openKeyStore } from './keys.ts'
import { callLimits } from './limits.ts'

export interface CollectContext extends AheadContext, ReceivingClock {
  readonly db: Db
  readonly secrets: Secrets
  readonly mediaHosts: readonly string[]
  readonly channelVariables: ChannelVariables
}

export type Collector = ChannelConnector & { readonly collection: Collection }

interface SessionOptions {
  readonly account: Pick<Account, 'tenantId' | 'id' | 'channel'>
  readonly collector: Collector
  readonly holder: string
  readonly wanted: LinkStep['kind'] | undefined
  /** Aborts when the connection must end. */
  readonly signal: AbortSignal
  /** Aborts when even unfinished work must end. */
  readonly hurry: AbortSignal
  readonly onConnected: () => void
  /** The account has another address by now, or another process has its connection. */
  readonly onLost?: () => void
  readonly hints: Hints
  readonly limits: AheadLimits
  readonly losses: Losses
}

/** A connection that ends sooner is not opened again at once. */
const leastMs = 500
/** Days count, so it is noted only so often. */
const phoneEveryMs = hourMs

/** Runs until the connection ends for good or for a while, and lets it go. */
export async function runSession(ctx: CollectContext, options: SessionOptions): Promise<void> {
  const { account, collector, holder, signal, hurry, limits } = options
  const full = new AbortController()
  const damaged = new AbortController()
  const lost = new AbortController()
  const held = { id: account.id, holder }
  const resting = options.hints.open(account.id)
  let ahead: Ahead | undefined
  let end: CollectionEnd = { outcome: 'retry' }
  try {
    const onFull = () => full.abort()
    const onDamage = (damage: FileDamage) => {
      options.losses.add(account, damage)
      damaged.abort()
    }
    if (collector.collection.forgets)
      ahead = await openAhead(ctx, { account, connector: collector, holder, limits, onFull, onDamage, hurry })
    const either = AbortSignal.any([signal, full.signal, damaged.signal, lost.signal])
    const onLost = () => lost.abort()
    end = await collectAgain(ctx, { ...options, signal: either, onLost }, { ahead, resting })
  } catch (error) {
    ctx.log.error({ err: error, accountId: account.id }, 'an account could not be collected')
  }
  resting.close()
  await ahead?.close(AbortSignal.any([hurry, AbortSignal.timeout(limits.endWithinMs)]))
  if (full.signal.aborted) {
    ctx.log.error(
      { accountId: account.id },
      'too much waits for the database: an account is not collected for a while',
    )
    end = { outcome: 'retry' }
  }
  // A damaged file is never emptied; another one follows it.
  if (signal.aborted || (damaged.signal.aborted && end.outcome !== 'refused')) end = { outcome: 'again' }
  await inTenant(ctx.db, account.tenantId, (tx) => letGo(tx, held, end, ctx.now()))
  await options.losses.note()
}

/** What one session has from its beginning to its end. */
interface Opened {
  readonly ahead: Ahead | undefined
  readonly resting: Resting
}

async function collectAgain(
  ctx: CollectContext,
  options: SessionOptions,
  opened: Opened,
): Promise<CollectionEnd> {
  for (;;) {
    const since = performance.now()
    const end = await collectOnce(ctx, options, opened)
    if (options.signal.aborted || end.outcome !== 'again') return toEnd(ctx, options, end)
    const left = leastMs - (performance.now() - since)
    if (left > 0) await sleep(left, undefined, { signal: options.signal }).catch(() => {})
  }
}

function toEnd({ log }: CollectContext, { account }: SessionOptions, end: SessionEnd): CollectionEnd {
  if (end.outcome === 'again') return end
  log.info(
    { accountId: account.id, channel: account.channel, outcome: end.outcome, reason: end.reason },
    'a connection ended',
  )
  if (end.outcome === 'refused') return { outcome: 'refused', problem: end.reason }
  const { afterMs, problem } = end
  // Without a time, it is asked ever less often, like one that is away.
  return {
    outcome: 'retry',
    afterMs: afterMs ?? 0,
    isBusy: afterMs !== undefined && isBusy(end),
    ...(problem && { problem }),
  }
}

async function collectOnce(
  ctx: CollectContext,
  options: SessionOptions,
  { ahead, resting }: Opened,
): Promise<SessionEnd> {
  const { collector, holder, wanted, signal, onConnected, onLost, losses } = options
  const { tenantId, id } = options.account
  const held: Held = { id, holder }
  const { account, cursor, historySince } = await inTenant(ctx.db, tenantId, async (tx) => ({
    account: (await findAccounts(tx, [id]))[0],
    cursor: await findCursor(tx, id),
    historySince: (await findBeginnings(tx, [id])).get(id),
  }))
  if (!account || !historySince || signal.aborted) return { outcome: 'again' }
  let phoneSeen = -Infinity
  const session: Session = {
    signal,
    now: ctx.now,
    limits: callLimits(ctx),
    cursor,
    keys: openKeyStore(ctx, account, holder),
    wanted,
    historySince,
    importedHistory(percent) {
      const at = ctx.now()
      inTenant(ctx.db, tenantId, (tx) => noteHistory(tx, id, percent, at)).catch((error: unknown) => {
        ctx.log.warn({ err: error, accountId: id }, 'the progress of a history could not be noted')
      })
    },
    async keep(deliveries, moved) {
      const receivedAt = ctx.received()
      const taken = deliveries.map((one) => ({ ...one, receivedAt }))
      if (ahead && taken.length > 0)
        await ahead.write(taken, moved).catch((error: unknown) => {
          if (error instanceof NotStored) losses.add(account)
          throw error
        })
      else
        await keepTaken(
          ctx,
          { account, connector: collector },
          await answered(taken),
          moved === undefined ? undefined : { holder, cursor: moved },
        )
    },
    rest: (ms) => resting.rest(ms, signal),
    lost: () => losses.add(account),
    ask: (step) => inTenant(ctx.db, tenantId, (tx) => setStep(tx, held, step)),
    sawPhone(at) {
      if (at.getTime() - phoneSeen < phoneEveryMs) return
      phoneSeen = at.getTime()
      inTenant(ctx.db, tenantId, (tx) => noteSeen(tx, id, at, ctx.now())).catch((error: unknown) => {
        phoneSeen = -Infinity
        ctx.log.warn({ err: error, accountId: id }, 'a phone was noticed, which could not be noted')
      })
    },
    isLinkedElsewhere: (address) =>
      inTenant(ctx.db, tenantId, (tx) => isLinkedElsewhere(tx, { channel: account.channel, address })),
    async connected() {
      const { address } = account
      const isHeld = await inTenant(ctx.db, tenantId, (tx) => noteOpened(tx, { ...held, address }, ctx.now()))
      if (isHeld) onConnected()
      else onLost?.()
    },
  }
  return collector.collection.collect(toChannelAccount(account, collector, ctx.secrets), session)
}
