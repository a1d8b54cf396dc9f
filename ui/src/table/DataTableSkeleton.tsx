import { Skeleton } from '@mantine/core'
import type { Column } from './DataTable.tsx'
import classes from './DataTableRow.module.css'

const skeletonRows = Array.from({ length: 12 }, (_, i) => i)

/** Rows in the shape of those that are loading. */
export function SkeletonRows<Row>({
  columns,
  withBox,
}: {
  columns: readonly Column<Row>[]
  withBox: boolean
}) {
  return skeletonRows.map((row) => (
    <tr key={row} className={classes.row} aria-hidden>
      {withBox && <td className={classes.box} />}
      {columns.map((column, i) => (
        <td
          key={column.id}
          className={classes.cell}
          data-first={i === 0 || undefined}
          data-narrow={column.narrow ?? 'beside'}
        >
          <Skeleton height={12} width={`${45 + ((row * 7 + i * 13) % 45)}%`} radius="xs" />
        </td>
      ))}
      <td className={classes.tools} />
    </tr>
  ))
}
