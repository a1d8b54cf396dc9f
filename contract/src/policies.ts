import { z } from 'zod'
import { changeSchemaOf } from './change-schema.ts'
import { endpoint } from './endpoint.ts'
import { expectedVersion, expectedVersionInQuery, lastChange, versionNumber } from './expected-version.ts'
import { GroupId, PolicyId, RuleId } from './ids.ts'
import { listQuery, page, listSpec } from './list.ts'
import {
  emptyField,
  hasTypeOfPattern,
  PolicyRule,
  policyLimits,
  RuleChange,
  RuleChanges,
  RuleDraft,
  RuleFileType,
  RuleImport,
  RuleScope,
  typeOfPattern,
} from './policy-rules.ts'
import { Severity, severities } from './severities.ts'
import { text } from './text.ts'
import { setOf } from './set-of.ts'

/** A policy's action when one of its rules matches. Source: docs/rules/policies.md. */
export const policyActions = ['raise', 'block', 'block-and-raise'] as const

/** Which conversations a policy is about: all of them, or those of its groups. */
export const policyScopes = ['global', 'group'] as const

export const policyList = listSpec({
  fields: {
    name: { type: 'text', sort: true },
    severity: { type: 'enum', values: severities, ordered: true, sort: true },
    scope: { type: 'enum', values: policyScopes, sort: true },
    action: { type: 'enum', values: policyActions, sort: true },
    status: { type: 'enum', values: ['enabled', 'disabled'], sort: true },
    groupId: { type: 'uuid' },
    changedAt: { type: 'date', sort: true },
    ruleCount: { type: 'number', sort: true },
  },
  defaultSort: 'name',
  search: ['name'],
})

export const PolicyAction = z.enum(policyActions)
export type PolicyAction = z.infer<typeof PolicyAction>

export const policyActionNames: Record<PolicyAction, string> = {
  raise: 'Create Cognitive Event',
  block: 'Block in Messenger (DLP)',
  'block-and-raise': 'Block and Create Cognitive Event',
}

export const PolicyScope = z.enum(policyScopes)
export type PolicyScope = z.infer<typeof PolicyScope>

export const policyScopeNames: Record<PolicyScope, string> = { global: 'Global', group: 'Group' }

/** A policy as a row of the list. */
export const Policy = z.object({
  id: PolicyId,
  name: z.string(),
  severity: Severity,
  scope: PolicyScope,
  groupIds: z.array(GroupId),
  action: PolicyAction,
  enabled: z.boolean(),
  ...lastChange,
  ruleCount: z.int(),
})
export type Policy = z.infer<typeof Policy>

export const PolicyDetail = Policy.extend({
  /** In order, at most 500; a policy of imported rules may have more, which `listPolicyRules` reads. */
  rules: z.array(PolicyRule),
})
export type PolicyDetail = z.infer<typeof PolicyDetail>

export const PolicyFields = z.strictObject({
  name: text({ max: policyLimits.name, min: 1, empty: emptyField }),
  severity: Severity.default('medium'),
  scope: PolicyScope.default('global'),
  groupIds: setOf(GroupId).max(1000).default([]),
  action: PolicyAction.default('raise'),
  enabled: z.boolean().default(true),
})

/** Source: docs/rules/texts.md. */
export const needsGroups = (policy: {
  scope?: PolicyScope | undefined
  groupIds?: readonly unknown[] | undefined
}) => policy.scope !== 'group' || policy.groupIds === undefined || policy.groupIds.length > 0
export const groupsMessage = { message: 'Please select at least one Group', path: ['groupIds'] }

export const PolicyDraft = PolicyFields.extend({
  rules: z.array(RuleDraft).max(policyLimits.draftRules).default([]),
}).refine(needsGroups, groupsMessage)
export type PolicyDraft = z.infer<typeof PolicyDraft>

/** Absent fields stay unchanged. */
export const PolicyChange = changeSchemaOf(PolicyFields)
  .extend({
    ...expectedVersion,
    /** A blocking action removes prompt rules; without this confirmation, such a change is refused. */
    removePromptRules: z.boolean().optional(),
    rules: RuleChanges.optional(),
  })
  .refine(needsGroups, groupsMessage)
export type PolicyChange = z.infer<typeof PolicyChange>

/** Why a rule is refused. */
const ruleRefusals = [
  'policy.bad-regex',
  'policy.blocks-prompts',
  'policy.scope-for-prompts',
  'policy.too-many-rules',
  'policy.unknown-regex-flag',
] as const

/** Why a policy with its rules is refused. */
export const policyRefusals = [
  ...ruleRefusals,
  'policy.empty',
  'policy.needs-group',
  'policy.unknown-group',
] as const

