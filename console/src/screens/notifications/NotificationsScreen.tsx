import { Text } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import {
  deliveries,
  deliveryNames,
  type Notification,
  notificationCalls,
  notificationList,
} from '@verbatim/contract/notifications.ts'
import { severities, severityNames } from '@verbatim/contract/severities.ts'
import { SeverityBadge } from '@verbatim/ui/Badge.tsx'
import type { Column } from '@verbatim/ui/table/DataTable.tsx'
import { Ago } from '@verbatim/ui/DateTime.tsx'
import { filterFields } from '@verbatim/ui/filters/filter-words.ts'
import { enabledOptions, optionsOf } from '@verbatim/ui/options.ts'
import { TwoLines } from '@verbatim/ui/TwoLines.tsx'
import { nounList } from '#lists/noun-list.ts'
import { ListScreen } from '#lists/ListScreen.tsx'
import { soughtPolicies } from '#lists/policy-options.ts'
import { switchColumn } from '#lists/usual-columns.tsx'
import { useCan } from '#shell/use-app-context.ts'

const columns: readonly Column<Notification>[] = [
  {
    id: 'policy',
    label: 'Policy',
    sortBy: 'policyName',
    narrow: 'line',
    cell: ({ policyName, policyEnabled }) => (
      <TwoLines
        first={<bdi>{policyName}</bdi>}
        second={!policyEnabled && 'The policy is disabled: no email is sent'}
      />
    ),
  },
  switchColumn({
    slice: 'notifications',
    needs: 'notifications.manage',
    nameOf: ({ policyName }) => policyName,
    callOf: (policy) => `The notification for ${policy}`,
    update: (api, { id }, body) => api(notificationCalls.update, { params: { id }, body }),
  }),
  {
    id: 'recipients',
    label: 'Recipients',
    width: 320,
    narrow: 'line',
    cell: (row) => <Recipients of={row} />,
  },
  {
    id: 'severity',
    label: 'From severity',
    sortBy: 'minSeverity',
    width: 112,
    narrow: 'named',
    cell: ({ minSeverity }) => <SeverityBadge severity={minSeverity} />,
  },
  {
    id: 'delivery',
    label: 'Delivery',
    sortBy: 'delivery',
    width: 100,
    cell: ({ delivery }) => deliveryNames[delivery],
  },
  {
    id: 'mailed',
    label: 'Last email',
    sortBy: 'lastMailAt',
    width: 100,
    narrow: 'out',
    cell: ({ lastMailAt }) =>
      lastMailAt ? <Ago at={lastMailAt} /> : <TwoLines first="None" second="in 30 days" />,
  },
]

function Recipients({ of: { recipients } }: { of: Notification }) {
  const [first, ...others] = recipients
  return (
    <Text component="div" size="sm" truncate title={recipients.join(', ')}>
      <bdi>{first}</bdi>
      {others.length > 0 && (
        <Text size="xs" c="dimmed">
          and {others.length} more
        </Text>
      )}
    </Text>
  )
}

const fields = filterFields(notificationList.fields, {
  policyId: { label: 'Policy', sought: soughtPolicies },
  minSeverity: { label: 'From severity', options: optionsOf(severities, severityNames) },
  delivery: { label: 'Delivery', options: optionsOf(deliveries, deliveryNames) },
  status: { label: 'Status', options: enabledOptions },
  lastMailAt: 'Last email',
  changedAt: 'Last changed',
})

/** A user who may not see policies has none to choose from. */
const withoutPolicies = fields.map((field) =>
  field.key === 'policyId' ? { ...field, linkedOnly: true as const } : field,
)

/** Notifications: who gets mail when a policy raises. An open one is shown over the list. */
export const notificationsList = nounList('notifications', {
  key: ['notifications'],
  spec: notificationList,
  call: notificationCalls.list,
  noun: 'notifications',
  columns,
  fields,
  searchPlaceholder: 'Search policies and recipients',
  rowLabel: ({ policyName }) => policyName,
  empty: {
    icon: IconBell,
    title: 'No notifications yet',
    text: 'A notification emails its recipients when a policy raises a cognitive event: immediately, hourly or daily. The email contains a link and no message text.',
  },
})

export function NotificationsScreen() {
  return <ListScreen list={notificationsList} fields={useCan('policies.view') ? fields : withoutPolicies} />
}
