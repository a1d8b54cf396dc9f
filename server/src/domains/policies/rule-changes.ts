import type { PolicyId } from '@verbatim/contract/ids.ts'
import { type RuleChanges, RuleDraft } from '@verbatim/contract/policy-rules.ts'
import { changedFields, type FieldChange } from '#domains/audit/commands.ts'
import type { TenantTx } from '#platform/db.ts'
import { checkRemoval, checkRules, named, nameOfRule, ruleAfter } from './model.ts'
import { draftOf, insertRules, requireRoom, requireRules, retireRules, ruleFields } from './rule-commands.ts'
import type { VersionFields } from './versions.ts'

/** The version that the changes make. */
interface ChangingPolicy extends Pick<VersionFields, 'action' | 'enabled'> {
  readonly policyId: PolicyId
  readonly version: number
}

/**
 * Changes, adds and removes rules of a policy in one of its versions; returns the changes for the audit trail. A changed
 * rule keeps its place, and what its change does not name. One that is saved as it was stays the rule of its version.
 * @throws Failure `rule.not-found`, `policy.rule-kept`, `policy.too-many-rules`, and of a rule as `checkRules`
 */
export async function changeRules(
  tx: TenantTx,
  { policyId, version, action, enabled }: ChangingPolicy,
  { put, removed }: RuleChanges,
  now: Date,
): Promise<FieldChange[]> {
  const replaced = put.flatMap(({ id }) => id ?? [])
  // Also refuses a rule that is named twice, because it cannot be both replaced and removed.
  const rows = await requireRules(tx, policyId, [...replaced, ...removed])
  const old = new Map(rows.map((row) => [row.id, { ...row, rule: draftOf(row) }]))
  const rules = put.map(({ id, ...change }, place) => {
    const before = id && old.get(id)
    if (!before) return { ...RuleDraft.parse(change), id, fileType: undefined }
    const rule = named(place, () => ruleAfter(before.rule, change))
    const fileType = before.rule.type === rule.type ? (before.file_type ?? undefined) : undefined
    return { ...rule, id, fileType, ordinal: before.ordinal }
  })
  checkRules(rules, action)
  const changed = rules.filter((rule) => changeOf(rule.id && old.get(rule.id)?.rule, rule).length > 0)
  await retireRules(tx, { policyId, version }, [...changed.flatMap(({ id }) => id ?? []), ...removed])
  const { standing, last } = await requireRoom(tx, policyId, changed.length)
  if (removed.length > 0) checkRemoval({ enabled, ruleCount: standing + 1 })
  let next = 1 + Math.max(last, ...rows.map(({ ordinal }) => ordinal))
  const placed = changed.map((rule) => ({ ordinal: 'ordinal' in rule ? rule.ordinal : next++, ...rule }))
  await insertRules(tx, { policyId, version, ordinal: next }, placed, now)
  return [
    ...changed.flatMap((rule) => changeOf(rule.id && old.get(rule.id)?.rule, rule)),
    ...removed.flatMap((id) => changeOf(old.get(id)?.rule, undefined)),
  ]
}

type Rule = Parameters<typeof ruleFields>[0]

function changeOf(before: Rule | undefined, after: Rule | undefined): FieldChange[] {
  const either = before ?? after
  const field = `rule ${either ? nameOfRule(either) : ''}`
  return changedFields({ [field]: before && ruleFields(before) }, { [field]: after && ruleFields(after) })
}
