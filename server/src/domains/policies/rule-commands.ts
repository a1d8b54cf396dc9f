import type { PolicyId, RuleId } from '@verbatim/contract/ids.ts'
import {
  policyLimits,
  type RuleChange,
  type RuleDraft,
  type RuleFileType,
} from '@verbatim/contract/policy-rules.ts'
import { type Selectable, sql } from 'kysely'
import { changedFields } from '#domains/audit/commands.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/uuid.ts'
import type { Seen } from '#kernel/version.ts'
import { type Columns, insertMany } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { onlyRow } from '#platform/rows.ts'
import type { PolicyRuleTable } from '#schema/policies.ts'
import { checkRemoval, checkRule, nameOfRule, ruleAfter } from './model.ts'
import { changePolicy, type PolicyEditor } from './versions.ts'

/** Adds a rule at the end. Its regex is checked before (`checkPatterns`). */
export async function createRule(
  tx: TenantTx,
  editor: PolicyEditor,
  { id, rule, expectedVersion }: Seen<PolicyId> & { readonly rule: RuleDraft },
  now: Date,
): Promise<void> {
  await changePolicy(tx, { id, expectedVersion, editor, now }, async (before, version) => {
    checkRule(rule, before.action)
    const { last } = await requireRoom(tx, id, 1)
    await insertRules(
      tx,
      { policyId: id, version, ordinal: last + 1 },
      [{ ...rule, fileType: undefined }],
      now,
    )
    const changes = changedFields({}, ruleFields(rule))
    return { after: before, audit: { type: 'policy_rule_created', changes } }
  })
}

export interface NewRule extends RuleDraft {
  readonly fileType: RuleFileType | undefined
}

/**
 * How many rules a policy has with `more` of them, and the place of the last one.
 * @throws Failure `policy.too-many-rules`
 */
export async function requireRoom(
  tx: TenantTx,
  id: PolicyId,
  more: number,
): Promise<{ readonly standing: number; readonly last: number }> {
  const { count, last } = await tx
    .selectFrom('policy_rule')
    .where('policy_id', '=', id)
    .where('to_version', 'is', null)
    .select((select) => [
      select.fn.countAll<string>().as('count'),
      select.fn.coalesce(select.fn.max('ordinal'), sql<number>`-1`).as('last'),
    ])
    .executeTakeFirstOrThrow()
  const standing = Number(count) + more
  if (standing > policyLimits.rulesPerPolicy)
    throw new Failure('policy.too-many-rules', { most: policyLimits.rulesPerPolicy })
  return { standing, last }
}

/** A rule of the policy in its new state. */
export interface WidenedRule extends NewRule {
  readonly id: RuleId
  readonly ordinal: number
}

/** Adds the rules of a file at the end, and changes others, in one change of the policy. Their regexes are checked before (`checkPatterns`). */
export async function keepImported(
  tx: TenantTx,
  editor: PolicyEditor,
  given: Seen<PolicyId> & { readonly rules: readonly NewRule[]; readonly widened: readonly WidenedRule[] },
  now: Date,
): Promise<void> {
  const { id, rules, widened, expectedVersion } = given
  await changePolicy(tx, { id, expectedVersion, editor, now }, async (before, version) => {
    const all = [...rules, ...widened]
    for (const rule of all) checkRule(rule, before.action)
    const { last } = await requireRoom(tx, id, rules.length)
    await retireRules(
      tx,
      { policyId: id, version },
      widened.map((rule) => rule.id),
    )
    await insertRules(tx, { policyId: id, version, ordinal: last + 1 }, all, now)
    const counts = {
      ...(rules.length > 0 && { rules: rules.length }),
      ...(widened.length > 0 && { rulesWidened: widened.length }),
    }
    return { after: before, audit: { type: 'policy_rules_imported', changes: changedFields({}, counts) } }
  })
}

/** Changes the given fields of a rule, if they are not as they were; events keep the rule that raised them. */
export async function updateRule(
  tx: TenantTx,
  editor: PolicyEditor,
  given: Seen<PolicyId> & { readonly ruleId: RuleId; readonly change: RuleChange },
  now: Date,
): Promise<void> {
  const { id, ruleId, change, expectedVersion } = given
  await changePolicy(tx, { id, expectedVersion, editor, now }, async (before, version) => {
    const old = onlyRow({ rows: await requireRules(tx, id, [ruleId]) })
    const rule = ruleAfter(draftOf(old), change)
    checkRule(rule, before.action)
    const changes = changedFields(ruleFields(draftOf(old)), ruleFields(rule))
    if (changes.length === 0) return undefined
    await retireRules(tx, { policyId: id, version }, [ruleId])
    const kept = {
      ...rule,
      id: ruleId,
      fileType: old.type === rule.type ? (old.file_type ?? undefined) : undefined,
    }
    await insertRules(tx, { policyId: id, version, ordinal: old.ordinal }, [kept], now)
    return { after: before, audit: { type: 'policy_rule_updated', changes } }
  })
}

