import { useQuery } from '@tanstack/react-query'
import { changeOf, evenText } from '@verbatim/contract/figure-words.ts'
import type { SupervisedPolicy } from '@verbatim/contract/supervision.ts'
import type { Column } from '@verbatim/ui/DataTable.tsx'
import { numberText } from '@verbatim/ui/dates.ts'
import { useApi } from '#shell/use-app-context.ts'
import { complianceKinds } from './compliance-kinds.ts'
import { CountLink } from './CountLink.tsx'
import { FigureChange } from './FigureChange.tsx'
import { askedOf, policiesQuery } from './queries.ts'
import { usePeriod, useRowsAddress } from './rows-address.ts'
import { RowsPanel } from './RowsPanel.tsx'
import { useDrilldown } from './use-drilldown.ts'
import { useRowExport } from './use-row-export.ts'

const columns: readonly Column<SupervisedPolicy>[] = [
  { id: 'name', label: 'Policy', sortBy: 'name', narrow: 'line', cell: ({ name }) => <bdi>{name}</bdi> },
  {
    id: 'events',
    label: 'Events',
    sortBy: 'events',
    align: 'right',
    width: 104,
    count: ({ events }) => events,
    cell: ({ events }) => numberText(events),
  },
  {
    id: 'change',
    label: 'Change',
    width: 152,
    narrow: 'out',
    cell: ({ events, previous }) => <FigureChange change={changeOf(events, previous, { unit: 'count' })} />,
  },
  {
    id: 'closed',
    label: 'Closed',
    sortBy: 'closed',
    align: 'right',
    width: 104,
    cell: ({ name, drilldowns }) => (
      <CountLink of={`Closed events of ${name}`} drilldown={drilldowns.closed} />
    ),
  },
  {
    id: 'falseAlarms',
    label: 'False alarms',
    sortBy: 'falseAlarms',
    align: 'right',
    width: 136,
    count: ({ falseAlarms }) => falseAlarms,
    cell: ({ name, drilldowns }) => (
      <CountLink of={`False alarms of ${name}`} drilldown={drilldowns.falseAlarms} />
    ),
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
  const { period } = usePeriod()
  const { state } = useRowsAddress('cognitive-compliance', complianceKinds)
  const hrefOf = useDrilldown()
  return (
    <RowsPanel
      tab="cognitive-compliance"
      title="Policies and reviewers"
      kinds={complianceKinds}
      columns={columns}
      answer={useQuery(policiesQuery(useApi(), period, state))}
      rowLabel={({ name }) => `Events of ${name}`}
      rowHref={({ events, drilldowns }) => (events > 0 ? hrefOf(drilldowns.events) : undefined)}
      searchPlaceholder="Search policies"
      exported={useRowExport('supervised-policies', askedOf(period, state))}
      none="No policy found anything in these days"
      note="Precision is the share of closed events that were worth reviewing: non-compliant or questionable. It takes 20 closed events."
      isPrinted
    />
  )
}
