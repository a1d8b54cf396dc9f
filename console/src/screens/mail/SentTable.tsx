import { Table, Text } from '@mantine/core'
import { Badge } from '@verbatim/ui/Badge.tsx'
import type { Meaning } from '@verbatim/ui/colors.ts'
import { TableHead } from '@verbatim/ui/table/TableHead.tsx'
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
