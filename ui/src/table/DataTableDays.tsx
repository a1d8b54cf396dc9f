import { useNow } from '#clock.ts'
import classes from './DataTableDays.module.css'
import { isSameDay, shortDayText } from '#dates.ts'

/** The time of a row, and the field of `sort` that orders rows by it. */
export interface Days<Row> {
  readonly sortBy: string
  readonly at: (row: Row) => string
}

/** With more rows, only visible ones are drawn, which needs rows of one height without headings between them. */
const mostByDay = 200

interface Ordered<Row> {
  readonly rows: readonly Row[] | undefined
  readonly sort?: string
  readonly days?: Days<Row> | undefined
}

export function isByDay<Row>({ rows, sort, days }: Ordered<Row>): boolean {
  return days !== undefined && sort?.replace(/^-/, '') === days.sortBy && (rows?.length ?? 0) <= mostByDay
}

/** Whether a row belongs to another day than the one above it. */
export function startsDay<Row>({ at }: Pick<Days<Row>, 'at'>, rows: readonly Row[], index: number): boolean {
  const [above, row] = [rows[index - 1], rows[index]]
  return row !== undefined && (above === undefined || !isSameDay(at(above), at(row)))
}

/** The heading above the rows of one day. */
export function DayRow({ at, span }: { at: string; span: number }) {
  const now = useNow()
  return (
    <tr role="row" className={classes.row}>
      <th role="rowheader" className={classes.day} colSpan={span}>
        <time dateTime={at.slice(0, 10)}>{shortDayText(at, now)}</time>
      </th>
    </tr>
  )
}
