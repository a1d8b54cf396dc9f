/** The people whose accounts are added. */
import type { ConnectableChannel } from '@verbatim/contract/channels.ts'
import type { AccountId, UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { accountWithin, holdsUnseen } from '#domains/groups/scope.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'

export interface AccountOwner {
  readonly id: UserId
  /** Whether `scope` reaches an account of this channel that is theirs. */
  readonly isWithin: boolean
}

/** The people with these email addresses, in lower case. */
export async function findOwners(
  tx: TenantTx,
  scope: AccessScope,
  channel: ConnectableChannel,
  emails: readonly string[],
): Promise<ReadonlyMap<string, AccountOwner>> {
  const { rows } = await sql<AccountOwner & { email_key: string }>`
    select given.id, given.email_key, ${accountWithin(scope, 'given')} as "isWithin" from (
      select tenant_id, id, email_key, id as owner_id, ${channel}::text as channel from tenant_user
      where email_key = any(${emails}::text[]) and removed_at is null
    ) given`.execute(tx)
  return new Map(rows.map(({ email_key, ...owner }) => [email_key, owner]))
}

/**
 * Checks that someone who gives an account its first owner sees what that owner will read.
 * @throws Failure `account.unseen-conversations`
 */
export async function requireSeen(tx: TenantTx, scope: AccessScope, id: AccountId): Promise<void> {
  const unseen = await tx
    .selectFrom('channel_account')
    .where('id', '=', id)
    .where(holdsUnseen(scope, 'channel_account'))
    .select('id')
    .executeTakeFirst()
  if (unseen) throw new Failure('account.unseen-conversations')
}
