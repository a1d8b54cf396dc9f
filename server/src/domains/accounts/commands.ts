import type { Channel } from '@verbatim/contract/channels.ts'
import type { AccountId, UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { newId } from '#kernel/uuid.ts'
import type { TenantTx } from '#platform/db.ts'

export interface NewAccount {
  readonly id: AccountId
  readonly channel: Channel
  readonly name: string
  readonly address: string
  readonly ownerId?: UserId
  readonly settings?: Record<string, unknown>
  readonly sealedSecrets?: Uint8Array
}

/** Connects accounts, each with an empty tally. */
export async function createAccounts(tx: TenantTx, accounts: readonly NewAccount[]): Promise<void> {
  if (accounts.length === 0) return
  await tx
    .insertInto('channel_account')
    .values(
      accounts.map(({ id, channel, name, address, ownerId, settings = {}, sealedSecrets }) => ({
        id,
        channel,
        name,
        address,
        owner_id: ownerId ?? null,
        settings: JSON.stringify(settings),
        secrets: sealedSecrets ? Buffer.from(sealedSecrets) : null,
      })),
    )
    .execute()
  await tx
    .insertInto('account_tally')
    .values(accounts.map(({ id }) => ({ account_id: id, last_event_at: null })))
    .execute()
}

/** Counts and names a delivery that was turned away; its bytes are not kept. */
export async function recordRefusal(
  tx: TenantTx,
  accountId: AccountId,
  refusal: {
    readonly remote: string | undefined
    readonly sizeBytes: number
    /** Absent where the bytes were not read. */
    readonly sha256?: Uint8Array
    readonly reason: string
  },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('refused_delivery')
    .values({
      id: newId(now),
      account_id: accountId,
      at: now,
      remote: refusal.remote ?? null,
      size_bytes: refusal.sizeBytes,
      sha256: refusal.sha256 ? Buffer.from(refusal.sha256) : null,
      reason: refusal.reason,
    })
    .execute()
  await tx
    .insertInto('account_tally')
    .values({ account_id: accountId, refused: '1', last_event_at: null })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'account_id']).doUpdateSet({ refused: sql`account_tally.refused + 1` }),
    )
    .execute()
}
