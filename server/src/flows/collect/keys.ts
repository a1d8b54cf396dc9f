/** What a connection remembers between its sessions: sealed, because anyone who has it can act as the account. */
import type { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { KeyStore } from '#channels/collection.ts'
import { rowsOf } from '#platform/bulk.ts'
import type { Place, Secrets } from '#platform/crypto.ts'
import { type Db, inTenant } from '#platform/db.ts'

/** The keys of one account. */
export function openKeyStore(
  { db, secrets }: { readonly db: Db; readonly secrets: Secrets },
  { tenantId, id: accountId }: { readonly tenantId: TenantId; readonly id: AccountId },
): KeyStore {
  const nameOf = (type: string, id: string) => `${accountId}/${type}/${id}`
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
      await inTenant(db, tenantId, async (tx) => {
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
      await inTenant(db, tenantId, (tx) =>
        tx.deleteFrom('account_key').where('account_id', '=', accountId).execute(),
      )
    },
  }
}

export const accountKeyPlace = (tenantId: TenantId, name: string): Place => ({
  tenantId,
  table: 'account_key',
  id: name,
})
