import { Group } from '@mantine/core'
import { channels } from '@verbatim/contract/channels.ts'
import { contactKinds, type DigitalContact } from '@verbatim/contract/metric-lists.ts'
import { contactsOf, narrowingQuery } from '@verbatim/contract/rows-of.ts'
import { ChannelBadge } from '@verbatim/ui/Badge.tsx'
import type { Column } from '@verbatim/ui/table/DataTable.tsx'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { NamedFace } from '@verbatim/ui/Face.tsx'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { readable } from '@verbatim/ui/readable.ts'
import { countColumn } from '#lists/usual-columns.tsx'
import { numberText } from '@verbatim/ui/dates.ts'
import { CountLink } from './CountLink.tsx'
import { ChannelSelect } from './ChannelSelect.tsx'
import { digitalRows } from './digital-rows.ts'
import classes from './Narrowed.module.css'
import { useRowsAddress } from './rows-address.ts'
import { NarrowedTo } from './NarrowedTo.tsx'
import { RowsPanel } from './RowsPanel.tsx'
import { useDrilldown } from './use-drilldown.ts'
import { useRows } from './use-rows.ts'

const columns: readonly Column<DigitalContact>[] = [
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

/** The contacts of a period. Each number opens its messages where a list has exactly those. */
export function ContactsTable() {
  const { state, narrow, hrefOf: rowsHref } = useRowsAddress(digitalRows)
  const hrefOf = useDrilldown()
  const kind = contactKinds.find((one) => one === state.rows) ?? 'all'
  const narrowing = contactsOf(state.of ?? '') ?? {}
  const { channel = [], group, representative } = narrowing
  return (
    <RowsPanel
      rows={useRows(digitalRows, 'contacts-of-period', { ...narrowingQuery(narrowing), kind })}
      columns={columns}
      // A person in no contact list has no ID, but a name of their own.
      rowId={({ id, name }, index) => id ?? `${index} ${name}`}
      rowLabel={({ name }) => `Messages from ${readable(name)}`}
      rowHref={({ drilldown }) => hrefOf(drilldown)}
      searchPlaceholder="Search contacts"
      narrowed={
        representative ? (
          <p className={classes.narrowed}>
            <span>Contacts that one representative wrote to</span>
            <TextLink href={rowsHref('reached')}>Show all reached contacts</TextLink>
          </p>
        ) : group || channel.length > 1 ? (
          <NarrowedTo
            of="Contacts"
            {...narrowing}
            all={{ label: 'Show all contacts', href: rowsHref(kind) }}
          />
        ) : (
          <ChannelSelect value={channels.find((one) => one === channel[0])} onChange={narrow} />
        )
      }
      none="No contacts in this period"
    />
  )
}
