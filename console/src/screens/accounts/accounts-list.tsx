import { Text } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import {
  type AccountHealth,
  accountStatusNames,
  accountList,
  accountStatuses,
  listChannelAccounts,
} from '@verbatim/contract/accounts.ts'
import { channelNames, channels } from '@verbatim/contract/channels.ts'
import { Badge, ChannelBadge } from '@verbatim/ui/Badge.tsx'
import { Breakable } from '@verbatim/ui/Breakable.tsx'
import { Count } from '@verbatim/ui/table/Count.tsx'
import type { Column } from '@verbatim/ui/table/DataTable.tsx'
import { Ago } from '@verbatim/ui/DateTime.tsx'
import { filterFields } from '@verbatim/ui/filters/filter-words.ts'
import { optionsOf, yesNoOptions } from '@verbatim/ui/options.ts'
import { addressText } from '@verbatim/ui/readable.ts'
import { list } from '#lists/list.ts'
import { nameColumn } from '#lists/usual-columns.tsx'
import { accountMeanings } from './account-meanings.ts'
import classes from './accounts-list.module.css'
import { CoverageCell } from './CoverageCell.tsx'

const columns: readonly Column<AccountHealth>[] = [
  nameColumn('Account'),
  { id: 'channel', label: 'Channel', width: 168, cell: ({ channel }) => <ChannelBadge channel={channel} /> },
  {
    id: 'address',
    label: 'Number or address',
    width: 200,
    optional: true,
    cell: ({ address }) => <Breakable text={addressText(address)} />,
  },
  {
    id: 'owner',
    label: 'Owner',
    width: 168,
    optional: true,
    narrow: 'out',
    cell: ({ owner }) => owner && <bdi>{owner.name}</bdi>,
  },
  {
    id: 'status',
    label: 'Status',
    sortBy: 'status',
    width: 128,
    narrow: 'end',
    cell: ({ status }) => <Badge meaning={accountMeanings[status]} of="Status" />,
  },
  {
    id: 'last',
    label: 'Last received',
    sortBy: 'lastEventAt',
    width: 144,
    narrow: 'named',
    cell: ({ lastEventAt, isSilent }) => (
      <Text span inherit {...(isSilent && { c: 'var(--mantine-color-error)', fw: 600 })}>
        {lastEventAt ? <Ago at={lastEventAt} /> : 'Never'}
        {isSilent && ' · silent'}
      </Text>
    ),
  },
  {
    id: 'coverage',
    label: 'Coverage',
    width: 192,
    optional: true,
    narrow: 'out',
    cell: ({ id, coverage }) => <CoverageCell id={id} coverage={coverage} />,
  },
  count('received', 'Received', 96, { sortBy: 'received' }),
  count('accepted', 'Accepted', 104, { optional: true }),
  count('duplicate', 'Duplicate', 104, { optional: true }),
  count('waiting', 'Waiting', 88, { optional: true }),
  count('absentFiles', 'Missing files', 112, {}),
  count('quarantined', 'Quarantined', 108, { sortBy: 'quarantined' }),
  count('refused', 'Refused', 80, { sortBy: 'refused' }),
]

type CountKey = 'received' | 'accepted' | 'duplicate' | 'waiting' | 'absentFiles' | 'quarantined' | 'refused'

function count(key: CountKey, label: string, width: number, rest: Partial<Column<AccountHealth>>) {
  const isProblem = key === 'absentFiles' || key === 'quarantined' || key === 'refused'
  return {
    id: key,
    label,
    width,
    align: 'right',
    count: (account: AccountHealth) => account[key],
    cell: (account: AccountHealth) => (
      <span className={account[key] === 0 ? classes.none : undefined}>
        <Count value={account[key]} isProblem={isProblem} />
      </span>
    ),
    ...rest,
  } as const
}

/** Capture health: every account with its counters. */
export const accountsList = list({
  key: ['accounts'],
  saved: 'accounts',
  spec: accountList,
  call: listChannelAccounts,
  title: 'Capture health',
  noun: 'accounts',
  columns,
  fields: filterFields(accountList.fields, {
    channelType: { label: 'Channel', options: optionsOf(channels, channelNames) },
    status: { label: 'Status', options: optionsOf(accountStatuses, accountStatusNames) },
    quarantined: 'Quarantined',
    isSilent: { label: 'Silent', options: yesNoOptions },
    lastEventAt: 'Last received',
  }),
  searchPlaceholder: 'Search accounts',
  rowLabel: ({ name }) => name,
  rowHref: ({ id }) => `/integrations/accounts/${id}`,
  empty: {
    icon: IconPlugConnected,
    title: 'No account is connected yet',
    text: 'Each connected account appears here with its deliveries and the time of the last one.',
    next: [
      {
        label: 'Set up the messaging provider',
        href: '/organization/integrations#integrations-provider',
        needs: 'organization.manage',
      },
    ],
  },
})