const PolicyParams = z.object({ id: PolicyId })
const RuleParams = z.object({ id: PolicyId, ruleId: RuleId })

export const listPolicies = endpoint({
  method: 'GET',
  path: '/bff/api/v1/topics',
  query: listQuery(policyList),
  viewed: { as: 'policies', spec: policyList },
  response: page(Policy),
  access: 'policies.view',
})

/** `version` reads an earlier version of the policy. */
export const getPolicy = endpoint({
  method: 'GET',
  path: '/bff/api/v1/topics/:id',
  params: PolicyParams,
  query: z.strictObject({ version: versionNumber.optional() }),
  response: PolicyDetail,
  access: 'policies.view',
  failures: ['policy.not-found'],
})

/** The rules of one version of a policy, in their order. */
export const listPolicyRules = endpoint({
  method: 'GET',
  path: '/bff/api/v1/topics/:id/rules',
  params: PolicyParams,
  query: z.strictObject({
    version: versionNumber,
    skip: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(policyLimits.rulesPerPage).default(500),
  }),
  response: z.object({ items: z.array(PolicyRule) }),
  access: 'policies.view',
  failures: ['policy.not-found'],
})

export const createPolicy = endpoint({
  method: 'POST',
  path: '/bff/api/v1/topic',
  body: PolicyDraft,
  response: PolicyDetail,
  access: 'policies.manage',
  failures: [...policyRefusals, 'approval.required', 'policy.name-taken'],
})

export const updatePolicy = endpoint({
  method: 'PUT',
  path: '/bff/api/v1/topics/:id',
  params: PolicyParams,
  body: PolicyChange,
  response: PolicyDetail,
  access: 'policies.manage',
  failures: [
    ...policyRefusals,
    'approval.required',
    'policy.changed',
    'policy.name-taken',
    'policy.not-found',
    'policy.removes-prompts',
    'policy.rule-kept',
    'rule.not-found',
  ],
})

export const createPolicyRule = endpoint({
  method: 'POST',
  path: '/bff/api/v1/topics/:id/rule',
  params: PolicyParams,
  body: RuleDraft.extend(expectedVersion),
  response: PolicyDetail,
  access: 'policies.manage',
  failures: [...ruleRefusals, 'approval.required', 'policy.changed', 'policy.not-found'],
})

/** Absent fields stay unchanged. */
export const updatePolicyRule = endpoint({
  method: 'PUT',
  path: '/bff/api/v1/topics/:id/rule/:ruleId',
  params: RuleParams,
  body: RuleChange.extend(expectedVersion).refine(hasTypeOfPattern, typeOfPattern),
  response: PolicyDetail,
  access: 'policies.manage',
  failures: [
    ...ruleRefusals,
    'approval.required',
    'policy.changed',
    'policy.empty',
    'policy.not-found',
    'policy.rule-kept',
    'rule.not-found',
  ],
})

export const deletePolicyRule = endpoint({
  method: 'DELETE',
  path: '/bff/api/v1/topics/:id/rule/:ruleId',
  params: RuleParams,
  query: z.strictObject(expectedVersionInQuery),
  response: PolicyDetail,
  access: 'policies.manage',
  failures: ['approval.required', 'policy.changed', 'policy.not-found', 'policy.rule-kept', 'rule.not-found'],
})

export const listFileTypes = endpoint({
  method: 'GET',
  path: '/bff/api/v1/file-types',
  response: z.object({
    items: z.array(
      z.object({
        id: RuleFileType,
        name: z.string(),
        maxBytes: z.int(),
        maxRows: z.int(),
        extension: z.literal('csv'),
      }),
    ),
    total: z.int(),
  }),
  access: 'policies.view',
})

/**
 * The file is the body, `text/csv`: a pattern in the first column, optionally a name in the second. All rows or none.
 * `alsoDisguised` is the default for phrases whose row has no value in the column with that heading.
 */
export const importPolicyRules = endpoint({
  method: 'POST',
  path: '/bff/api/v1/topics/:id/rules/import',
  params: PolicyParams,
  query: z.strictObject({
    fileType: RuleFileType,
    dryRun: z.stringbool().default(false),
    ...expectedVersionInQuery,
    scope: RuleScope.default('message'),
    alsoDisguised: z.stringbool().default(true),
  }),
  body: z.any(),
  response: RuleImport,
  access: 'policies.manage',
  failures: [
    'approval.required',
    'policy.blocks-prompts',
    'policy.changed',
    'policy.empty-file',
    'policy.mixed-file-types',
    'policy.not-csv',
    'policy.not-found',
    'policy.too-many-rows',
    'policy.too-many-rules',
    'request.too-costly',
    'policy.which-separator',
  ],
})
