import type { Channel } from '@verbatim/contract/channels.ts'
import type { AccountId, UserId } from '@verbatim/contract/ids.ts'
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

/** Connects accounts, each with empty counters. */
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
    .insertInto('account_counters')
    .values(accounts.map(({ id }) => ({ account_id: id, last_event_at: null })))
    .execute()
}
