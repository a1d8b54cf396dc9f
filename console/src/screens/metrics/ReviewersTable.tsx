import { figureText, noFigure } from '@verbatim/contract/figure-words.ts'
import type { ReviewerLoad } from '@verbatim/contract/supervision.ts'
import type { Column } from '@verbatim/ui/table/DataTable.tsx'
import { numberText } from '@verbatim/ui/dates.ts'
import { NamedFace } from '@verbatim/ui/Face.tsx'
import { NoFace } from '@verbatim/ui/NoFace.tsx'
import { complianceRows } from './compliance-rows.ts'
import { CountLink } from './CountLink.tsx'
import { drilldownColumn } from './drilldown-column.tsx'
import classes from './ReviewersTable.module.css'
import { RowsPanel } from './RowsPanel.tsx'
import { useRows } from './use-rows.ts'

const columns: readonly Column<ReviewerLoad>[] = [
  {
    id: 'name',
    label: 'Reviewer',
    sortBy: 'name',
    narrow: 'line',
    cell: ({ id, name }) => (id ? <NamedFace name={name} oneLine /> : <NoFace name={name} />),
  },
  drilldownColumn('open', 'Open', { width: 88, of: (name) => `Open events of ${name}` }),
  drilldownColumn('aged', 'Over 7 days', {
    width: 128,
    of: (name) => `Events of ${name} open for over 7 days`,
  }),
  drilldownColumn('closed', 'Closed', { width: 104, of: (name) => `Events closed by ${name}` }),
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
        <span className={classes.pair}>
          <CountLink of={`Differing decisions of ${name}`} drilldown={drilldowns.differing} /> of{' '}
          {drilldowns.compared ? (
            <CountLink of={`Decisions of ${name} with a precedent`} drilldown={drilldowns.compared} />
          ) : (
            numberText(compared)
          )}
        </span>
      ),
  },
]

/** What each reviewer has open now, and what they decided of the period. */
export function ReviewersTable() {
  return (
    <RowsPanel
      rows={useRows(complianceRows, 'reviewer-loads')}
      columns={columns}
      rowId={({ id, name }) => id ?? name}
      rowLabel={({ name }) => name}
      rowHref={() => undefined}
      searchPlaceholder="Search reviewers"
      none="No reviewer has or had events to decide"
      note="Open events are counted as of now; everything else covers events of this period. “90% within” needs 10 closed events. A decision differs if another reviewer decided differently before, on the same event or on one with the same rule and words."
      isPrinted
    />
  )
}
