import { dayStates } from '@verbatim/contract/account-coverage.ts'
import { Channel, channelNames } from '@verbatim/contract/channels.ts'
import type { AccountDay } from '@verbatim/contract/metric-lists.ts'
import { AccountId } from '@verbatim/contract/ids.ts'
import { Badge, ChannelBadge } from '@verbatim/ui/Badge.tsx'
import type { Column } from '@verbatim/ui/table/DataTable.tsx'
import { utcDayText } from '@verbatim/ui/dates.ts'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { TwoLines } from '@verbatim/ui/TwoLines.tsx'
import { accountDayHref } from '#screens/accounts/account-address.ts'
import { dayMeanings } from '#screens/accounts/day-meanings.ts'
import { dayWhyText } from '#screens/accounts/day-why.ts'
import classes from './AccountDaysTable.module.css'
import { ChannelSelect } from './ChannelSelect.tsx'
import { organizationRows } from './organization-rows.ts'
import { type RowsState, useRowsAddress } from './rows-address.ts'
import { RowsPanel } from './RowsPanel.tsx'
import { useRows } from './use-rows.ts'

const columns: readonly Column<AccountDay>[] = [
  { id: 'day', label: 'Day', sortBy: 'day', width: 120, cell: ({ day }) => utcDayText(new Date(day)) },
  {
    id: 'account',
    label: 'Account',
    sortBy: 'account',
    narrow: 'line',
    cell: ({ name, owner }) => (
      <TwoLines
        first={<bdi>{name}</bdi>}
        // Most accounts have the name of their owner.
        second={
          owner &&
          owner.name !== name && (
            <>
              Owner: <bdi>{owner.name}</bdi>
            </>
          )
        }
      />
    ),
  },
  { id: 'channel', label: 'Channel', width: 168, cell: ({ channel }) => <ChannelBadge channel={channel} /> },
  { id: 'why', label: 'Why', cell: (row) => dayWhyText(row) || undefined },
]

/** Where days of all states are listed. */
const withState: readonly Column<AccountDay>[] = [
  ...columns.slice(0, -1),
  {
    id: 'state',
    label: 'Status',
    sortBy: 'state',
    width: 150,
    cell: ({ state }) => <Badge meaning={dayMeanings[state]} of="Status" quiet />,
  },
  ...columns.slice(-1),
]

const noneTexts: Readonly<Record<string, string>> = {
  incomplete: 'On the finished days of this period, everything that could be checked was captured.',
  unknown: 'For every finished day of this period, it is known whether everything was captured.',
  complete:
    'No account has a finished day in this period that was captured completely. Choose a longer period.',
  all: 'An account has a row for each finished day after its connection. Choose a longer period, or come back tomorrow.',
}

/** The account days behind the completeness of capture. A row opens the account at that day. */
export function AccountDaysTable() {
  const { state } = useRowsAddress(organizationRows)
  const rows = useRows(organizationRows, 'account-days', {
    state: dayStates.find((one) => one === state.rows),
    ...narrowingOf(state),
  })
  return (
    <RowsPanel
      rows={rows}
      note="One row per account and finished day, and whether everything was captured."
      columns={state.rows === 'all' ? withState : columns}
      rowId={({ accountId, day }) => `${accountId} ${day}`}
      rowLabel={({ name, day }) => `${name} on ${utcDayText(new Date(day))}`}
      rowHref={({ accountId, day }) => accountDayHref(accountId, day)}
      searchPlaceholder="Search accounts and owners"
      narrowed={<Narrowing name={rows.answer.data?.items[0]?.name} />}
      keepsNarrowing
      none={state.rows === 'incomplete' ? 'No day is incomplete' : 'No days to show'}
      noneText={noneTexts[state.rows]}
    />
  )
}

/** Days of one account, by its ID, or of some channels. */
function narrowingOf({ of }: RowsState) {
  const { data: account } = AccountId.safeParse(of)
  return account ? { account } : { channel: of }
}

/** Of which channels, or of which account the rows are. */
function Narrowing({ name }: { name: string | undefined }) {
  const { state, narrow, hrefOf } = useRowsAddress(organizationRows)
  const { of = '' } = state
  const chosen = of.split('|').filter((one): one is Channel => Channel.safeParse(one).success)
  if (of !== '' && chosen.length !== 1)
    return (
      <p className={classes.narrowed}>
        <span>
          {chosen.length > 0
            ? chosen.map((channel) => channelNames[channel]).join(', ')
            : name
              ? `Days of ${name}`
              : 'Days of one account'}
        </span>
        <TextLink href={hrefOf(state.rows)}>Show all accounts</TextLink>
      </p>
    )
  return <ChannelSelect value={chosen[0]} onChange={narrow} />
}
