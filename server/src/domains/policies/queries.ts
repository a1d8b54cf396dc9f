import type { PolicyId } from '@verbatim/contract/ids.ts'
import { type Policy, type PolicyDetail, policyList } from '@verbatim/contract/policies.ts'
import type { PolicyRule, RuleConditions } from '@verbatim/contract/policy-rules.ts'
import { type Selectable, sql } from 'kysely'
import { Failure } from '#kernel/failure.ts'
import { lastChangeOf } from '#kernel/version.ts'
import type { TenantTx } from '#platform/db.ts'
import { nounRows } from '#platform/list/noun-rows.ts'
import { column, columnsIn, enabledStatus } from '#platform/list/sql.ts'
import type { PolicyRuleTable, PolicyVersionTable } from '#schema/policies.ts'

const columns = columnsIn<PolicyRow>()(policyList.fields, 'standing', {
  status: enabledStatus('standing'),
  groupId: column('standing.group_ids', 'uuid[]'),
})

/** A version of a policy, with the number of its rules. */
const versions = sql`(
  select version.*, (
    select count(*)::integer from policy_rule rule
    where rule.tenant_id = version.tenant_id and rule.policy_id = version.policy_id
      and rule.from_version <= version.version and (rule.to_version is null or rule.to_version > version.version)
  ) as rule_count
  from policy_version version
  join policy on policy.tenant_id = version.tenant_id and policy.id = version.policy_id and policy.deleted_at is null
)`
const standing = sql`(
  select version.* from ${versions} version
  join policy on policy.tenant_id = version.tenant_id and policy.id = version.policy_id and policy.version = version.version
) standing`

type PolicyRow = Selectable<PolicyVersionTable> & { readonly rule_count: number }

const policyRows = nounRows<PolicyRow>()({
  spec: policyList,
  columns,
  from: standing,
  alias: 'standing',
  id: 'policy_id',
  searched: [sql`standing.name`],
  toThing: toPolicy,
  missing: 'policy.not-found',
})

/** One page of the policies, each in its current version. */
export const findPolicies = policyRows.find

/** How many rules are shown with a policy; a policy of imported rules may have more. */
const mostShown = 500

/**
 * A policy with its rules, in its current version or in `version`.
 * @throws Failure `policy.not-found`
 */
export async function requirePolicy(tx: TenantTx, id: PolicyId, version?: number): Promise<PolicyDetail> {
  const policy = version === undefined ? await policyRows.require(tx, id) : await requireOf(tx, id, version)
  return { ...policy, rules: await findRules(tx, id, { version: policy.version, most: mostShown }) }
}

async function requireOf(tx: TenantTx, id: PolicyId, version: number): Promise<Policy> {
  const { rows } = await sql<PolicyRow>`select version.* from ${versions} version
    where version.policy_id = ${id} and version.version = ${version}`.execute(tx)
  const [row] = rows
  if (!row) throw new Failure('policy.not-found')
  return toPolicy(row)
}

/** @throws Failure `policy.not-found` if the policy never had this version, or was deleted */
export async function requirePolicyVersion(tx: TenantTx, id: PolicyId, version: number): Promise<void> {
  await tx
    .selectFrom('policy_version as given')
    .innerJoin('policy', (join) =>
      join.onRef('policy.tenant_id', '=', 'given.tenant_id').onRef('policy.id', '=', 'given.policy_id'),
    )
    .where('given.policy_id', '=', id)
    .where('given.version', '=', version)
    .where('policy.deleted_at', 'is', null)
    .select('policy.id')
    .executeTakeFirstOrThrow(() => new Failure('policy.not-found'))
}

/** The rules of a version of a policy, in their order. */
export async function findRules(
  tx: TenantTx,
  policyId: PolicyId,
  { version, most, skip = 0 }: { readonly version: number; readonly most: number; readonly skip?: number },
): Promise<PolicyRule[]> {
  const rows = await tx
    .selectFrom('policy_rule')
    .selectAll()
    .where('policy_id', '=', policyId)
    .where('from_version', '<=', version)
    .where((or) => or.or([or('to_version', 'is', null), or('to_version', '>', version)]))
    .orderBy('ordinal')
    .orderBy('id')
    .limit(most)
    .offset(skip)
    .execute()
  return rows.map(toRule)
}

function toPolicy(row: PolicyRow): Policy {
  return {
    id: row.policy_id,
    name: row.name,
    severity: row.severity,
    scope: row.scope,
    groupIds: row.group_ids,
    action: row.action,
    enabled: row.enabled,
    ...lastChangeOf(row),
    ruleCount: row.rule_count,
  }
}

function toRule(row: Selectable<PolicyRuleTable>): PolicyRule {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    pattern: row.pattern,
    scope: row.scope,
    alsoDisguised: row.type === 'phrase' && row.also_disguised,
    conditions: row.conditions as RuleConditions,
    fileType: row.file_type,
    isEvaluated: row.type !== 'prompt',
  }
}
