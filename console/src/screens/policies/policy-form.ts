/** The form's values of a policy, and their conversion from and to the contract. Pure. */
import type { CallOf } from '@verbatim/contract/endpoint.ts'
import type { GroupEntry } from '@verbatim/contract/groups.ts'
import type { RuleId } from '@verbatim/contract/ids.ts'
import {
  groupsMessage,
  needsGroups,
  type PolicyDetail,
  PolicyFields,
  policyList,
  type updatePolicy,
} from '@verbatim/contract/policies.ts'
import { RuleDraft } from '@verbatim/contract/policy-rules.ts'
import { z } from 'zod'
import { isSameRule, type RuleValues, toRuleDraft, toRuleValues } from '#screens/policies/rules/rule-form.ts'

/** The addresses of the policy list, and of an open policy over it. */
export const policyPlace = { list: policyList, path: '/organization/policies', replacedBy: 'version' }

/** A policy with the names of its groups. */
export interface NamedPolicy extends PolicyDetail {
  readonly groups: readonly GroupEntry[]
}

export interface PolicyValues extends Pick<
  PolicyDetail,
  'name' | 'severity' | 'scope' | 'action' | 'enabled'
> {
  readonly groups: readonly GroupEntry[]
  readonly rules: readonly RuleValues[]
}

const policyFields = ['name', 'severity', 'scope', 'groups', 'action', 'enabled'] as const
type PolicyField = (typeof policyFields)[number]

const { groupIds: _, ...fresh } = PolicyFields.parse({ name: '-' })

/** The initial values of a new policy. */
export const newPolicy: PolicyValues = { ...fresh, name: '', groups: [], rules: [] }

export function toValues(policy: NamedPolicy): PolicyValues {
  const { name, severity, scope, groups, action, enabled, rules } = policy
  return { name, severity, scope, groups, action, enabled, rules: rules.map(toRuleValues) }
}

const PolicyBody = PolicyFields.extend({ rules: z.array(RuleDraft) }).refine(needsGroups, groupsMessage)
export type PolicyBody = z.infer<typeof PolicyBody>

/** The form in the contract's format. An existing policy may have more rules than one call sends. */
export const policyBody = {
  schema: PolicyBody,
  toBody: ({ rules, groups, ...fields }: PolicyValues) => ({
    ...fields,
    groupIds: fields.scope === 'group' ? idsOf(groups) : [],
    rules: rules.map(toRuleDraft),
  }),
  fields: { groupIds: 'groups' },
} as const

const idsOf = (groups: PolicyValues['groups']) => groups.map(({ id }) => id)

/** Whether a field has the same value in both, regardless of the order of groups. */
function isSameField(field: PolicyField, a: PolicyValues, b: PolicyValues): boolean {
  if (field !== 'groups') return a[field] === b[field]
  return idsOf(a.groups).sort().join() === idsOf(b.groups).sort().join()
}

/** The difference between the input and its base; only this is saved. */
export function changesOf(before: PolicyValues, values: PolicyValues) {
  const standing = new Map(before.rules.map((rule) => [rule.key, rule]))
  const kept = new Set(values.rules.map(({ key }) => key))
  return {
    fields: policyFields.filter((field) => !isSameField(field, before, values)),
    put: values.rules.filter((rule) => {
      const old = standing.get(rule.key)
      return !old || !isSameRule(old, rule)
    }),
    removed: before.rules.filter(({ key }) => !kept.has(key)),
  }
}

export const isSamePolicy = (one: PolicyValues, other: PolicyValues) =>
  Object.values(changesOf(one, other)).every(({ length }) => length === 0)

type PolicyUpdate = CallOf<typeof updatePolicy>['body']

export function toUpdate(base: NamedPolicy, values: PolicyValues): PolicyUpdate {
  const { fields, put, removed } = changesOf(toValues(base), values)
  const changed = fields.map((field) =>
    field === 'groups' ? ['groupIds', idsOf(values.groups)] : [field, values[field]],
  )
  const rules = { put: put.map(toRulePut), removed: removed.flatMap(({ id }) => id ?? []) }
  return {
    ...(Object.fromEntries(changed) as PolicyUpdate),
    expectedVersion: base.version,
    ...((put.length > 0 || removed.length > 0) && { rules }),
  }
}

function toRulePut(rule: RuleValues): RuleDraft & { id?: RuleId } {
  return { ...toRuleDraft(rule), ...(rule.id && { id: rule.id }) }
}
