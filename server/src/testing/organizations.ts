import { TenantId } from '@verbatim/contract/ids.ts'
import { newId } from '#kernel/uuid.ts'
import { type Db, inTenant } from '#platform/db.ts'
import type { OrganizationTable } from '#schema/organizations.ts'
import type { Insertable } from 'kysely'

type Given = Partial<Insertable<OrganizationTable>>

/** An organization without people, for tests that start after capture. */
export async function makeOrganization(db: Db, now: Date, given: Given = {}): Promise<TenantId> {
  const id = TenantId.parse(newId(now))
  const { rollup_zone: zone = 'UTC' } = given
  await inTenant(db, id, (tx) =>
    tx
      .insertInto('organization')
      .values({ tenant_id: id, host_label: `t${id.slice(-12)}`, name: 'T', time_zone: zone, ...given })
      .execute(),
  )
  return id
}
