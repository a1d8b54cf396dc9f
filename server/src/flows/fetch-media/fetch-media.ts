import type { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import type { ChannelVariables, MediaOutcome } from '#channels/provider-calls.ts'
import { findConnector } from '#channels/registry.ts'
import { type Account, findAccounts } from '#domains/accounts/queries.ts'
import { type DueAttachment, markStored, takeDueAttachments } from '#domains/messages/media-commands.ts'
import { toChannelAccount } from '#flows/capture/channel-account.ts'
import type { StoredContent } from '#domains/messages/facts.ts'
import type { Blobs } from '#platform/blobs.ts'
import { unreadAttachments } from '#domains/messages/reading-commands.ts'
import { expectScans, unscannedFiles } from '#domains/messages/scan-commands.ts'
import { Budget } from '#platform/budget.ts'
import { announce } from '#platform/changes.ts'
import type { Secrets } from '#platform/crypto.ts'
import { isPassing } from '#platform/db-errors.ts'
import { type DbContext, inTenant, type TenantTx } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'
import { settle } from '#platform/work/tries.ts'
import { wake } from '#platform/work/wake.ts'

export interface MediaContext extends DbContext {
  readonly blobs: Blobs
  readonly secrets: Secrets
  /** Hosts that replace the provider's on a test bench. */
  readonly mediaHosts: readonly string[]
  readonly channelVariables: ChannelVariables
  readonly log: Log
}

interface FetchTimes {
  /** For one file: a large one over a slow line takes long. */
  readonly mostMs: number
  /** With less until its lease ends, a file is not asked for. */
  readonly leastMs: number
  /** A provider that sends nothing for so long has stopped. */
  readonly silenceMs: number
}
const usualTimes: FetchTimes = { mostMs: 4 * 60_000, leastMs: 60_000, silenceMs: 60_000 }
/** Before the lease ends, for storing the file. */
const keepingMs = 15_000
const batch = 8
/** Most files are smaller. A larger one is fetched again, if there is room for it; one beyond the second limit stays at its provider. */
const [usualBytes, largestBytes] = [16 * 1024 * 1024, 100 * 1024 * 1024]
/** Of files in memory, over all organizations of a worker. */
export const mostMediaBytes = 256 * 1024 * 1024
/** If a large file had to wait for room until its lease nearly ended, it is fetched again after this time. */
const noRoomMs = 15_000
/** A file that could not be stored is fetched again after this time. */
const notKeptMs = 30_000

/**
 * Fetches attachments from providers, some at a time, each with separate retries.
 * @returns How many were tried.
 */
export async function fetchDueMedia(
  ctx: MediaContext,
  tenantId: TenantId,
  budget = new Budget(mostMediaBytes),
  times = usualTimes,
): Promise<number> {
  const { due, accounts } = await inTenant(ctx.db, tenantId, async (tx) => {
    const taken = await takeDueAttachments(tx, ctx.now(), batch)
    const found = await findAccounts(tx, [...new Set(taken.map(({ accountId }) => accountId))])
    return { due: taken, accounts: new Map(found.map((account) => [account.id, account])) }
  })
  await Promise.all(
    due.map((attachment) => fetchOne({ ...ctx, budget, times }, tenantId, attachment, accounts)),
  )
  return due.length
}

interface FetchContext extends MediaContext {
  readonly budget: Budget
  readonly times: FetchTimes
}

async function fetchOne(
  ctx: FetchContext,
  tenantId: TenantId,
  attachment: DueAttachment,
  accounts: ReadonlyMap<AccountId, Account>,
): Promise<void> {
  const account = accounts.get(attachment.accountId)
  const fetchUpTo = (bytes: number) =>
    ctx.budget.within(bytes, async () => {
      const outcome = isLate(ctx, attachment) ? noRoom : await askProvider(ctx, attachment, account, bytes)
      return isTooLarge(outcome) ? outcome : settleOne(ctx, tenantId, attachment, outcome)
    })
  const tooLarge = await fetchUpTo(usualBytes)
  if (!tooLarge) return
  // It came so slowly that there is no time for the rest: without counting that, it would be tried for ever.
  if (isLate(ctx, attachment)) return settleOne(ctx, tenantId, attachment, tooSlow)
  // Others that come later wait behind it, so it has its turn under any load.
  const still = await fetchUpTo(largestBytes)
  if (still) await settleOne(ctx, tenantId, attachment, still)
}

const leftMs = ({ now }: FetchContext, { tried }: DueAttachment) =>
  tried.until.getTime() - now().getTime() - keepingMs
const isLate = (ctx: FetchContext, attachment: DueAttachment) => leftMs(ctx, attachment) < ctx.times.leastMs

const tooSlow = { outcome: 'retry', reason: 'timeout' } as const
const noRoom = { outcome: 'retry', reason: 'no-room', afterMs: noRoomMs } as const
const isTooLarge = (outcome: MediaOutcome) => outcome.outcome === 'gap' && outcome.reason === 'too-large'

/** While a file is stored, it is in memory. */
async function settleOne(
  ctx: MediaContext,
  tenantId: TenantId,
  attachment: DueAttachment,
  outcome: MediaOutcome,
): Promise<undefined> {
  const content =
    outcome.outcome === 'fetched' ? await keepContent(ctx, tenantId, attachment, outcome) : undefined
  if (content === 'put-off') return undefined
  await inTenant(ctx.db, tenantId, async (tx) => {
    if (content) {
      if (await markStored(tx, attachment, content, ctx.now())) {
        await noteHash(tx, attachment, outcome)
        await expectScans(tx, [content.sha256])
        await wake(tx, unreadAttachments)
        await wake(tx, unscannedFiles)
      }
    } else if (outcome === noRoom) {
      const putOff = new Date(ctx.now().getTime() + noRoom.afterMs)
      await settle(tx, attachment.tried, { putOff }, ctx.now())
    } else {
      await settle(tx, attachment.tried, failureOf(outcome), ctx.now())
    }
    await announce(tx, ['messages', 'conversations'])
  })
  return undefined
}

/** The bytes are kept, because hashes of providers are not always right, and people see that they may be others. */
async function noteHash(tx: TenantTx, { id }: DueAttachment, outcome: MediaOutcome): Promise<void> {
  if (outcome.outcome !== 'fetched' || !outcome.hashDiffers) return
  await tx.updateTable('attachment').set({ gap_reason: 'hash-differs' }).where('id', '=', id).execute()
}

const failureOf = (outcome: MediaOutcome) =>
  outcome.outcome === 'gap'
    ? { failed: outcome.reason, lasting: true }
    : { failed: 'not-delivered', ...(outcome.outcome === 'retry' && { afterMs: outcome.afterMs }) }

/** If a channel has no media at a provider, an address in a message is never fetched. */
function askProvider(
  ctx: FetchContext,
  attachment: DueAttachment,
  account: Account | undefined,
  maxBytes: number,
): Promise<MediaOutcome> | MediaOutcome {
  const { secrets, mediaHosts, channelVariables: variables, times } = ctx
  const { url, tried } = attachment
  const connector = account && findConnector(account.channel)
  if (!account || !connector?.media) return { outcome: 'gap', reason: 'host-refused' }
  const asked = {
    maxBytes,
    timeoutMs: Math.min(times.mostMs, leftMs(ctx, attachment)),
    silenceMs: times.silenceMs,
    extraHosts: mediaHosts,
    variables,
    attempt: tried.attempt,
  }
  return connector.media.fetch(url, toChannelAccount(account, connector, secrets), asked)
}

/** A file that we cannot store for lack of space is fetched again any number of times, because the provider still has it. */
async function keepContent(
  ctx: MediaContext,
  tenantId: TenantId,
  attachment: DueAttachment,
  { bytes, mimeDetected }: { readonly bytes: Uint8Array; readonly mimeDetected?: string },
): Promise<StoredContent | 'put-off'> {
  try {
    const sha256 = await ctx.blobs.put(tenantId, bytes)
    return { sha256, sizeBytes: bytes.length, mimeDetected }
  } catch (error) {
    if (!isPassing(error)) throw error
    ctx.log.warn({ err: error, attachmentId: attachment.id }, 'a file that was fetched could not be kept')
    const putOff = new Date(ctx.now().getTime() + notKeptMs)
    await inTenant(ctx.db, tenantId, (tx) => settle(tx, attachment.tried, { putOff }, ctx.now()))
    return 'put-off'
  }
}
