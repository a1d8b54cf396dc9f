import type { PermissionProfileId, UserId } from '@verbatim/contract/ids.ts'
import type { InsightProviderId, ProviderKind } from '@verbatim/contract/insight-providers.ts'
import type { Audience, InsightDefinition, InsightId, InsightType } from '@verbatim/contract/insights.ts'
import type { GeneratedAlways, JSONColumnType } from 'kysely'
import type { ChangedRow, TenantRow } from './tenant-row.ts'

export interface InsightTable extends ChangedRow {
  id: InsightId
  name: string
  name_key: string
  type: InsightType
  audience: Audience
  definition: JSONColumnType<InsightDefinition>
  /** Who shows it, and under which ID: both of embedded insights only. */
  provider_id: InsightProviderId | null
  external_id: string | null
  tile_count: GeneratedAlways<number>
  /** Its removal can be undone. */
  removed_at: Date | null
}

interface InsightProfileTable extends TenantRow {
  insight_id: InsightId
  profile_id: PermissionProfileId
}

interface InsightVersionTable extends TenantRow {
  insight_id: InsightId
  version: number
  name: string
  type: InsightType
  definition: JSONColumnType<InsightDefinition>
  external_id: string | null
  changed_at: Date
  changed_by_name: string
}

export interface InsightProviderTable extends ChangedRow {
  id: InsightProviderId
  name: string
  name_key: string
  kind: ProviderKind
  /** Empty: the region's own endpoint. */
  address: string
  region: string
  aws_account: string
  namespace: string
  user_name: string
  /** Null once it is removed. */
  secrets_sealed: Buffer | null
  has_api_key: boolean
  tenant_filter: string
  profile_filter: string
  session_minutes: number
  removed_at: Date | null
}

/** An address of an embedded insight that was given out, for one user and one browser. */
interface EmbedTicketTable extends TenantRow {
  code_hash: Buffer
  browser_hash: Buffer
  insight_id: InsightId
  user_id: UserId
  expires_at: Date
  redeemed_at: Date | null
  /** The session that it was given to; null in those of an earlier release. */
  session_id: string | null
  signed_in_at: Date | null
}

/** The tables of this file, by their SQL names. */
export interface InsightsTables {
  insight: InsightTable
  insight_profile: InsightProfileTable
  insight_version: InsightVersionTable
  insight_provider: InsightProviderTable
  embed_ticket: EmbedTicketTable
}
