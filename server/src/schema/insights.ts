import type { PermissionProfileId, TenantId } from '@verbatim/contract/ids.ts'
import type { Audience, InsightDefinition, InsightId, InsightType } from '@verbatim/contract/insights.ts'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'

export interface InsightTable {
  tenant_id: Generated<TenantId>
  id: InsightId
  name: string
  name_key: string
  type: InsightType
  audience: Audience
  definition: JSONColumnType<InsightDefinition>
  tile_count: GeneratedAlways<number>
  version: Generated<number>
  changed_at: Date
  changed_by_name: string
  /** Its removal can be undone. */
  removed_at: Date | null
}

export interface InsightProfileTable {
  tenant_id: Generated<TenantId>
  insight_id: InsightId
  profile_id: PermissionProfileId
}

export interface InsightVersionTable {
  tenant_id: Generated<TenantId>
  insight_id: InsightId
  version: number
  name: string
  type: InsightType
  definition: JSONColumnType<InsightDefinition>
  changed_at: Date
  changed_by_name: string
}

/** The tables of this file, by their SQL names. */
export interface InsightsTables {
  insight: InsightTable
  insight_profile: InsightProfileTable
  insight_version: InsightVersionTable
}
