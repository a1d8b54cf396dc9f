import { useQuery } from '@tanstack/react-query'
import { noOwner, type WaitingOwner } from '@verbatim/contract/dashboards.ts'
import { durationText } from '@verbatim/contract/figure-words.ts'
import type { Column } from '@verbatim/ui/DataTable.tsx'
import { NamedFace } from '@verbatim/ui/Face.tsx'
import { NoFace } from '@verbatim/ui/NoFace.tsx'
import { readable } from '@verbatim/ui/readable.ts'
import { useApi } from '#shell/use-app-context.ts'
import { CountLink } from './CountLink.tsx'
import { askedOf, waitingOwnersQuery } from './queries.ts'
import { usePeriod, useRowsAddress } from './rows-address.ts'
import { RowsPanel } from './RowsPanel.tsx'
import { salesKinds } from './sales-kinds.ts'
import { useDrilldown } from './use-drilldown.ts'
import { useRowExport } from './use-row-export.ts'

type OwnerRow = Omit<WaitingOwner, 'id'> & { readonly id: string }

const columns: readonly Column<OwnerRow>[] = [
  {
    id: 'name',
    label: 'Representative',
    sortBy: 'name',
    narrow: 'line',
    cell: ({ id, name }) =>
      id === noOwner ? <NoFace name="No representative" /> : <NamedFace name={name} oneLine />,
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
  const { period } = usePeriod()
  const { state } = useRowsAddress('sales-effectiveness', salesKinds)
  const hrefOf = useDrilldown()
  const { data, error, isPlaceholderData, refetch } = useQuery(waitingOwnersQuery(useApi(), period, state))
  const items = data?.items.map(({ id = noOwner, ...row }): OwnerRow => ({ ...row, id }))
  return (
    <RowsPanel
      tab="sales-effectiveness"
      title="Representatives and clients"
      kinds={salesKinds}
      columns={columns}
      answer={{ data: items && { items, total: data?.total ?? 0 }, error, isPlaceholderData, refetch }}
      rowLabel={({ name }) => `Waiting clients of ${readable(name) || 'no representative'}`}
      rowHref={({ drilldown }) => hrefOf(drilldown)}
      searchPlaceholder="Search representatives"
      exported={useRowExport('waiting-owners', askedOf(period, state))}
      none="No client waits for an answer"
    />
  )
}
