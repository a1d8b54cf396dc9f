import { changeOf, evenText } from '@verbatim/contract/figure-words.ts'
import type { SupervisedPolicy } from '@verbatim/contract/supervision.ts'
import type { Column } from '@verbatim/ui/table/DataTable.tsx'
import { countColumn, nameColumn } from '#lists/usual-columns.tsx'
import { complianceRows } from './compliance-rows.ts'
import { FigureChange } from './FigureChange.tsx'
import { drilldownColumn } from './drilldown-column.tsx'
import { RowsPanel } from './RowsPanel.tsx'
import { useDrilldown } from './use-drilldown.ts'
import { useRows } from './use-rows.ts'

const columns: readonly Column<SupervisedPolicy>[] = [
  nameColumn('Policy'),
  countColumn('events', 'Events', { width: 104 }),
  {
    id: 'change',
    label: 'Change',
    width: 152,
    narrow: 'out',
    cell: ({ events, previous }) => <FigureChange change={changeOf(events, previous, { unit: 'count' })} />,
  },
  drilldownColumn('closed', 'Closed', { width: 104, of: (name) => `Closed events of ${name}` }),
  {
    ...drilldownColumn('falseAlarms', 'False alarms', {
      width: 136,
      of: (name) => `False alarms of ${name}`,
    }),
    count: ({ falseAlarms }) => falseAlarms,
  },
  {
    id: 'precision',
    label: 'Precision',
    align: 'right',
    width: 112,
    cell: ({ precision }) => evenText(precision, 'percent'),
  },
]

/** What each policy found, and how much of it was worth reviewing. A row leads to its events. */
export function PoliciesTable() {
  const hrefOf = useDrilldown()
  return (
    <RowsPanel
      rows={useRows(complianceRows, 'supervised-policies')}
      columns={columns}
      rowId={({ id }) => id}
      rowLabel={({ name }) => `Events of ${name}`}
      rowHref={({ events, drilldowns }) => (events > 0 ? hrefOf(drilldowns.events) : undefined)}
      searchPlaceholder="Search policies"
      none="No policy found anything in this period"
      note="Precision is the share of closed events that were worth reviewing: non-compliant or questionable. At least 20 closed events are needed."
      isPrinted
    />
  )
}
