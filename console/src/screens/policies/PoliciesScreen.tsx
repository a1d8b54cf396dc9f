import { IconShieldCheck } from '@tabler/icons-react'
import {
  type Policy,
  policyActionNames,
  policyScopeNames,
  policyActions,
  policyList,
  policyScopes,
  listPolicies,
} from '@verbatim/contract/policies.ts'
import { severities, severityNames } from '@verbatim/contract/severities.ts'
import { Badge, SeverityBadge } from '@verbatim/ui/Badge.tsx'
import type { Column } from '@verbatim/ui/table/DataTable.tsx'
import { filterFields } from '@verbatim/ui/filters/filter-words.ts'
import { enabledOptions, optionsOf } from '@verbatim/ui/options.ts'
import { nounList } from '#lists/noun-list.ts'
import { ListScreen } from '#lists/ListScreen.tsx'
import { soughtVisibleGroups } from '#lists/sought-options.ts'
import { changedColumn, countColumn, enabledColumn, nameColumn } from '#lists/usual-columns.tsx'
import { PolicySwitch } from './PolicySwitch.tsx'
import { actionMeanings } from './policy-words.ts'
import { ScopeWords } from './ScopeWords.tsx'

const columns: readonly Column<Policy>[] = [
  nameColumn('Policy'),
  enabledColumn((policy) => <PolicySwitch policy={policy} />),
  {
    id: 'severity',
    label: 'Severity',
    sortBy: 'severity',
    width: 92,
    cell: ({ severity }) => <SeverityBadge severity={severity} />,
  },
  {
    id: 'scope',
    label: 'Scope',
    sortBy: 'scope',
    width: 124,
    cell: (policy) => <ScopeWords policy={policy} />,
  },
  {
    id: 'action',
    label: 'Policy action',
    sortBy: 'action',
    width: 188,
    cell: ({ action }) => <Badge meaning={actionMeanings[action]} of="Policy action" quiet />,
  },
  { ...countColumn('ruleCount', 'Rules', { id: 'rules', width: 60 }), narrow: 'out' },
  changedColumn,
]

/** Policies: forbidden content and the actions on it. An open policy is shown over the list. */
export const policiesList = nounList('policies', {
  key: ['policies'],
  spec: policyList,
  call: listPolicies,
  noun: 'policies',
  columns,
  fields: filterFields(policyList.fields, {
    severity: { label: 'Severity', options: optionsOf(severities, severityNames) },
    scope: { label: 'Scope', options: optionsOf(policyScopes, policyScopeNames) },
    groupId: { label: 'Group', sought: soughtVisibleGroups },
    action: { label: 'Policy action', options: optionsOf(policyActions, policyActionNames) },
    status: { label: 'Status', options: enabledOptions },
    ruleCount: 'Rules',
    changedAt: 'Last changed',
  }),
  searchPlaceholder: 'Search policies',
  rowLabel: ({ name }) => name,
  empty: {
    icon: IconShieldCheck,
    title: 'No policies yet',
    text: 'A policy finds unwanted content with phrases or regexes and raises cognitive events.',
  },
})

export function PoliciesScreen() {
  return <ListScreen list={policiesList} />
}
