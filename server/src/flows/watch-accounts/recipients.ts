/** Who is notified about an account: its owner, and those who may manage it. */
import type { AccountId, UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { accountWithin } from '#domains/groups/scope.ts'
import { findActors } from '#domains/permissions/actors.ts'
import { findHolders, type Holder } from '#domains/permissions/holders.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { isActive } from '#schema/user-conditions.ts'

export interface Recipient {
  readonly userId: UserId
  readonly email: string
  readonly firstName: string
  /** The accounts that they are notified about. */
  readonly accounts: ReadonlyMap<AccountId, { readonly isOwn: boolean; readonly mayManage: boolean }>
}

/** Everyone who is notified about any of these accounts; never about an account that they may not see. */
export async function findRecipients(tx: TenantTx, ids: readonly AccountId[]): Promise<Recipient[]> {
  const { rows: owners } = await sql<Holder & { account_id: AccountId }>`
    select person.id, person.email, person.first_name as "firstName", account.id as account_id
    from channel_account account
    join tenant_user person on person.tenant_id = account.tenant_id and person.id = account.owner_id
    where account.id = any(${ids}::uuid[]) and ${isActive('person')}`.execute(tx)
  const managers = await findHolders(tx, 'integrations.manage')
  const reached = await findReached(tx, managers, ids)
  const people = new Map([...owners, ...managers].map((person) => [person.id, person]))
  return [...people.values()].flatMap((person) => {
    const own = owners.filter(({ id }) => id === person.id).map(({ account_id }) => account_id)
    const managed = reached.get(person.id) ?? new Set()
    const accounts = new Map(
      [...new Set([...own, ...managed])].map((id) => [
        id,
        { isOwn: own.includes(id), mayManage: managed.has(id) },
      ]),
    )
    const { id: userId, email, firstName } = person
    return accounts.size > 0 ? [{ userId, email, firstName, accounts }] : []
  })
}

/** The accounts within the scope of each manager. Many have the same scope. */
async function findReached(
  tx: TenantTx,
  managers: readonly Holder[],
  ids: readonly AccountId[],
): Promise<ReadonlyMap<UserId, ReadonlySet<AccountId>>> {
  const actors = await findActors(
    tx,
    managers.map(({ id }) => id),
  )
  const byScope = Map.groupBy(actors, ({ scope }) => JSON.stringify(scope))
  const reached = new Map<UserId, ReadonlySet<AccountId>>()
  for (const alike of byScope.values()) {
    const found = await findWithin(tx, alike[0]?.scope ?? [], ids)
    for (const { userId } of alike) reached.set(userId, found)
  }
  return reached
}

async function findWithin(
  tx: TenantTx,
  scope: AccessScope,
  ids: readonly AccountId[],
): Promise<ReadonlySet<AccountId>> {
  const { rows } = await sql<{ id: AccountId }>`select account.id from channel_account account
    where account.id = any(${ids}::uuid[]) and ${accountWithin(scope, 'account')}`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}
