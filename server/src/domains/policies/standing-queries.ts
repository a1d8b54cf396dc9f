import type { RuleConditions } from '@verbatim/contract/policy-rules.ts'
import { type Selectable, sql } from 'kysely'
import { rowsOf } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import type { PolicyRuleTable } from '#schema/policies.ts'
import { currentPoliciesOf } from './current-version.ts'
import type { StandingPolicy, StandingRule } from './verdict.ts'

/** The edition of the tenant's policies; every change increases it. */
export async function findEdition(tx: TenantTx): Promise<number> {
  const row = await tx.selectFrom('organization').select('policy_edition').executeTakeFirst()
  return row?.policy_edition ?? 0
}

type RuleRow = Pick<
  Selectable<PolicyRuleTable>,
  'policy_id' | 'id' | 'type' | 'pattern' | 'scope' | 'also_disguised' | 'conditions'
>

/** Every enabled policy in its current version, with its current rules in their order. */
export async function findStandingPolicies(tx: TenantTx): Promise<StandingPolicy[]> {
  const policies = await currentPoliciesOf(tx)
    .where('version.enabled', '=', true)
    .select(['policy.id', 'version.version', 'version.severity'])
    .select(['version.scope', 'version.group_ids', 'version.action'])
    .orderBy('policy.id')
    .execute()
  if (policies.length === 0) return []
  // By version, not by "current", so that a change that commits between the two queries cannot mix two versions.
  const given = rowsOf(
    { policy: 'uuid', version: 'integer' },
    policies.map(({ id, version }) => ({ policy: id, version })),
  )
  const { rows: rules } = await sql<RuleRow>`
    select rule.policy_id, rule.id, rule.type, rule.pattern, rule.scope, rule.also_disguised, rule.conditions
    from policy_rule rule join ${given} on rule.policy_id = given.policy
      and rule.from_version <= given.version and (rule.to_version is null or rule.to_version > given.version)
    order by rule.ordinal, rule.id`.execute(tx)
  const byPolicy = Map.groupBy(rules, ({ policy_id }) => policy_id)
  return policies.map((policy) => ({
    id: policy.id,
    version: policy.version,
    severity: policy.severity,
    scope: policy.scope,
    groupIds: policy.group_ids,
    action: policy.action,
    rules: (byPolicy.get(policy.id) ?? []).map((rule): StandingRule => ({
      id: rule.id,
      type: rule.type,
      pattern: rule.pattern,
      scope: rule.scope,
      alsoDisguised: rule.also_disguised,
      conditions: rule.conditions as RuleConditions,
    })),
  }))
}
