import type { BusinessHours } from '@verbatim/contract/business-hours.ts'
import type { Channel } from '@verbatim/contract/channels.ts'
import type { RetentionContext, RetentionUnit } from '@verbatim/contract/retention.ts'
import type { TenantId } from '@verbatim/contract/ids.ts'
import type { Generated } from 'kysely'
import type { TenantRow } from './tenant-row.ts'

export interface OrganizationTable {
  tenant_id: TenantId
  host_label: string
  name: string
  language: Generated<string>
  time_zone: Generated<string>
  /** The zone whose days the counts of messages have: `time_zone`, unless that was changed a moment ago. */
  rollup_zone: Generated<string>
  /** When a sample of the counts for Key Metrics is compared with the messages, when it was, and how many differed. */
  metrics_check_at: Generated<Date>
  metrics_checked_at: Generated<Date | null>
  metrics_differing: Generated<number>
  country: Generated<string>
  mail_domains: Generated<string[]>
  policy_edition: Generated<number>
  created_at: Generated<Date>
  closed_at: Date | null
  version: Generated<number>
  changed_at: Date | null
  changed_by: string | null
  idle_lock_minutes: Generated<number>
  business_hours: Generated<BusinessHours>
  /** From when on figures follow the settings; null if they do. */
  figures_due_at: Generated<Date | null>
  /** After how many hours without an answer a client counts as waiting. */
  waiting_hours: Generated<number>
  requires_second_step: Generated<boolean>
  requires_policy_approval: Generated<boolean>
  requires_retention_approval: Generated<boolean>
  requires_purpose: Generated<boolean>
  reads_under_pseudonyms: Generated<boolean>
  provider_account_sid: string | null
  conversation_service_sid: string | null
  integration_frequency_minutes: Generated<number>
  initial_history_date: string | null
}

/** Write-only: `sealed` can be opened only with keys that are not in the database. */
export interface OrganizationSecretTable extends TenantRow {
  name: 'api_key' | 'api_secret' | 'auth_token' | 'auth_token_secondary'
  sealed: Buffer
  set_at: Date
  set_by_name: string
}

interface OrganizationLogoTable extends TenantRow {
  picture: Buffer
  digest: string
  width: number
  height: number
}

/** Exists while the organization waits for its first administrator. */
interface OrganizationSetUpTable extends TenantRow {
  token_hash: Buffer
  expires_at: Date
}

interface RetentionRuleTable extends TenantRow {
  channel: Channel
  context: RetentionContext
  count: number
  unit: RetentionUnit
}

/** Of an organization that reads under pseudonyms, or did. */
interface PseudonymKeyTable extends TenantRow {
  sealed: Buffer
}

/** The tables of this file, by their SQL names. */
export interface OrganizationsTables {
  organization: OrganizationTable
  organization_logo: OrganizationLogoTable
  organization_secret: OrganizationSecretTable
  organization_set_up: OrganizationSetUpTable
  retention_rule: RetentionRuleTable
  pseudonym_key: PseudonymKeyTable
}
