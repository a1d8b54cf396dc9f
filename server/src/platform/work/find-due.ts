import type { TenantId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { setImmediate as othersAsked } from 'node:timers/promises'
import { acrossTenants, type Db, type DbContext } from '#platform/db.ts'

/** The tenants with due work of a kind. */
export type FindDue = (name: string) => Promise<readonly TenantId[]>

/** Loops that look at the same time, as happens without wake signals, share one query. */
export function openFindDue({ db, now }: DbContext): FindDue {
  let names = new Set<string>()
  let found: Promise<ReadonlyMap<string, TenantId[]>> | undefined
  const ask = async () => {
    await othersAsked()
    const asked = [...names]
    names = new Set()
    found = undefined
    return findTenants(db, asked, now())
  }
  return async (name) => {
    names.add(name)
    found ??= ask()
    return (await found).get(name) ?? []
  }
}

async function findTenants(
  db: Db,
  names: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, TenantId[]>> {
  const { rows } = await acrossTenants(db, 'a worker goes to the tenants that have work', (tx) =>
    sql<{
      work: string
      tenant_id: TenantId
    }>`select work, tenant_id from due_tenants(${names}, ${now})`.execute(tx),
  )
  const byName = Map.groupBy(rows, ({ work }) => work)
  return new Map([...byName].map(([work, due]) => [work, due.map(({ tenant_id }) => tenant_id)]))
}
