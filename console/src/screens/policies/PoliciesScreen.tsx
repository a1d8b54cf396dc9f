import { IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import type { GroupEntry } from '@verbatim/contract/groups.ts'
import {
  type Policy,
  policyActionNames,
  policyScopeNames,
  policyActions,
  policyList,
  policyScopes,
} from '@verbatim/contract/policies.ts'
import { severities, severityNames } from '@verbatim/contract/severities.ts'
import { Badge, SeverityBadge } from '@verbatim/ui/Badge.tsx'
import type { Column } from '@verbatim/ui/DataTable.tsx'
import { numberText } from '@verbatim/ui/dates.ts'
import { Ago } from '@verbatim/ui/DateTime.tsx'
import type { FilterField } from '@verbatim/ui/filter-words.ts'
import { enabledOptions, namedOptions, optionsOf } from '@verbatim/ui/options.ts'
import { TwoLines } from '@verbatim/ui/TwoLines.tsx'
import { groupNamesQuery } from '#shell/group-names.ts'
import { useListAddress } from '#shell/list-address.ts'
import { ListScreen } from '#shell/ListScreen.tsx'
import { NewLink } from '#shell/NewLink.tsx'
import { useApi, useCan } from '#shell/use-house.ts'
import { EnabledSwitch } from './EnabledSwitch.tsx'
import { usePoliciesAddress } from './policies-address.ts'
import { actionMeanings } from './policy-words.ts'
import { policiesQuery } from './queries.ts'
import { ScopeWords } from './ScopeWords.tsx'

const columns: readonly Column<Policy>[] = [
  { id: 'name', label: 'Policy', sortBy: 'name', narrow: 'line', cell: ({ name }) => <bdi>{name}</bdi> },
  {
    id: 'enabled',
    label: 'Enabled',
    sortBy: 'status',
    width: 96,
    cell: (policy) => <EnabledSwitch policy={policy} />,
  },
  {
    id: 'severity',
    label: 'Severity',
    sortBy: 'severity',
    width: 112,
    cell: ({ severity }) => <SeverityBadge severity={severity} />,
  },
  {
    id: 'scope',
    label: 'Scope',
    sortBy: 'scope',
    width: 160,
    cell: (policy) => <ScopeWords policy={policy} />,
  },
  {
    id: 'action',
    label: 'Policy action',
    sortBy: 'action',
    width: 264,
    cell: ({ action }) => <Badge meaning={actionMeanings[action]} of="Policy action" quiet />,
  },
  {
    id: 'rules',
    label: 'Rules',
    sortBy: 'ruleCount',
    width: 80,
    align: 'right',
    narrow: 'out',
    cell: ({ ruleCount }) => numberText(ruleCount),
  },
  {
    id: 'changed',
    label: 'Last changed',
    sortBy: 'changedAt',
    width: 152,
    narrow: 'out',
    cell: ({ changedAt, changedBy }) => (
      <TwoLines
        first={<Ago at={changedAt} />}
        second={
          <>
            by <bdi>{changedBy}</bdi>
          </>
        }
      />
    ),
  },
]

/** Policies: what must not be said, and what happens then. An open policy lies over its list. */
export function PoliciesScreen() {
  const api = useApi()
  const { state } = useListAddress(policyList)
  const { data: groups } = useQuery(groupNamesQuery(api))
  const { policyHref } = usePoliciesAddress()
  const canManage = useCan('policies.manage')
  const newPolicy = canManage && <NewLink href={policyHref('new')} label="New policy" />
  return (
    <>
      <ListScreen
        title="Policies"
        noun="policies"
        spec={policyList}
        answer={useQuery(policiesQuery(api, state))}
        columns={columns}
        fields={filterFields(groups)}
        searchPlaceholder="Search policies"
        rowHref={({ id }) => policyHref(id)}
        rowLabel={({ name }) => name}
        action={newPolicy}
        empty={{
          icon: IconShieldCheck,
          title: 'No policies yet',
          text: 'A policy finds unwanted content with phrases or regexes and raises a cognitive event, blocks the message, or does both.',
          action: newPolicy,
        }}
      />
      <Outlet />
    </>
  )
}

function filterFields(groups: readonly GroupEntry[] = []): readonly FilterField[] {
  const { fields } = policyList
  return [
    {
      key: 'severity',
      label: 'Severity',
      field: fields.severity,
      options: optionsOf(severities, severityNames),
    },
    {
      key: 'scope',
      label: 'Scope',
      field: fields.scope,
      options: optionsOf(policyScopes, policyScopeNames),
    },
    {
      key: 'groupId',
      label: 'Group',
      field: fields.groupId,
      options: namedOptions(groups),
    },
    {
      key: 'action',
      label: 'Policy action',
      field: fields.action,
      options: optionsOf(policyActions, policyActionNames),
    },
    {
      key: 'status',
      label: 'Status',
      field: fields.status,
      options: enabledOptions,
    },
    { key: 'ruleCount', label: 'Rules', field: fields.ruleCount },
    { key: 'changedAt', label: 'Last changed', field: fields.changedAt },
  ]
}
