import { useQuery } from '@tanstack/react-query'
import {
  type InactiveCause,
  inactiveCauseNames,
  type Representative,
  representativeKinds,
} from '@verbatim/contract/dashboards.ts'
import { Badge } from '@verbatim/ui/Badge.tsx'
import { counted } from '@verbatim/ui/counted.ts'
import type { Meaning } from '@verbatim/ui/colors.ts'
import type { Column } from '@verbatim/ui/DataTable.tsx'
import { numberText } from '@verbatim/ui/dates.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { NamedFace } from '@verbatim/ui/Face.tsx'
import { readable } from '@verbatim/ui/readable.ts'
import { IconCircleCheck, IconMessageOff, IconPlayerPause, IconPlugConnectedX } from '@tabler/icons-react'
import { useApi } from '#shell/use-app-context.ts'
import { changeOf } from '@verbatim/contract/figure-words.ts'
import { FigureChange } from './FigureChange.tsx'
import { askedOf, representativesQuery } from './queries.ts'
import { type RowsState, usePeriod, useRowsAddress } from './rows-address.ts'
import { RowsPanel } from './RowsPanel.tsx'
import { salesKinds } from './sales-kinds.ts'
import { useDrilldown } from './use-drilldown.ts'
import { useRowExport } from './use-row-export.ts'

const causes: Readonly<Record<InactiveCause, Meaning>> = {
  'not-connected': { label: inactiveCauseNames['not-connected'], tone: 'red', icon: IconPlugConnectedX },
  'never-wrote': { label: inactiveCauseNames['never-wrote'], tone: 'amber', icon: IconMessageOff },
  paused: { label: inactiveCauseNames.paused, tone: 'grey', icon: IconPlayerPause },
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

const sentColumn: Column<Representative> = {
  id: 'sent',
  label: 'Messages sent',
  sortBy: 'sent',
  align: 'right',
  width: 144,
  count: ({ sent }) => sent,
  cell: ({ sent }) => numberText(sent),
}

const contactsColumn: Column<Representative> = {
  id: 'contacts',
  label: 'Contacts',
  sortBy: 'contacts',
  align: 'right',
  width: 112,
  count: ({ contacts }) => contacts,
  cell: ({ contacts }) => numberText(contacts),
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
      cell: ({ cause }) => <Badge meaning={cause ? causes[cause] : active} of="Status" quiet />,
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
      cell: ({ cause }) => cause && <Badge meaning={causes[cause]} of="Why" quiet />,
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

/** Those that are shown have a call of their own if they are active or inactive. */
function useExport(state: RowsState, period: string) {
  const { rows } = state
  const query = askedOf(period, state)
  const kind = representativeKinds.find((one) => one === rows)
  const some = useRowExport(`${rows === 'inactive' ? rows : 'active'}-representatives`, query)
  const all = useRowExport('representatives', { ...query, ...(kind && { kind }) })
  return kind ? all : some
}

/** Who wrote to clients, for the first time or not, and who did not and why. A row leads to the person's messages. */
export function RepresentativesTable() {
  const { period } = usePeriod()
  const { state } = useRowsAddress('sales-effectiveness', salesKinds)
  const hrefOf = useDrilldown()
  const answer = useQuery(representativesQuery(useApi(), period, state))
  return (
    <RowsPanel
      tab="sales-effectiveness"
      title="Representatives and clients"
      kinds={salesKinds}
      columns={columnsOf[state.rows] ?? []}
      answer={answer}
      rowLabel={({ name }) => `Messages of ${readable(name)}`}
      rowHref={({ id, lastSentAt, drilldown }) =>
        // Active ones have messages in the period; the others may have older ones.
        hrefOf(drilldown ?? (lastSentAt ? { list: 'messages', filter: `authorId[eq]:${id}` } : undefined))
      }
      searchPlaceholder="Search representatives"
      exported={useExport(state, period)}
      none={noneOf[state.rows] ?? ''}
    />
  )
}
