/** If two users change one policy: the other user's changes, and both combined. Pure. */
import { policyActionNames, policyScopeNames } from '@verbatim/contract/policies.ts'
import { severityNames } from '@verbatim/contract/severities.ts'
import type { Difference } from '#editor/differences.ts'
import { rebase, rebaseList, type Three } from '#editor/rebase.ts'
import type { PolicyValues } from './policy-form.ts'
import { isSameRule, ruleLabel, type RuleValues } from '#screens/policies/rules/rule-form.ts'

/** The fields other than the rules, in words. */
export const policyWords = ({ name, severity, scope, groups, action, enabled }: PolicyValues) => ({
  Name: name,
  Severity: severityNames[severity],
  Scope: policyScopeNames[scope],
  Groups:
    groups
      .map((group) => group.name)
      .sort()
      .join(', ') || 'none',
  'Policy action': policyActionNames[action],
  Enabled: enabled ? 'yes' : 'no',
})

/** The other user's changes of the rules. */
export function ruleDifferences({ before, theirs, mine }: Three<PolicyValues>): Difference[] {
  const [old, standing, own] = [byKey(before.rules), byKey(theirs.rules), byKey(mine.rules)]
  const changed = theirs.rules.flatMap((rule): Difference[] => {
    const was = old.get(rule.key)
    if (!was) return [{ what: `Rule “${ruleLabel(rule)}” was added`, isContested: false }]
    if (isSameRule(was, rule)) return []
    const now = own.get(rule.key)
    const isContested = !now || (!isSameRule(now, was) && !isSameRule(now, rule))
    return [{ what: `Rule “${ruleLabel(rule)}” was changed`, isContested }]
  })
  const removed = before.rules
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

/** Applies the input to another user's save. If both changed the same, the input stays. */
export function mergePolicies(three: Three<PolicyValues>): PolicyValues {
  const { before, theirs, mine } = three
  const { stay, further } = rebaseList(
    { before: before.rules, theirs: theirs.rules, mine: mine.rules },
    { keyOf: ({ key }) => key, isSame: isSameRule },
  )
  // A rule that was removed there and changed here is added as a new one.
  const rules = [...stay, ...further.map((rule) => ({ ...rule, id: undefined }))]
  return { ...rebase(three), rules }
}

const byKey = (rules: readonly RuleValues[]) => new Map(rules.map((rule) => [rule.key, rule]))
