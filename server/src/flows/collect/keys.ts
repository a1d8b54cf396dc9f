import { sql } from 'kysely'
import type { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import type { KeyStore } from '#channels/connector.ts'
import type { Secrets } from '#platform/crypto.ts'
import { type Db, inTenant } from '#platform/db.ts'

/** The keys of an account's connection. Each is sealed for its own row, so that none can stand in for another. */
export function openKeyStore(
  { db, secrets }: { readonly db: Db; readonly secrets: Secrets },
  { tenantId, id: accountId }: { readonly tenantId: TenantId; readonly id: AccountId },
): KeyStore {
  const placeOf = (type: string, id: string) => ({
    tenantId,
    table: 'account_key',
    id: JSON.stringify([accountId, type, id]),
  })
  return {
    async get(type, ids) {
      if (ids.length === 0) return new Map()
      const rows = await inTenant(db, tenantId, (tx) =>
        tx
          .selectFrom('account_key')
          .where('account_id', '=', accountId)
          .where('type', '=', type)
          .where('id', '=', sql<string>`any(${ids}::text[])`)
          .select(['id', 'sealed'])
          .execute(),
      )
      return new Map(rows.map(({ id, sealed }) => [id, secrets.unseal(sealed, placeOf(type, id))]))
    },
    async set(changes) {
      // The last change of a key counts, and rows are locked in one order.
      const last = [...new Map(changes.map((one) => [JSON.stringify([one.type, one.id]), one])).entries()]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([, one]) => one)
      const kept = last.flatMap(({ type, id, value }) =>
        value ? [{ account_id: accountId, type, id, sealed: secrets.seal(value, placeOf(type, id)) }] : [],
      )
      const gone = last.filter(({ value }) => value === null)
      if (last.length === 0) return
      await inTenant(db, tenantId, async (tx) => {
        // Few enough for one statement's parameters.
        for (let at = 0; at < kept.length; at += 1_000)
          await tx
            .insertInto('account_key')
            .values(kept.slice(at, at + 1_000))
            .onConflict((conflict) =>
              conflict
                .columns(['tenant_id', 'account_id', 'type', 'id'])
                .doUpdateSet((row) => ({ sealed: row.ref('excluded.sealed') })),
            )
            .execute()
        if (gone.length > 0)
          await sql`delete from account_key where account_id = ${accountId} and (type, id) in (
            select * from unnest(${gone.map(({ type }) => type)}::text[], ${gone.map(({ id }) => id)}::text[]))`.execute(
            tx,
          )
      })
    },
    async clear() {
      await inTenant(db, tenantId, (tx) =>
        tx.deleteFrom('account_key').where('account_id', '=', accountId).execute(),
      )
    },
  }
}
