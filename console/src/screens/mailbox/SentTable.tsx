import { Table } from '@mantine/core'
import { TableHead } from '@verbatim/ui/TableHead.tsx'
import type { ReactNode } from 'react'
import classes from './SentTable.module.css'

interface SentTableProps {
  label: string
  columns: readonly string[]
  /** Rows of the table, a cell for each column. */
  children: ReactNode
}

/** What was sent, or was not: a table that scrolls by itself, and is cards on a phone. */
export function SentTable({ label, columns, children }: SentTableProps) {
  return (
    // Content that does not fit can also be reached by keyboard.
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={label}>
      <Table className={classes.rows} aria-label={label}>
        <TableHead of={columns} />
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </div>
  )
}
