import type { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import { fetchMedia } from '#channels/twilio/media.ts'
import { type Account, findAccounts } from '#domains/accounts/queries.ts'
import {
  type DueAttachment,
  markGap,
  markLater,
  markStored,
  takeDueAttachments,
} from '#domains/messages/media-commands.ts'
import { openSecretsOf } from '#flows/capture/account-secrets.ts'
import type { Blobs } from '#platform/blobs.ts'
import { announce, wake } from '#platform/changes.ts'
import type { Secrets } from '#platform/crypto.ts'
import { type Db, inTenant } from '#platform/db.ts'

export interface MediaContext {
  readonly db: Db
  readonly blobs: Blobs
  readonly secrets: Secrets
  /** Hosts that stand in for the provider's on a test bench. */
  readonly mediaHosts: readonly string[]
  readonly now: () => Date
}

const limits = { maxBytes: 100 * 1024 * 1024, timeoutMs: 60_000 }
const batch = 8
/** Then the provider has had its chance, and the absence becomes part of the record. */
const maxAttempts = 10

/**
 * Fetches attachments that providers keep, some at a time, each with its own retries.
 * @returns How many were tried.
 */
export async function fetchDueMedia(ctx: MediaContext, tenantId: TenantId): Promise<number> {
  const { due, accounts } = await inTenant(ctx.db, tenantId, async (tx) => {
    const taken = await takeDueAttachments(tx, ctx.now(), batch)
    const found = await findAccounts(tx, [...new Set(taken.map(({ accountId }) => accountId))])
    return { due: taken, accounts: new Map(found.map((account) => [account.id, account])) }
  })
  await Promise.all(due.map((attachment) => fetchOne(ctx, tenantId, attachment, accounts)))
  return due.length
}

async function fetchOne(
  ctx: MediaContext,
  tenantId: TenantId,
  attachment: DueAttachment,
  accounts: ReadonlyMap<AccountId, Account>,
): Promise<void> {
  const account = accounts.get(attachment.accountId)
  const {
    accountSid = '',
    authTokens = [],
    apiKey,
    apiSecret,
  } = account ? openSecretsOf(account, ctx.secrets) : {}
  const outcome = await fetchMedia(
    attachment.url,
    { user: apiKey ?? accountSid, password: apiSecret ?? authTokens[0] ?? '' },
    { ...limits, extraHosts: ctx.mediaHosts, attempt: attachment.attempts + 1 },
  )
  const sha256 = outcome.outcome === 'fetched' ? await ctx.blobs.put(tenantId, outcome.bytes) : undefined
  await inTenant(ctx.db, tenantId, async (tx) => {
    if (outcome.outcome === 'fetched' && sha256) {
      const { bytes, mimeDetected } = outcome
      await markStored(tx, attachment.id, { sha256, sizeBytes: bytes.length, mimeDetected })
      await wake(tx, 'reading')
    } else if (outcome.outcome === 'gap') await markGap(tx, attachment.id, outcome.reason)
    else if (attachment.attempts + 1 >= maxAttempts) await markGap(tx, attachment.id, 'not-delivered')
    else await markLater(tx, attachment.id, new Date(ctx.now().getTime() + 2 ** attachment.attempts * 1_000))
    await announce(tx, tenantId, ['messages', 'conversations'])
  })
}
