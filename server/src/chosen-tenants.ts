import type { TenantId } from '@verbatim/contract/ids.ts'
import { findTenantByHost, findTenantIds } from '#domains/organizations/queries.ts'
import type { Db } from '#platform/db.ts'
import { Refusal } from '#platform/refusal.ts'

/** The organization that an operator names by its label, or all of them. @throws Refusal */
export async function findChosenTenants(db: Db, label: string | undefined): Promise<TenantId[]> {
  if (label === undefined) return findTenantIds(db)
  const only = await findTenantByHost(db, label)
  if (!only) throw new Refusal(`There is no organization ${label}. npm run organizations -- list names them.`)
  return [only.id]
}
