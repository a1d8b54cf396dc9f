/** What a connection remembers between its sessions: sealed, because anyone who has it can act as the account. */
import type { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { isHeldElsewhere } from '#domains/accounts/held.ts'
import type { KeyStore } from '#channels/collection.ts'
import { rowsOf } from '#platform/bulk.ts'
import type { Place, Secrets } from '#platform/crypto.ts'
import { type Db, inTenant, type TenantTx } from '#platform/db.ts'
import { LeaseLost } from './keeping.ts'

/**
 * The keys of one account.
 * @param holder The process that changes them. If it slept through its lease, it would put back what another has changed since: then a
 * change throws LeaseLost.
 */
export function openKeyStore(
  { db, secrets }: { readonly db: Db; readonly secrets: Secrets },
  { tenantId, id: accountId }: { readonly tenantId: TenantId; readonly id: AccountId },
  holder?: string,
): KeyStore {
  const nameOf = (type: string, id: string) => `${accountId}/${type}/${id}`
  const change = (act: (tx: TenantTx) => Promise<unknown>) =>
    inTenant(db, tenantId, async (tx) => {
      if (holder !== undefined && (await isHeldElsewhere(tx, { id: accountId, holder })))
        throw new LeaseLost()
      await act(tx)
    })
  return {
    async get(type, ids) {
      const byName = new Map(ids.map((id) => [nameOf(type, id), id]))
      const rows = await inTenant(db, tenantId, (tx) =>
        tx
          .selectFrom('account_key')
          .where('account_id', '=', accountId)
          .where('name', '=', sql<string>`any(${[...byName.keys()]}::text[])`)
          .select(['name', 'sealed'])
          .execute(),
      )
      return new Map(
        rows.flatMap(({ name, sealed }) => {
          const id = byName.get(name)
          return id === undefined ? [] : [[id, secrets.unseal(sealed, accountKeyPlace(tenantId, name))]]
        }),
      )
    },

    async set(changes) {
      // The last change of a key counts.
      const byName = new Map(changes.map(({ type, id, value }) => [nameOf(type, id), value]))
      const removed = [...byName].flatMap(([name, value]) => (value ? [] : [name]))
      const rows = [...byName].flatMap(([name, value]) =>
        value ? [{ name, sealed: secrets.seal(value, accountKeyPlace(tenantId, name)) }] : [],
      )
      await change(async (tx) => {
        if (removed.length > 0)
          await sql`delete from account_key where account_id = ${accountId} and name = any(${removed}::text[])`.execute(
            tx,
          )
        if (rows.length > 0)
          await sql`insert into account_key (name, account_id, sealed)
            select name, ${accountId}, sealed from ${rowsOf({ name: 'text', sealed: 'bytea' }, rows)}
            on conflict (tenant_id, name) do update set sealed = excluded.sealed`.execute(tx)
      })
    },

    async clear() {
      await change((tx) => tx.deleteFrom('account_key').where('account_id', '=', accountId).execute())
    },
  }
}

export const accountKeyPlace = (tenantId: TenantId, name: string): Place => ({
  tenantId,
  table: 'account_key',
  id: name,
})
