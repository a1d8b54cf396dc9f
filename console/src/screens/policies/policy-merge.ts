/** Two people change one policy: what the other one did, and both changes on top of each other. Pure. */
import type { GroupId } from '@verbatim/contract/ids.ts'
import { policyActionNames, type PolicyDetail, policyScopeNames } from '@verbatim/contract/policies.ts'
import { severityNames } from '@verbatim/contract/severities.ts'
import type { Difference } from '#editor/differences.ts'
import { rebaseList } from '#editor/rebase.ts'
import { isSameField, type PolicyField, policyFields, type PolicyValues, toValues } from './policy-form.ts'
import { isSameRule, ruleLabel, type RuleValues } from './rule-form.ts'

/** What somebody else made of `base` meanwhile. */
export function differences(
  base: PolicyDetail,
  theirs: PolicyDetail,
  mine: PolicyValues,
  groupName: (id: GroupId) => string,
): Difference[] {
  const [before, after] = [toValues(base), toValues(theirs)]
  const fields = policyFields
    .filter((field) => !isSameField(field, before, after))
    .map((field) => ({
      what: fieldNames[field],
      from: fieldWords(field, before, groupName),
      to: fieldWords(field, after, groupName),
      isContested: !isSameField(field, before, mine) && !isSameField(field, after, mine),
    }))
  return [...fields, ...ruleDifferences(before.rules, after.rules, mine.rules)]
}

function ruleDifferences(
  before: readonly RuleValues[],
  after: readonly RuleValues[],
  mine: readonly RuleValues[],
): Difference[] {
  const [old, own] = [byKey(before), byKey(mine)]
  const changed = after.flatMap((rule): Difference[] => {
    const was = old.get(rule.key)
    if (!was) return [{ what: `Rule “${ruleLabel(rule)}” was added`, isContested: false }]
    if (isSameRule(was, rule)) return []
    const now = own.get(rule.key)
    const isContested = !now || (!isSameRule(now, was) && !isSameRule(now, rule))
    return [{ what: `Rule “${ruleLabel(rule)}” was changed`, isContested }]
  })
  const standing = byKey(after)
  const removed = before
    .filter(({ key }) => !standing.has(key))
    .map((rule): Difference => {
      const now = own.get(rule.key)
      return {
        what: `Rule “${ruleLabel(rule)}” was removed`,
        isContested: now !== undefined && !isSameRule(now, rule),
      }
    })
  return [...changed, ...removed]
}

/** What was written here, on top of what somebody else made of `base`: where both changed the same, what is here stays. */
export function rebase(base: PolicyDetail, theirs: PolicyDetail, mine: PolicyValues): PolicyValues {
  const [before, after] = [toValues(base), toValues(theirs)]
  const kept = policyFields.filter((field) => !isSameField(field, before, mine))
  const fields = Object.fromEntries(kept.map((field) => [field, mine[field]]))
  const rules = { before: before.rules, theirs: after.rules, mine: mine.rules }
  const { stay, further } = rebaseList(rules, { keyOf: ({ key }) => key, isSame: isSameRule })
  // What was removed there and changed here comes back as a new rule.
  return { ...after, ...fields, rules: [...stay, ...further.map((rule) => ({ ...rule, id: undefined }))] }
}

const byKey = (rules: readonly RuleValues[]) => new Map(rules.map((rule) => [rule.key, rule]))

const fieldNames: Record<PolicyField, string> = {
  name: 'Name',
  severity: 'Severity',
  scope: 'Scope',
  groupIds: 'Groups',
  action: 'Policy action',
  enabled: 'Enabled',
}

function fieldWords(field: PolicyField, values: PolicyValues, groupName: (id: GroupId) => string): string {
  const words: Record<PolicyField, string> = {
    name: values.name,
    severity: severityNames[values.severity],
    scope: policyScopeNames[values.scope],
    groupIds: values.groupIds.map(groupName).join(', ') || 'none',
    action: policyActionNames[values.action],
    enabled: values.enabled ? 'yes' : 'no',
  }
  return words[field]
}
