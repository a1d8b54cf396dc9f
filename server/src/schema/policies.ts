import type { GroupId, PolicyId, RuleId, UserId } from '@verbatim/contract/ids.ts'
import type { Severity } from '@verbatim/contract/severities.ts'
import type { Generated, JSONColumnType } from 'kysely'
import type { TenantRow } from './tenant-row.ts'

interface PolicyTable extends TenantRow {
  id: PolicyId
  version: Generated<number>
  name_key: string
  deleted_at: Date | null
  created_at: Date
}

/** Append-only. */
export interface PolicyVersionTable extends TenantRow {
  policy_id: PolicyId
  version: number
  /** The edition of the tenant's policies after this change. */
  edition: number
  name: string
  severity: Severity
  scope: 'global' | 'group'
  group_ids: Generated<GroupId[]>
  action: 'raise' | 'block' | 'block-and-raise'
  enabled: boolean
  changed_at: Date
  changed_by: UserId | null
  changed_by_name: string
}

/** A rule is in force in the versions from `from_version` up to, not including, `to_version`. */
export interface PolicyRuleTable extends TenantRow {
  policy_id: PolicyId
  id: RuleId
  from_version: number
  to_version: number | null
  ordinal: number
  name: string
  type: 'phrase' | 'regex' | 'prompt'
  pattern: string
  scope: Generated<'message' | 'attachment' | 'message_and_attachment' | 'conversation'>
  /** For phrases only. */
  also_disguised: Generated<boolean>
  conditions: JSONColumnType<Record<string, unknown>, string | undefined, string>
  file_type: 'regex_csv' | 'phrase_csv' | null
}

/** The tables of this file, by their SQL names. */
export interface PoliciesTables {
  policy: PolicyTable
  policy_rule: PolicyRuleTable
  policy_version: PolicyVersionTable
}
