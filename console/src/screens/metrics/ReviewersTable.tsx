import { useQuery } from '@tanstack/react-query'
import { figureText, noFigure } from '@verbatim/contract/figure-words.ts'
import type { ReviewerLoad } from '@verbatim/contract/supervision.ts'
import type { Column } from '@verbatim/ui/DataTable.tsx'
import { numberText } from '@verbatim/ui/dates.ts'
import { NamedFace } from '@verbatim/ui/Face.tsx'
import { NoFace } from '@verbatim/ui/NoFace.tsx'
import { useApi } from '#shell/use-app-context.ts'
import { complianceKinds } from './compliance-kinds.ts'
import { CountLink } from './CountLink.tsx'
import { askedOf, reviewersQuery } from './queries.ts'
import { usePeriod, useRowsAddress } from './rows-address.ts'
import { RowsPanel } from './RowsPanel.tsx'
import { useRowExport } from './use-row-export.ts'

type Row = Omit<ReviewerLoad, 'id'> & { readonly id: string; readonly isPerson: boolean }

const toRow = ({ id, ...load }: ReviewerLoad): Row => ({
  ...load,
  id: id ?? load.name,
  isPerson: id !== null,
})

const columns: readonly Column<Row>[] = [
  {
    id: 'name',
    label: 'Reviewer',
    sortBy: 'name',
    narrow: 'line',
    cell: ({ isPerson, name }) => (isPerson ? <NamedFace name={name} oneLine /> : <NoFace name={name} />),
  },
  {
    id: 'open',
    label: 'Open',
    sortBy: 'open',
    align: 'right',
    width: 88,
    cell: ({ name, drilldowns }) => <CountLink of={`Open events of ${name}`} drilldown={drilldowns.open} />,
  },
  {
    id: 'aged',
    label: 'Over 7 days',
    sortBy: 'aged',
    align: 'right',
    width: 128,
    cell: ({ name, drilldowns }) => (
      <CountLink of={`Events of ${name} open for over 7 days`} drilldown={drilldowns.aged} />
    ),
  },
  {
    id: 'closed',
    label: 'Closed',
    sortBy: 'closed',
    align: 'right',
    width: 104,
    cell: ({ name, drilldowns }) => (
      <CountLink of={`Events closed by ${name}`} drilldown={drilldowns.closed} />
    ),
  },
  {
    id: 'median',
    label: 'Median time',
    sortBy: 'medianHours',
    align: 'right',
    width: 168,
    cell: ({ medianHours }) => figureText(medianHours, 'hours'),
  },
  {
    id: 'slow',
    label: '90% within',
    align: 'right',
    width: 168,
    narrow: 'out',
    cell: ({ slowHours }) => figureText(slowHours, 'hours'),
  },
  {
    id: 'differing',
    label: 'Differing',
    sortBy: 'differing',
    align: 'right',
    width: 136,
    cell: ({ name, compared, drilldowns }) =>
      compared === 0 ? (
        noFigure
      ) : (
        <>
          <CountLink of={`Differing decisions of ${name}`} drilldown={drilldowns.differing} /> of{' '}
          {numberText(compared)}
        </>
      ),
  },
]

/** What each reviewer has open now, and what they decided of the period. */
export function ReviewersTable() {
  const { period } = usePeriod()
  const { state } = useRowsAddress('cognitive-compliance', complianceKinds)
  const answer = useQuery(reviewersQuery(useApi(), period, state))
  const { data } = answer
  return (
    <RowsPanel
      tab="cognitive-compliance"
      title="Policies and reviewers"
      kinds={complianceKinds}
      columns={columns}
      answer={{ ...answer, data: data && { ...data, items: data.items.map(toRow) } }}
      rowLabel={({ name }) => name}
      rowHref={() => undefined}
      searchPlaceholder="Search reviewers"
      exported={useRowExport('reviewer-loads', askedOf(period, state))}
      none="No reviewer has or had anything to decide"
      note="Open events are those of now; the rest is about events of these days. “90% within” needs 10 closed events. A decision differs if another reviewer decided otherwise before, on the same event or on one with the same rule and words."
      isPrinted
    />
  )
}
