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
    .executeTakeFirstOrThrow(() => new Failure('account.unknown-source'))
  return row
}

/** The sources of a channel that `scope` reaches and that have one of these names or addresses, which do not change meanwhile. */
export function findSources(
  tx: TenantTx,
  scope: AccessScope,
  channel: ConnectableChannel,
  named: readonly string[],
): Promise<Pick<Selectable<ChannelAccountTable>, 'id' | 'name' | 'address'>[]> {
  const keys = named.map((name) => name.toLowerCase())
  return tx
    .selectFrom('channel_account')
    .select(['id', 'name', 'address'])
    .where('channel', '=', channel)
    .where(sql<boolean>`(lower(name) = any(${keys}::text[]) or lower(address) = any(${keys}::text[]))`)
    .where('removed_at', 'is', null)
    .where('source_id', 'is', null)
    .where('status', '<>', 'inactive')
    .where(accountWithin(scope, 'channel_account'))
    .orderBy('id')
    .forShare()
    .execute()
}

/** Sources are removed after the accounts of people. @throws Failure `account.has-people` */
export async function requireWithoutPeople(tx: TenantTx, ids: readonly AccountId[]): Promise<void> {
  const refusal = await findPeopleRefusal(tx, ids)
  if (refusal) throw refusal
}

/** Why accounts cannot be removed now. */
export async function findPeopleRefusal(
  tx: TenantTx,
  ids: readonly AccountId[],
): Promise<Failure | undefined> {
  const { count } = await tx
    .selectFrom('channel_account')
    .where('source_id', '=', sql<AccountId>`any(${ids}::uuid[])`)
    .where('removed_at', 'is', null)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count > 0 ? new Failure('account.has-people', { count }) : undefined
}
