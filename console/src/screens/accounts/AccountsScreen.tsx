import { useQuery } from '@tanstack/react-query'
import { IconPlugConnected } from '@tabler/icons-react'
import {
  type AccountHealth,
  accountList,
  accountStatuses,
  accountStatusNames,
} from '@verbatim/contract/accounts.ts'
import { channelNames, channels } from '@verbatim/contract/channels.ts'
import { Badge, ChannelBadge } from '@verbatim/ui/Badge.tsx'
import type { Column } from '@verbatim/ui/DataTable.tsx'
import { numberText } from '@verbatim/ui/dates.ts'
import { Ago } from '@verbatim/ui/DateTime.tsx'
import type { FilterField } from '@verbatim/ui/filter-words.ts'
import { useListAddress } from '#shell/list-address.ts'
import { ListScreen } from '#shell/ListScreen.tsx'
import { useApi } from '#shell/use-house.ts'
import { accountMeanings } from './account-meanings.ts'
import { Count } from './Count.tsx'
import { accountsQuery } from './queries.ts'

const columns: readonly Column<AccountHealth>[] = [
  { id: 'name', label: 'Account', sortBy: 'name', narrow: 'line', cell: ({ name }) => <bdi>{name}</bdi> },
  { id: 'channel', label: 'Channel', width: 176, cell: ({ channel }) => <ChannelBadge channel={channel} /> },
  { id: 'address', label: 'Number or address', width: 200, optional: true, cell: ({ address }) => address },
  {
    id: 'owner',
    label: 'Owner',
    width: 168,
    narrow: 'out',
    cell: ({ owner }) => owner && <bdi>{owner.name}</bdi>,
  },
  {
    id: 'status',
    label: 'Status',
    sortBy: 'status',
    width: 136,
    cell: ({ status }) => <Badge meaning={accountMeanings[status]} of="Status" />,
  },
  {
    id: 'received',
    label: 'Received',
    sortBy: 'received',
    width: 112,
    align: 'right',
    narrow: 'out',
    cell: ({ received }) => numberText(received),
  },
  {
    id: 'duplicate',
    label: 'Duplicate',
    width: 104,
    align: 'right',
    narrow: 'out',
    cell: ({ duplicate }) => numberText(duplicate),
  },
  {
    id: 'waiting',
    label: 'Waiting',
    width: 96,
    align: 'right',
    narrow: 'out',
    cell: ({ waiting }) => <Count value={waiting} />,
  },
  {
    id: 'parked',
    label: 'Parked',
    sortBy: 'parked',
    width: 96,
    align: 'right',
    narrow: 'out',
    cell: ({ parked }) => <Count value={parked} isProblem />,
  },
  {
    id: 'refused',
    label: 'Refused',
    sortBy: 'refused',
    width: 96,
    align: 'right',
    narrow: 'out',
    cell: ({ refused }) => <Count value={refused} isProblem />,
  },
  {
    id: 'last',
    label: 'Last event',
    sortBy: 'lastEventAt',
    width: 144,
    cell: ({ lastEventAt }) => (lastEventAt ? <Ago at={lastEventAt} /> : 'Never'),
  },
]

const fields: readonly FilterField[] = [
  {
    key: 'channelType',
    label: 'Channel',
    field: accountList.fields.channelType,
    options: channels.map((value) => ({ value, label: channelNames[value] })),
  },
  {
    key: 'status',
    label: 'Status',
    field: accountList.fields.status,
    options: accountStatuses.map((value) => ({ value, label: accountStatusNames[value] })),
  },
  { key: 'parked', label: 'Parked', field: accountList.fields.parked },
  { key: 'lastEventAt', label: 'Last event', field: accountList.fields.lastEventAt },
]

/** Capture health: every account, what it received, and what became of it. */
export function AccountsScreen() {
  const { state } = useListAddress(accountList)
  return (
    <ListScreen
      title="Capture health"
      noun="accounts"
      spec={accountList}
      answer={useQuery(accountsQuery(useApi(), state))}
      columns={columns}
      fields={fields}
      searchPlaceholder="Search accounts"
      rowHref={({ id }) => `/integrations/accounts/${id}`}
      rowLabel={({ name }) => name}
      empty={{
        icon: IconPlugConnected,
        title: 'No account is connected yet',
        text: 'Each connected account appears here with what it delivered and when it was last heard of.',
      }}
    />
  )
}
