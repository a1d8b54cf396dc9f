import type { TenantId } from '@verbatim/contract/ids.ts'
import type { Generated } from 'kysely'

/** A row of a tenant's table. The database fills in the tenant of the transaction. */
export interface TenantRow {
  tenant_id: Generated<TenantId>
}

/** A row that administrators change: each change is based on a version, and names its author. */
export interface ChangedRow extends TenantRow {
  version: Generated<number>
  changed_at: Date
  changed_by_name: string
}
