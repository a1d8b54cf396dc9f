import type { PolicyId, RuleId } from '@verbatim/contract/ids.ts'
import { type RuleChanges, RuleDraft } from '@verbatim/contract/policy-rules.ts'
import { sql } from 'kysely'
import { changedFields, type FieldChange } from '#domains/audit/commands.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { checkRemoval, checkRules, named, nameOfRule, ruleAfter } from './model.ts'
import { draftOf, insertRules, requireRoom, ruleFields } from './rule-commands.ts'
import type { VersionFields } from './versions.ts'

/** The version that the changes make. */
interface ChangingPolicy extends Pick<VersionFields, 'action' | 'enabled'> {
  readonly policyId: PolicyId
  readonly version: number
}

/**
 * Changes, adds and removes rules of a policy in one of its versions; returns the changes for the audit trail. A changed
 * rule keeps its place, and what its change does not name.
 * @throws Failure `rule.not-found`, `policy.rule-kept`, `policy.too-many-rules`, and of a rule as `checkRules`
 */
export async function changeRules(
  tx: TenantTx,
  { policyId, version, action, enabled }: ChangingPolicy,
  { put, removed }: RuleChanges,
  now: Date,
): Promise<FieldChange[]> {
  const replaced = put.flatMap(({ id }) => id ?? [])
  const old = await retireRules(tx, { policyId, version }, [...replaced, ...removed])
  const { standing, last } = await requireRoom(tx, policyId, put.length)
  if (removed.length > 0) checkRemoval({ enabled, ruleCount: standing + 1 })
  let next = 1 + Math.max(last, ...[...old.values()].map(({ ordinal }) => ordinal))
  const rules = put.map(({ id, ...change }, place) => {
    const before = id && old.get(id)
    if (!before) return { ...RuleDraft.parse(change), id, fileType: undefined, ordinal: next++ }
    const rule = named(place, () => ruleAfter(before.rule, change))
    const fileType = before.rule.type === rule.type ? (before.fileType ?? undefined) : undefined
    return { ...rule, id, fileType, ordinal: before.ordinal }
  })
  checkRules(rules, action)
  await insertRules(tx, { policyId, version, ordinal: next }, rules, now)
  return [
    ...rules.flatMap((rule) => changeOf(rule.id && old.get(rule.id)?.rule, rule)),
    ...removed.flatMap((id) => changeOf(old.get(id)?.rule, undefined)),
  ]
}

/** Ends rules before `version`, and returns their last state. */
async function retireRules(
  tx: TenantTx,
  { policyId, version }: { readonly policyId: PolicyId; readonly version: number },
  ids: readonly RuleId[],
) {
  const rows = await tx
    .updateTable('policy_rule')
    .set({ to_version: version })
    .where('policy_id', '=', policyId)
    .where('id', '=', sql<RuleId>`any(${ids}::uuid[])`)
    .where('to_version', 'is', null)
    .returningAll()
    .execute()
  // Also if a rule is named twice, because it cannot be both replaced and removed.
  if (rows.length !== ids.length) throw new Failure('rule.not-found')
  return new Map(
    rows.map((row) => [row.id, { rule: draftOf(row), ordinal: row.ordinal, fileType: row.file_type }]),
  )
}

type Rule = Parameters<typeof ruleFields>[0]

function changeOf(before: Rule | undefined, after: Rule | undefined): FieldChange[] {
  const either = before ?? after
  const field = `rule ${either ? nameOfRule(either) : ''}`
  return changedFields({ [field]: before && ruleFields(before) }, { [field]: after && ruleFields(after) })
}
