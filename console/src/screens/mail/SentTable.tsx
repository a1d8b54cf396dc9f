import { Table, Text } from '@mantine/core'
import { Badge } from '@verbatim/ui/Badge.tsx'
import type { Meaning } from '@verbatim/ui/colors.ts'
import type { RowLike } from '@verbatim/ui/table/DataTable.tsx'
import { DayRow, startsDay } from '@verbatim/ui/table/DataTableDays.tsx'
import { TableHead } from '@verbatim/ui/table/TableHead.tsx'
import { Fragment, type ReactNode } from 'react'
import classes from './SentTable.module.css'

interface SentTableProps<Row> {
  label: string
  columns: readonly string[]
  /** In the order of their times. */
  rows: readonly Row[]
  at: (row: Row) => string
  /** A row of the table: a cell for each column. Its day is above it. */
  children: (row: Row) => ReactNode
}

/** What was sent, or was not, under its days: a table that scrolls by itself, and is cards on a phone. */
export function SentTable<Row extends RowLike>(props: SentTableProps<Row>) {
  const { label, columns, rows, at, children } = props
  return (
    // Content that does not fit can also be reached by keyboard.
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={label}>
      <Table className={classes.rows} aria-label={label}>
        <TableHead of={columns} />
        <Table.Tbody>
          {rows.map((row, index) => (
            <Fragment key={row.id}>
              {startsDay({ at }, rows, index) && <DayRow at={at(row)} span={columns.length} />}
              {children(row)}
            </Fragment>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

/** The state of one of them, with a note. */
export function SentState({ meaning, note }: { meaning: Meaning; note?: ReactNode }) {
  return (
    <Table.Td>
      <Badge meaning={meaning} of="Status" />
      {note && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </Table.Td>
  )
}

/** That older ones are not listed: as many are shown as there can be. */
export function NewestShown({ count, most, noun = '' }: { count: number; most: number; noun?: string }) {
  if (count < most) return null
  return (
    <Text size="xs" c="dimmed">
      The newest {most} {noun && `${noun} `}are shown.
    </Text>
  )
}
