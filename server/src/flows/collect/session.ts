/** One connection of one account, from its opening to its end. */
import { hourMs, minuteMs } from '@verbatim/contract/durations.ts'
import type { LinkStep } from '@verbatim/contract/link-steps.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Collection, Session, SessionEnd } from '#channels/collection.ts'
import type { ChannelConnector } from '#channels/connector.ts'
import type { ChannelVariables } from '#channels/provider-calls.ts'
import { isBusy } from '#channels/unanswered.ts'
import { noteCaptured } from '#domains/accounts/captured-until.ts'
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
import { type Db, inTenant, type TenantTx } from '#platform/db.ts'
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
import { seldom } from './seldom.ts'

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
/** How often it is noted how far an account is captured. */
const capturedEveryMs = minuteMs / 2

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
  const { problem } = end
  // What cannot be read passes: it is of a gateway, or was cut off. People are notified once that lasts.
  if (end.outcome === 'refused' && end.reason !== 'not-understood')
    return { outcome: 'refused', problem: end.reason }
  const afterMs = end.outcome === 'retry' ? end.afterMs : undefined
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
  const inTx = <Result>(run: (tx: TenantTx) => Promise<Result>) => inTenant(ctx.db, tenantId, run)
  const { account, cursor, historySince } = await inTx(async (tx) => ({
    account: (await findAccounts(tx, [id]))[0],
    cursor: await findCursor(tx, id),
    historySince: (await findBeginnings(tx, [id])).get(id),
  }))
  if (!account || !historySince || signal.aborted) return { outcome: 'again' }
  const failed = (what: string) => (error: unknown) =>
    ctx.log.warn({ err: error, accountId: id }, `${what} could not be noted`)
  const capturedUntil = seldom(
    capturedEveryMs,
    (at) => inTx((tx) => noteCaptured(tx, held, at)),
    failed('how far an account is captured'),
  )
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
      inTx((tx) => noteHistory(tx, id, percent, at)).catch(failed('the progress of a history'))
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
    ask: (step) => inTx((tx) => setStep(tx, held, step)),
    capturedUntil,
    sawPhone: seldom(
      phoneEveryMs,
      (at) => inTx((tx) => noteSeen(tx, id, at, ctx.now())),
      failed('that a phone was noticed'),
    ),
    isLinkedElsewhere: (address) =>
      inTx((tx) => isLinkedElsewhere(tx, { channel: account.channel, address })),
    async connected() {
      const { address } = account
      if (!(await inTx((tx) => noteOpened(tx, { ...held, address }, ctx.now())))) return onLost?.()
      onConnected()
      watching ??=
        ahead && watch(ahead, options.limits, capturedUntil, failed('how far an account is captured'))
    },
  }
  let watching: NodeJS.Timeout | undefined
  try {
    return await collector.collection.collect(toChannelAccount(account, collector, ctx.secrets), session)
  } finally {
    clearInterval(watching)
  }
}

/** What is taken is durable in a file, and captured once the database has it. */
function watch(
  ahead: Ahead,
  { lookEveryMs }: AheadLimits,
  note: Session['capturedUntil'],
  onFailed: (error: unknown) => void,
): NodeJS.Timeout {
  const look = () =>
    ahead
      .capturedUntil()
      .then((at) => at && note(at))
      .catch(onFailed)
  void look()
  return setInterval(look, lookEveryMs)
}
