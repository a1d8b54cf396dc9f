/** A policy as it is being written, and the way from and to the contract. Pure. */
import type { GroupId, RuleId } from '@verbatim/contract/ids.ts'
import type { CallOf } from '@verbatim/contract/endpoint.ts'
import {
  type createPolicy,
  type PolicyDetail,
  PolicyFields,
  type updatePolicy,
} from '@verbatim/contract/policies.ts'
import type { RuleDraft } from '@verbatim/contract/policy-rules.ts'
import { isSameRule, type RuleValues, toRuleDraft, toRuleValues } from './rule-form.ts'

export interface PolicyValues extends Pick<
  PolicyDetail,
  'name' | 'severity' | 'scope' | 'action' | 'enabled'
> {
  readonly groupIds: readonly GroupId[]
  readonly rules: readonly RuleValues[]
}

/** The fields of a policy beside its rules. */
export const policyFields = ['name', 'severity', 'scope', 'groupIds', 'action', 'enabled'] as const
export type PolicyField = (typeof policyFields)[number]

/** What a new policy begins with. */
export const newPolicy: PolicyValues = { ...PolicyFields.parse({ name: '-' }), name: '', rules: [] }

export function toValues(policy: PolicyDetail): PolicyValues {
  const { name, severity, scope, groupIds, action, enabled, rules } = policy
  return { name, severity, scope, groupIds, action, enabled, rules: rules.map(toRuleValues) }
}

/** Whether a field says the same in both. The order of groups says nothing. */
export function isSameField(field: PolicyField, a: PolicyValues, b: PolicyValues): boolean {
  if (field !== 'groupIds') return a[field] === b[field]
  return [...a.groupIds].sort().join() === [...b.groupIds].sort().join()
}

export type PolicyCreation = CallOf<typeof createPolicy>['body']

export function toCreation({ rules, groupIds, ...fields }: PolicyValues): PolicyCreation {
  return { ...fields, groupIds: fields.scope === 'group' ? [...groupIds] : [], rules: rules.map(toRuleDraft) }
}

/** What a saved policy is changed by, and which rule each of its places stands for. */
export interface PolicyUpdate {
  readonly change: CallOf<typeof updatePolicy>['body']
  /** The keys of the rules in `change.rules.put`. */
  readonly placed: readonly string[]
}

/** The difference of what was written from what stands: nothing else is sent. */
export function toUpdate(base: PolicyDetail, values: PolicyValues): PolicyUpdate {
  const before = toValues(base)
  const standing = new Map(before.rules.map((rule) => [rule.key, rule]))
  const kept = new Set(values.rules.map(({ key }) => key))
  const put = values.rules.filter((rule) => {
    const old = standing.get(rule.key)
    return !old || !isSameRule(old, rule)
  })
  const removed = before.rules.flatMap(({ key, id }) => (id && !kept.has(key) ? [id] : []))
  const changed = policyFields.filter((field) => !isSameField(field, before, values))
  const change: PolicyUpdate['change'] = {
    ...Object.fromEntries(changed.map((field) => [field, values[field]])),
    expectedVersion: base.version,
    ...((put.length > 0 || removed.length > 0) && { rules: { put: put.map(toRulePut), removed } }),
  }
  return { change, placed: put.map(({ key }) => key) }
}

function toRulePut(rule: RuleValues): RuleDraft & { id?: RuleId } {
  return { ...toRuleDraft(rule), ...(rule.id && { id: rule.id }) }
}

/** Whether there is anything to save. */
export function isChanged(base: PolicyDetail | undefined, values: PolicyValues): boolean {
  if (!base) {
    return values.rules.length > 0 || policyFields.some((field) => !isSameField(field, newPolicy, values))
  }
  return Object.keys(toUpdate(base, values).change).some((field) => field !== 'expectedVersion')
}