/** Removes a rule from the policy from this version on. @throws Failure `policy.rule-kept`, `rule.not-found` */
export async function deleteRule(
  tx: TenantTx,
  editor: PolicyEditor,
  given: Seen<PolicyId> & { readonly ruleId: RuleId },
  now: Date,
): Promise<void> {
  const { id, ruleId, expectedVersion } = given
  await changePolicy(tx, { id, expectedVersion, editor, now }, async (before, version) => {
    const { count } = await tx
      .selectFrom('policy_rule')
      .where('policy_id', '=', id)
      .where('to_version', 'is', null)
      .select((select) => select.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    const old = onlyRow({ rows: await requireRules(tx, id, [ruleId]) })
    await retireRules(tx, { policyId: id, version }, [ruleId])
    checkRemoval({ enabled: before.enabled, ruleCount: Number(count) })
    const changes = changedFields(ruleFields(draftOf(old)), {})
    return { after: before, audit: { type: 'policy_rule_deleted', changes } }
  })
}

const ruleColumns: Columns<Omit<Selectable<PolicyRuleTable>, 'tenant_id' | 'to_version'>> = {
  policy_id: 'uuid',
  id: 'uuid',
  from_version: 'integer',
  ordinal: 'integer',
  name: 'text',
  type: 'text',
  pattern: 'text',
  scope: 'text',
  also_disguised: 'boolean',
  conditions: 'jsonb',
  file_type: 'text',
}

/** Adds rules from `version` on, in order from `ordinal`, unless a rule states its own place. */
export async function insertRules(
  tx: TenantTx,
  {
    policyId,
    version,
    ordinal,
  }: { readonly policyId: PolicyId; readonly version: number; readonly ordinal: number },
  rules: readonly (NewRule & { readonly id?: RuleId | undefined; readonly ordinal?: number })[],
  now: Date,
): Promise<void> {
  const rows = rules.map((rule, index) => ({
    policy_id: policyId,
    id: rule.id ?? newId<RuleId>(now),
    from_version: version,
    ordinal: rule.ordinal ?? ordinal + index,
    name: nameOfRule(rule),
    type: rule.type,
    pattern: rule.pattern,
    scope: rule.scope,
    also_disguised: rule.type === 'phrase' && rule.alsoDisguised,
    conditions: rule.conditions,
    file_type: rule.fileType ?? null,
  }))
  await insertMany(tx, 'policy_rule', ruleColumns, rows)
}

/** Rules of the current version. @throws Failure `rule.not-found`, also if one is named twice */
export async function requireRules(
  tx: TenantTx,
  policyId: PolicyId,
  ids: readonly RuleId[],
): Promise<Selectable<PolicyRuleTable>[]> {
  const rows = await tx
    .selectFrom('policy_rule')
    .where('policy_id', '=', policyId)
    .where('id', '=', sql<RuleId>`any(${ids}::uuid[])`)
    .where('to_version', 'is', null)
    .selectAll()
    .execute()
  if (rows.length !== ids.length) throw new Failure('rule.not-found')
  return rows
}

/** Ends rules before `version`. */
export async function retireRules(
  tx: TenantTx,
  { policyId, version }: { readonly policyId: PolicyId; readonly version: number },
  ids: readonly RuleId[],
): Promise<void> {
  await tx
    .updateTable('policy_rule')
    .set({ to_version: version })
    .where('policy_id', '=', policyId)
    .where('id', '=', sql<RuleId>`any(${ids}::uuid[])`)
    .where('to_version', 'is', null)
    .execute()
}

/** The audit trail's view of a rule. */
export function ruleFields({ name, type, pattern, scope, alsoDisguised, conditions }: RuleDraft) {
  return { name, type, pattern, scope, ...(type === 'phrase' && { alsoDisguised }), conditions }
}

/** A stored rule. */
export function draftOf(row: Selectable<PolicyRuleTable>): RuleDraft {
  const { name, type, pattern, scope, also_disguised } = row
  const conditions = row.conditions as RuleDraft['conditions']
  return { name, type, pattern, scope, alsoDisguised: also_disguised, conditions }
}
