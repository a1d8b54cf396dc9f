import type { WaitingOwner } from '@verbatim/contract/metric-lists.ts'
import { noOwner } from '@verbatim/contract/rows-of.ts'
import { durationText } from '@verbatim/contract/figure-words.ts'
import type { Column } from '@verbatim/ui/table/DataTable.tsx'
import { NamedFace } from '@verbatim/ui/Face.tsx'
import { NoFace } from '@verbatim/ui/NoFace.tsx'
import { readable } from '@verbatim/ui/readable.ts'
import { CountLink } from './CountLink.tsx'
import { RowsPanel } from './RowsPanel.tsx'
import { salesRows } from './sales-rows.ts'
import { useDrilldown } from './use-drilldown.ts'
import { useRows } from './use-rows.ts'

const columns: readonly Column<WaitingOwner>[] = [
  {
    id: 'name',
    label: 'Representative',
    sortBy: 'name',
    narrow: 'line',
    cell: ({ id, name }) => (id ? <NamedFace name={name} oneLine /> : <NoFace name="No representative" />),
  },
  {
    id: 'waiting',
    label: 'Waiting clients',
    sortBy: 'waiting',
    align: 'right',
    width: 152,
    count: ({ waiting }) => waiting,
    cell: ({ name, drilldown }) => (
      <CountLink
        of={`Clients that wait for ${readable(name) || 'no representative'}`}
        drilldown={drilldown}
      />
    ),
  },
  {
    id: 'since',
    label: 'Longest wait',
    sortBy: 'since',
    isOpposite: true,
    align: 'right',
    narrow: 'named',
    width: 176,
    cell: ({ hours }) => durationText(hours * 60),
  },
]

/** Who has clients that wait for an answer now. A row leads to those clients. */
export function WaitingOwnersTable() {
  const hrefOf = useDrilldown()
  return (
    <RowsPanel
      rows={useRows(salesRows, 'waiting-owners')}
      columns={columns}
      rowId={({ id = noOwner }) => id}
      rowLabel={({ name }) => `Waiting clients of ${readable(name) || 'no representative'}`}
      rowHref={({ drilldown }) => hrefOf(drilldown)}
      searchPlaceholder="Search representatives"
      none="No client waits for an answer"
    />
  )
}
