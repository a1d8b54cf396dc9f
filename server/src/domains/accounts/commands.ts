import type { Channel } from '@verbatim/contract/channels.ts'
import type { AccountId, UserId } from '@verbatim/contract/ids.ts'
import { recordAudit } from '#domains/audit/commands.ts'
import type { Actor } from '#kernel/actor.ts'
import { announce } from '#platform/changes.ts'
import type { TenantTx } from '#platform/db.ts'

interface NewAccount {
  readonly id: AccountId
  readonly channel: Channel
  readonly name: string
  readonly address: string
  readonly ownerId?: UserId
  readonly settings?: Record<string, unknown>
  readonly sealedSecrets?: Uint8Array
  readonly connectedAt?: Date
}

/** Connects accounts, each with empty counters. */
export async function createAccounts(tx: TenantTx, accounts: readonly NewAccount[]): Promise<void> {
  if (accounts.length === 0) return
  await tx
    .insertInto('channel_account')
    .values(
      accounts.map(({ id, channel, name, address, ownerId, settings = {}, sealedSecrets, connectedAt }) => ({
        id,
        channel,
        name,
        address,
        owner_id: ownerId ?? null,
        settings: JSON.stringify(settings),
        secrets: sealedSecrets ? Buffer.from(sealedSecrets) : null,
        ...(connectedAt && { connected_at: connectedAt, created_at: connectedAt }),
      })),
    )
    .execute()
  await tx
    .insertInto('account_counters')
    .values(accounts.map(({ id }) => ({ account_id: id, last_event_at: null })))
    .execute()
}

/** Says how often an account should receive something; null expects nothing. The caller has checked its access. */
export async function expectOfAccount(
  tx: TenantTx,
  actor: Actor,
  { id, expectedHours }: { readonly id: AccountId; readonly expectedHours: number | null },
  now: Date,
): Promise<void> {
  const before = await tx
    .selectFrom('channel_account')
    .where('id', '=', id)
    .select(['name', 'expected_hours'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (before.expected_hours === expectedHours) return
  await tx
    .updateTable('channel_account')
    .set({ expected_hours: expectedHours })
    .where('id', '=', id)
    .execute()
  const changes = [{ field: 'expectedHours', old: before.expected_hours, new: expectedHours }]
  const target = { kind: 'account', id, name: before.name }
  await recordAudit(tx, actor, { type: 'account_updated', target, changes }, now)
  await announce(tx, ['accounts'])
}
