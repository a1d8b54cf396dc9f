/** Deliveries of a source, such as a bot, belong to the accounts of people. */
import type { AccountId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { keyText } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { firstRow } from '#platform/rows.ts'

/**
 * The account of a source that the first known of these names means: an account's address, or a route of it. One that is
 * being removed receives nothing more.
 */
export async function findRouted(
  tx: TenantTx,
  sourceId: AccountId,
  names: readonly string[],
): Promise<AccountId | undefined> {
  const found = await sql<{ id: AccountId }>`
    select found.id from unnest(${names.map(keyText)}::text[]) with ordinality as given (name, place)
    cross join lateral (
      select id, source_id, status, removed_at from channel_account where source_id = ${sourceId} and address = given.name
      union all
      select account.id, account.source_id, account.status, account.removed_at from account_route route
      join channel_account account on account.tenant_id = route.tenant_id and account.id = route.account_id
      where route.source_id = ${sourceId} and route.route = given.name
    ) found
    where found.source_id = ${sourceId} and found.removed_at is null and found.status <> 'inactive'
    order by given.place limit 1`.execute(tx)
  return firstRow(found)?.id
}

/** From now on the name means this account. */
export async function setRoute(
  tx: TenantTx,
  { sourceId, route, accountId }: { sourceId: AccountId; route: string; accountId: AccountId },
): Promise<void> {
  // No row changes its account: rights to that would be rights to another person's messages.
  await tx
    .deleteFrom('account_route')
    .where('source_id', '=', sourceId)
    .where('route', '=', route)
    .where('account_id', '<>', accountId)
    .execute()
  await tx
    .insertInto('account_route')
    .values({ source_id: sourceId, route, account_id: accountId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
