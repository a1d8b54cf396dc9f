import type { PolicyId, RuleId } from '@verbatim/contract/ids.ts'
import type { RuleChanges } from '@verbatim/contract/policy-rules.ts'
import { sql } from 'kysely'
import { changedFields, type FieldChange } from '#domains/audit/commands.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { checkRemoval, checkRules, nameOfRule } from './model.ts'
import { draftOf, insertRules, requireRoom, ruleFields } from './rule-commands.ts'
import type { VersionFields } from './versions.ts'

/** The version that the changes make. */
interface ChangingPolicy extends Pick<VersionFields, 'action' | 'enabled'> {
  readonly policyId: PolicyId
  readonly version: number
}

/**
 * Replaces, adds and removes rules of a policy in one of its versions; returns the changes for the audit trail. A replaced
 * rule keeps its place.
 * @throws Failure `rule.not-found`, `policy.rule-kept`, `policy.too-many-rules`, and of a rule as `checkRules`
 */
export async function changeRules(
  tx: TenantTx,
  { policyId, version, action, enabled }: ChangingPolicy,
  { put, removed }: RuleChanges,
  now: Date,
): Promise<FieldChange[]> {
  checkRules(put, action)
  const replaced = put.flatMap(({ id }) => id ?? [])
  const old = await retireRules(tx, { policyId, version }, [...replaced, ...removed])
  const { standing, last } = await requireRoom(tx, policyId, put.length)
  if (removed.length > 0) checkRemoval({ enabled, ruleCount: standing + 1 })
  let next = 1 + Math.max(last, ...[...old.values()].map(({ ordinal }) => ordinal))
  const rules = put.map((rule) => {
    const before = rule.id && old.get(rule.id)
    const fileType = before && before.type === rule.type ? (before.file_type ?? undefined) : undefined
    return { ...rule, fileType, ordinal: before?.ordinal ?? next++ }
  })
  await insertRules(tx, { policyId, version, ordinal: next }, rules, now)
  return [
    ...put.flatMap((rule) => changeOf(rule.id && old.get(rule.id), rule)),
    ...removed.flatMap((id) => changeOf(old.get(id), undefined)),
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
    rows.map((row) => [row.id, { ...draftOf(row), ordinal: row.ordinal, file_type: row.file_type }]),
  )
}

type Rule = Parameters<typeof ruleFields>[0]

function changeOf(before: Rule | undefined, after: Rule | undefined): FieldChange[] {
  const named = before ?? after
  const field = `rule ${named ? nameOfRule(named) : ''}`
  return changedFields({ [field]: before && ruleFields(before) }, { [field]: after && ruleFields(after) })
}
