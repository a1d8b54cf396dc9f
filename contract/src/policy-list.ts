import { listSpec } from './list.ts'
import { severities } from './severities.ts'

/** What a policy does when one of its rules matches. Source: docs/rules/policies.md. */
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
