import { Group } from '@mantine/core'
import { Channel, channels } from '@verbatim/contract/channels.ts'
import {
  contactKinds,
  contactSorts,
  conversationSorts,
  type DigitalContact,
  type MetricConversation,
} from '@verbatim/contract/dashboards.ts'
import { conversationsOf, narrowingQuery } from '@verbatim/contract/rows-of.ts'
import { minuteMs } from '@verbatim/contract/durations.ts'
import { UserId } from '@verbatim/contract/ids.ts'
import { ChannelBadge } from '@verbatim/ui/Badge.tsx'
import type { Column } from '@verbatim/ui/table/DataTable.tsx'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { NamedFace } from '@verbatim/ui/Face.tsx'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { addressText, readable } from '@verbatim/ui/readable.ts'
import { countColumn } from '#lists/usual-columns.tsx'
import { useOverviewHref } from '#screens/conversations/overview-address.ts'
import { useCan } from '#shell/use-app-context.ts'
import { durationText } from '@verbatim/contract/figure-words.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import { CountLink } from './CountLink.tsx'
import { ChannelSelect } from './ChannelSelect.tsx'
import classes from './Narrowed.module.css'
import { NarrowedTo } from './NarrowedTo.tsx'
import { type RowsGroup, useRowsAddress } from './rows-address.ts'
import { RowsPanel } from './RowsPanel.tsx'
import { useDrilldown } from './use-drilldown.ts'
import { useRows } from './use-rows.ts'

const isChannel = (of: string) => Channel.safeParse(of).success
const isPerson = (of: string) => UserId.safeParse(of).success
const ofContacts = { sorts: contactSorts, sort: '-lastAt', takes: isChannel } as const

const digitalRows: RowsGroup = {
  tab: 'digital-engagement',
  title: 'Contacts and conversations',
  kinds: [
    { rows: 'all', label: 'All contacts', ...ofContacts },
    { rows: 'reached', label: 'Reached', ...ofContacts, takes: (of) => isChannel(of) || isPerson(of) },
    { rows: 'engaged', label: 'Engaged', ...ofContacts },
    { rows: 'silent', label: 'Silent', ...ofContacts },
    {
      rows: 'conversations',
      label: 'Conversations',
      sorts: conversationSorts,
      sort: '-firstAt',
      takes: (of) => conversationsOf(of) !== undefined,
    },
  ],
}

/** Who took part, and in which conversations. */
export function ContactsTable() {
  const { state } = useRowsAddress(digitalRows)
  return state.rows === 'conversations' ? <Conversations /> : <Contacts />
}

const contactColumns: readonly Column<DigitalContact>[] = [
  {
    id: 'name',
    label: 'Contact',
    sortBy: 'name',
    narrow: 'line',
    cell: ({ name }) => <NamedFace name={name} oneLine />,
  },
  {
    id: 'channels',
    label: 'Channels',
    width: 220,
    cell: (row) => (
      <Group gap="0 12px">
        {row.channels.map((channel) => (
          <ChannelBadge key={channel} channel={channel} />
        ))}
      </Group>
    ),
  },
  countColumn('received', 'Received', { width: 112 }),
  {
    id: 'sent',
    label: 'Sent',
    sortBy: 'sent',
    align: 'right',
    width: 96,
    cell: ({ name, sent, sentDrilldown }) =>
      sentDrilldown ? (
        <CountLink of={`Messages to ${readable(name)}`} drilldown={sentDrilldown} />
      ) : (
        numberText(sent)
      ),
  },
  {
    id: 'last',
    label: 'Last message',
    sortBy: 'lastAt',
    width: 176,
    narrow: 'named',
    cell: ({ lastAt }) => <DateTime at={lastAt} />,
  },
]

function Contacts() {
  const { state, narrow, hrefOf: rowsHref } = useRowsAddress(digitalRows)
  const hrefOf = useDrilldown()
  const kind = contactKinds.find((one) => one === state.rows) ?? 'all'
  const channel = channels.find((one) => one === state.of)
  const { data: representative } = UserId.safeParse(state.of)
  return (
    <RowsPanel
      rows={useRows(digitalRows, 'contacts-of-period', { kind, channel, representative })}
      columns={contactColumns}
      // A person in no contact list has no ID, but a name of their own.
      rowId={({ id, name }, index) => id ?? `${index} ${name}`}
      rowLabel={({ name }) => `Messages from ${readable(name)}`}
      rowHref={({ drilldown }) => hrefOf(drilldown)}
      searchPlaceholder="Search contacts"
      narrowed={
        representative ? (
          <p className={classes.narrowed}>
            <span>Contacts that one representative wrote to</span>
            <TextLink href={rowsHref('reached')}>Show all who were reached</TextLink>
          </p>
        ) : (
          <ChannelSelect value={channel} onChange={narrow} />
        )
      }
      none="No contacts in this period"
    />
  )
}

const conversationColumns: readonly Column<MetricConversation>[] = [
  {
    id: 'title',
    label: 'Conversation',
    narrow: 'line',
    cell: ({ title: name }) => <bdi>{name ? addressText(name) : 'Without a name'}</bdi>,
  },
  { id: 'channel', label: 'Channel', width: 168, cell: ({ channel }) => <ChannelBadge channel={channel} /> },
  countColumn('messages', 'Messages', { width: 112 }),
  {
    id: 'first',
    label: 'Began',
    sortBy: 'firstAt',
    width: 176,
    narrow: 'named',
    cell: ({ firstAt }) => <DateTime at={firstAt} />,
  },
  {
    id: 'length',
    label: 'Lasted',
    width: 168,
    narrow: 'named',
    cell: ({ firstAt, lastAt }) => durationText((Date.parse(lastAt) - Date.parse(firstAt)) / minuteMs),
  },
]

function Conversations() {
  const { state, hrefOf } = useRowsAddress(digitalRows)
  const narrowing = conversationsOf(state.of ?? '')
  const canRead = useCan('messages.view')
  const overview = useOverviewHref()
  return (
    <RowsPanel
      rows={useRows(digitalRows, 'conversations-of-period', narrowingQuery(narrowing))}
      columns={conversationColumns}
      // A conversation with a long pause is there more than once.
      rowId={({ conversationId, firstAt }) => `${conversationId} ${firstAt}`}
      rowLabel={({ title: name }) => `Conversation ${addressText(name)}`}
      rowHref={({ conversationId }) => (canRead ? overview(conversationId) : undefined)}
      searchPlaceholder="Search conversations"
      narrowed={
        narrowing && (
          <NarrowedTo
            of="Conversations"
            {...narrowing}
            all={{ label: 'Show all conversations', href: hrefOf('conversations') }}
          />
        )
      }
      none="No conversations in this period"
    />
  )
}
