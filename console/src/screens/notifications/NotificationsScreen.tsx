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
import { EnabledSwitch } from '#lists/EnabledSwitch.tsx'
import { nounList } from '#lists/noun-list.ts'
import { ListScreen } from '#lists/ListScreen.tsx'
import { soughtPolicies } from '#lists/policy-options.ts'
import { useAct } from '#shell/use-act.ts'
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
  {
    id: 'enabled',
    label: 'Enabled',
    sortBy: 'status',
    width: 76,
    narrow: 'end',
    cell: (notification) => <NotificationSwitch notification={notification} />,
  },
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
    cell: ({ lastMailAt }) => (lastMailAt ? <Ago at={lastMailAt} /> : 'None in 30 days'),
  },
]

function NotificationSwitch({ notification }: { notification: Notification }) {
  const { id, version, policyName, enabled } = notification
  const { mutate, isPending } = useAct({
    call: (api, next: boolean) =>
      api(notificationCalls.update, { params: { id }, body: { enabled: next, expectedVersion: version } }),
    done: (after) =>
      `The notification for “${after.policyName}” is ${after.enabled ? 'enabled' : 'disabled'}`,
    failed: 'The notification was not changed',
    touches: ['notifications'],
  })
  return (
    <EnabledSwitch
      name={`The notification for ${policyName}`}
      enabled={enabled}
      needs="notifications.manage"
      busy={isPending}
      onSwitch={mutate}
    />
  )
}

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
