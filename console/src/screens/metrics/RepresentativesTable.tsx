import {
  type InactiveCause,
  inactiveText,
  type Representative,
  representativeKinds,
} from '@verbatim/contract/metric-lists.ts'
import { Badge } from '@verbatim/ui/Badge.tsx'
import { counted } from '@verbatim/ui/counted.ts'
import type { Meaning } from '@verbatim/ui/colors.ts'
import type { Column } from '@verbatim/ui/table/DataTable.tsx'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { NamedFace } from '@verbatim/ui/Face.tsx'
import { readable } from '@verbatim/ui/readable.ts'
import { IconCircleCheck, IconMessageOff, IconPlayerPause, IconPlugConnectedX } from '@tabler/icons-react'
import { changeOf } from '@verbatim/contract/figure-words.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import { countColumn } from '#lists/usual-columns.tsx'
import { CountLink } from './CountLink.tsx'
import { FigureChange } from './FigureChange.tsx'
import { useRowsAddress } from './rows-address.ts'
import { RowsPanel } from './RowsPanel.tsx'
import { salesRows } from './sales-rows.ts'
import { useDrilldown } from './use-drilldown.ts'
import { useRows } from './use-rows.ts'

const causes: Readonly<Record<InactiveCause, Pick<Meaning, 'tone' | 'icon'>>> = {
  'not-connected': { tone: 'red', icon: IconPlugConnectedX },
  'never-wrote': { tone: 'amber', icon: IconMessageOff },
  paused: { tone: 'grey', icon: IconPlayerPause },
}

function Status({ row, of }: { row: Representative; of: string }) {
  const label = inactiveText(row)
  return <Badge meaning={row.cause && label ? { ...causes[row.cause], label } : active} of={of} quiet />
}

const active: Meaning = { label: 'Active', tone: 'green', icon: IconCircleCheck }

const nameColumn: Column<Representative> = {
  id: 'name',
  label: 'Representative',
  sortBy: 'name',
  narrow: 'line',
  cell: ({ name, email }) => <NamedFace name={name} detail={email} oneLine />,
}

const lastColumn: Column<Representative> = {
  id: 'last',
  label: 'Last wrote',
  sortBy: 'lastSentAt',
  width: 152,
  narrow: 'named',
  cell: ({ lastSentAt }) => (lastSentAt ? <DateTime at={lastSentAt} show="day" /> : 'Never'),
}

const sentColumn = countColumn('sent', 'Messages sent', { width: 144 })
const contactsColumn: Column<Representative> = {
  ...countColumn('contacts', 'Contacts', { width: 112 }),
  cell: ({ name, contacts, contactsDrilldown }) =>
    contactsDrilldown ? (
      <CountLink of={`Contacts of ${readable(name)}`} drilldown={contactsDrilldown} />
    ) : (
      numberText(contacts)
    ),
}

const columnsOf: Readonly<Record<string, readonly Column<Representative>[]>> = {
  active: [
    nameColumn,
    sentColumn,
    {
      id: 'change',
      label: 'Change',
      width: 152,
      narrow: 'out',
      cell: ({ sent, previous }) => <FigureChange change={changeOf(sent, previous, { unit: 'count' })} />,
    },
    contactsColumn,
    lastColumn,
  ],
  new: [nameColumn, sentColumn, contactsColumn, lastColumn],
  all: [
    nameColumn,
    {
      id: 'status',
      label: 'Status',
      width: 232,
      cell: (row) => <Status row={row} of="Status" />,
    },
    sentColumn,
    contactsColumn,
    lastColumn,
  ],
  inactive: [
    nameColumn,
    {
      id: 'cause',
      label: 'Why',
      width: 232,
      cell: (row) => row.cause && <Status row={row} of="Why" />,
    },
    lastColumn,
    {
      id: 'since',
      label: 'Silent for',
      align: 'right',
      width: 136,
      narrow: 'named',
      cell: ({ daysSince }) => (daysSince === null ? '–' : counted(daysSince, 'day')),
    },
  ],
}

const noneOf: Readonly<Record<string, string>> = {
  active: 'No active representatives in this period',
  inactive: 'No inactive representatives in this period',
  new: 'No representative wrote for the first time in this period',
  all: 'No representatives in this period',
}

/** Who wrote to clients, for the first time or not, and who did not and why. A row leads to the person's messages. */
export function RepresentativesTable() {
  const { state } = useRowsAddress(salesRows)
  const hrefOf = useDrilldown()
  // Active and inactive ones have a call each.
  const kind = representativeKinds.find((one) => one === state.rows)
  const called = state.rows === 'inactive' ? 'inactive-representatives' : 'active-representatives'
  const rows = useRows(salesRows, kind ? 'representatives' : called, kind && { kind })
  return (
    <RowsPanel
      rows={rows}
      columns={columnsOf[state.rows] ?? []}
      rowId={({ id }) => id}
      rowLabel={({ name }) => `Messages of ${readable(name)}`}
      rowHref={({ id, lastSentAt, drilldown }) =>
        // Active ones have messages in the period; the others may have older ones.
        hrefOf(drilldown ?? (lastSentAt ? { list: 'messages', filter: `authorId[eq]:${id}` } : undefined))
      }
      searchPlaceholder="Search representatives"
      none={noneOf[state.rows] ?? ''}
    />
  )
}
