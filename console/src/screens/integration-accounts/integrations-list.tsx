import { IconPlugConnected } from '@tabler/icons-react'
import { accountStateNames, accountStates } from '@verbatim/contract/account-states.ts'
import { accountStatuses, accountStatusNames } from '@verbatim/contract/accounts.ts'
import {
  type ConnectableChannel,
  channelNames,
  channelsOfType,
  connectableChannels,
  importableChannels,
} from '@verbatim/contract/channels.ts'
import {
  type IntegrationAccount,
  integrationList,
  listIntegrationAccounts,
} from '@verbatim/contract/integration-accounts.ts'
import { connectionProblemTexts } from '@verbatim/contract/connection-problems.ts'
import { Badge } from '@verbatim/ui/Badge.tsx'
import { Breakable } from '@verbatim/ui/Breakable.tsx'
import type { Column } from '@verbatim/ui/table/DataTable.tsx'
import { Ago } from '@verbatim/ui/DateTime.tsx'
import { NamedFace } from '@verbatim/ui/Face.tsx'
import { filterFields } from '@verbatim/ui/filters/filter-words.ts'
import { optionsOf } from '@verbatim/ui/options.ts'
import { TwoLines } from '@verbatim/ui/TwoLines.tsx'
import { addressText } from '@verbatim/ui/readable.ts'
import { list } from '#lists/list.ts'
import { soughtOwners } from '#lists/owner-options.ts'
import { CoverageCell } from '#screens/accounts/CoverageCell.tsx'
import { stateMeaning } from './account-status.tsx'
import { CapturedFrom } from './CapturedFrom.tsx'

const columns: readonly Column<IntegrationAccount>[] = [
  {
    id: 'name',
    label: 'Account',
    sortBy: 'name',
    narrow: 'line',
    cell: ({ name, address, source }) => (
      <TwoLines
        first={
          <bdi>
            <Breakable text={name} />
          </bdi>
        }
        second={
          <>
            <bdi>
              <Breakable text={addressText(address)} />
            </bdi>
            {source && (
              <>
                {' · '}
                <bdi>{source.name}</bdi>
              </>
            )}
          </>
        }
      />
    ),
  },
  {
    id: 'status',
    label: 'Status',
    sortBy: 'status',
    width: 232,
    narrow: 'end',
    cell: (account) => (
      <TwoLines
        first={<Badge meaning={stateMeaning(account)} of="Status" />}
        second={account.problem && connectionProblemTexts[account.problem]}
      />
    ),
  },
  {
    id: 'owner',
    label: 'Owner',
    width: 176,
    narrow: 'out',
    cell: ({ owner }) => owner && <NamedFace name={owner.name} size="tiny" oneLine />,
  },
  {
    id: 'last',
    label: 'Last received',
    sortBy: 'lastEventAt',
    width: 136,
    narrow: 'named',
    cell: ({ lastEventAt }) => (lastEventAt ? <Ago at={lastEventAt} /> : 'Never'),
  },
  {
    id: 'coverage',
    label: 'Coverage',
    width: 192,
    narrow: 'out',
    cell: ({ id, coverage }) => <CoverageCell id={id} coverage={coverage} />,
  },
  {
    id: 'created',
    label: 'Added',
    sortBy: 'created',
    width: 136,
    narrow: 'out',
    cell: ({ createdAt }) => <Ago at={createdAt} />,
  },
]

const listOf = (channel: ConnectableChannel) =>
  list({
    key: ['accounts', 'integrations', channel],
    saved: 'integrations',
    spec: integrationList,
    call: listIntegrationAccounts,
    params: { type: channel },
    // The type may have other channels, which have lists of their own.
    ...(channelsOfType(channel).length > 1 && { within: `channelType[eq]:${channel}` }),
    title: `${channelNames[channel]} accounts`,
    noun: 'accounts',
    columns,
    fields: filterFields(integrationList.fields, {
      state: { label: 'Status', options: optionsOf(accountStates, accountStateNames) },
      // As the API has it: in links and saved views.
      status: {
        label: 'Connection',
        options: optionsOf(accountStatuses, accountStatusNames),
        linkedOnly: true,
      },
      ownerId: { label: 'Owner', sought: soughtOwners },
      lastEventAt: 'Last received',
      created: 'Added',
    }),
    searchPlaceholder: 'Search by name, address or owner',
    rowLabel: ({ name }) => name,
    path: `/integrations/${channel}`,
    create: {
      to: 'new',
      label: 'New account',
      needs: 'integrations.manage',
      ...(importableChannels.some((one) => one === channel) && { importNeeds: 'integrations.manage' }),
    },
    empty: {
      icon: IconPlugConnected,
      title: `No ${channelNames[channel]} account yet`,
      text: <CapturedFrom channel={channel} />,
    },
  })

/** The accounts of each channel. An open account is shown over its list. */
export const integrationLists = Object.fromEntries(
  connectableChannels.map((channel) => [channel, listOf(channel)]),
) as Readonly<Record<ConnectableChannel, ReturnType<typeof listOf>>>
