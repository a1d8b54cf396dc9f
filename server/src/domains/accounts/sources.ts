/** Accounts that receive for those of people, such as a bot's. */
import type { ConnectableChannel } from '@verbatim/contract/channels.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { type Selectable, sql } from 'kysely'
import { accountWithin } from '#domains/groups/scope.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import type { ChannelAccountTable } from '#schema/capture.ts'

/**
 * An account that receives for those of people, so that it is not removed meanwhile.
 * @throws Failure `account.unknown-source`
 */
export async function requireSource(
  tx: TenantTx,
  scope: AccessScope,
  { channel, id }: { readonly channel: ConnectableChannel; readonly id: AccountId },
): Promise<Selectable<ChannelAccountTable>> {
  const row = await tx
    .selectFrom('channel_account')
    .selectAll()
    .where('id', '=', id)
    .where('channel', '=', channel)
    .where('removed_at', 'is', null)
    .where('source_id', 'is', null)
    .where('status', '<>', 'inactive')
    .where(accountWithin(scope, 'channel_account'))
    .forShare()
    .executeTakeFirst()
  if (!row) throw new Failure('account.unknown-source')
  return row
}

/** A source is removed after the accounts of people. @throws Failure `account.has-people` */
export async function requireWithoutPeople(tx: TenantTx, id: AccountId): Promise<void> {
  const { count } = await tx
    .selectFrom('channel_account')
    .where('source_id', '=', id)
    .where('removed_at', 'is', null)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  if (count > 0) throw new Failure('account.has-people', { count })
}
