/** Deliveries of a source belong to the accounts of people. */
import type { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import { findRouted } from '#domains/accounts/routed-accounts.ts'
import { type Db, inTenant } from '#platform/db.ts'

interface Routed {
  readonly routes?: readonly string[]
}

/** Which account of a source each of these belongs to: the source itself if it has none for it. */
export async function findRoutedAccounts(
  db: Db,
  { tenantId, id }: { readonly tenantId: TenantId; readonly id: AccountId },
  deliveries: readonly Routed[],
): Promise<(one: Routed) => AccountId> {
  const named = new Map(deliveries.flatMap((one) => (one.routes?.length ? [[nameOf(one), one.routes]] : [])))
  const found = new Map<string, AccountId>()
  if (named.size > 0)
    await inTenant(db, tenantId, async (tx) => {
      for (const [name, routes] of named) {
        const accountId = await findRouted(tx, id, routes)
        if (accountId) found.set(name, accountId)
      }
    })
  return (one) => found.get(nameOf(one)) ?? id
}

const nameOf = ({ routes = [] }: Routed) => JSON.stringify(routes)
