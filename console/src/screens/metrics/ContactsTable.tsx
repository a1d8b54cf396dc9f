import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Channel } from '@verbatim/contract/channels.ts'
import {
  contactSorts,
  conversationSorts,
  type DigitalContact,
  type MetricConversation,
} from '@verbatim/contract/dashboards.ts'
import { ChannelBadge } from '@verbatim/ui/Badge.tsx'
import type { Column } from '@verbatim/ui/DataTable.tsx'
import { numberText } from '@verbatim/ui/dates.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { NamedFace } from '@verbatim/ui/Face.tsx'
import { addressText, readable } from '@verbatim/ui/readable.ts'
import { useOverviewHref } from '#screens/conversations/overview-address.ts'
import { useApi, useCan } from '#shell/use-app-context.ts'
import { durationText } from '@verbatim/contract/figure-words.ts'
import { CountLink } from './CountLink.tsx'
import { ChannelSelect } from './ChannelSelect.tsx'
import { askedOf, channelOf, contactsQuery, conversationsQuery, kindOf } from './queries.ts'
import { type RowsKind, usePeriod, useRowsAddress } from './rows-address.ts'
import { RowsPanel } from './RowsPanel.tsx'
import { useDrilldown } from './use-drilldown.ts'
import { useRowExport } from './use-row-export.ts'

const isChannel = (of: string) => Channel.safeParse(of).success
const ofContacts = { sorts: contactSorts, sort: '-lastAt', takes: isChannel } as const

const kinds: readonly [RowsKind, ...RowsKind[]] = [
  { rows: 'all', label: 'All contacts', ...ofContacts },
  { rows: 'reached', label: 'Reached', ...ofContacts },
  { rows: 'engaged', label: 'Engaged', ...ofContacts },
  { rows: 'silent', label: 'Silent', ...ofContacts },
  { rows: 'conversations', label: 'Conversations', sorts: conversationSorts, sort: '-firstAt' },
]

const tab = 'digital-engagement'
const title = 'Contacts and conversations'

/** Who took part, and in which conversations. */
export function ContactsTable() {
  const { state } = useRowsAddress(tab, kinds)
  return state.rows === 'conversations' ? <Conversations /> : <Contacts />
}

/** A person in no contact list has no ID, but a name of their own. */
type ContactRow = Omit<DigitalContact, 'id'> & { readonly id: string }

const contactColumns: readonly Column<ContactRow>[] = [
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
  {
    id: 'received',
    label: 'Received',
    sortBy: 'received',
    align: 'right',
    width: 112,
    cell: ({ received }) => numberText(received),
  },
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
  const { period } = usePeriod()
  const { state, narrow } = useRowsAddress(tab, kinds)
  const hrefOf = useDrilldown()
  const { data, ...answer } = useQuery(contactsQuery(useApi(), period, state))
  const items = data?.items.map((row, index): ContactRow => ({
    ...row,
    id: row.id ?? `${index} ${row.name}`,
  }))
  return (
    <RowsPanel
      tab={tab}
      title={title}
      kinds={kinds}
      columns={contactColumns}
      answer={{ ...answer, data: data && { items: items ?? [], total: data.total } }}
      rowLabel={({ name }) => `Messages from ${readable(name)}`}
      rowHref={({ drilldown }) => hrefOf(drilldown)}
      searchPlaceholder="Search contacts"
      exported={useRowExport('contacts-of-period', {
        ...askedOf(period, state),
        kind: kindOf(state),
        channel: channelOf(state),
      })}
      narrowed={<ChannelSelect value={channelOf(state)} onChange={narrow} />}
      none="No contacts in these days"
    />
  )
}

type ConversationRow = MetricConversation & { readonly id: string }

const minuteMs = 60_000

const conversationColumns: readonly Column<ConversationRow>[] = [
  {
    id: 'title',
    label: 'Conversation',
    narrow: 'line',
    cell: ({ title: name }) => <bdi>{name ? addressText(name) : 'Without a name'}</bdi>,
  },
  { id: 'channel', label: 'Channel', width: 168, cell: ({ channel }) => <ChannelBadge channel={channel} /> },
  {
    id: 'messages',
    label: 'Messages',
    sortBy: 'messages',
    align: 'right',
    width: 112,
    count: ({ messages }) => messages,
    cell: ({ messages }) => numberText(messages),
  },
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
  const { period } = usePeriod()
  const { state } = useRowsAddress(tab, kinds)
  const canRead = useCan('messages.view')
  const overview = useOverviewHref()
  const { data, ...answer } = useQuery(conversationsQuery(useApi(), period, state))
  // A conversation with a long pause is there more than once.
  const items = data?.items.map((row) => ({ ...row, id: `${row.conversationId} ${row.firstAt}` }))
  return (
    <RowsPanel
      tab={tab}
      title={title}
      kinds={kinds}
      columns={conversationColumns}
      answer={{ ...answer, data: data && { items: items ?? [], total: data.total } }}
      rowLabel={({ title: name }) => `Conversation ${addressText(name)}`}
      rowHref={({ conversationId }) => (canRead ? overview(conversationId) : undefined)}
      searchPlaceholder="Search conversations"
      exported={useRowExport('conversations-of-period', askedOf(period, state))}
      none="No conversations in these days"
    />
  )
}
