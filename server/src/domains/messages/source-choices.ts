import type { MessageSources } from '@verbatim/contract/messages.ts'
import type { AccountId, UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { accountWithin } from '#domains/groups/scope.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'

const most = 2000

/** The accounts whose messages `scope` may hold, and their owners, by name: the choices for narrowing a list. */
export async function findMessageSources(tx: TenantTx, scope: AccessScope): Promise<MessageSources> {
  const { rows } = await sql<{
    id: AccountId
    name: string
    owner_id: UserId | null
    owner: string | null
  }>`
    select account.id, account.name, account.owner_id,
      coalesce(nullif(trim(owner.first_name || ' ' || owner.last_name), ''), owner.email) as owner
    from channel_account account
    left join tenant_user owner on owner.tenant_id = account.tenant_id and owner.id = account.owner_id
    where ${accountWithin(scope, 'account')} order by account.name, account.id limit ${most}`.execute(tx)
  const owners = new Map(rows.flatMap(({ owner_id, owner }) => (owner_id ? [[owner_id, owner ?? '']] : [])))
  return {
    accounts: rows.map(({ id, name }) => ({ id, name })),
    owners: [...owners].map(([id, name]) => ({ id, name })).sort((a, b) => (a.name < b.name ? -1 : 1)),
  }
}
