import { Checkbox } from '@mantine/core'
import classes from './DataTableRow.module.css'
import type { Column, ReadBeside, RowLike } from './DataTable.tsx'
import { Link } from '#Link.tsx'
import { isSelected, type Selection } from './selection.ts'
import type { MouseEvent } from 'react'

interface DataTableRowProps<Row extends RowLike> {
  index: number
  row: Row
  columns: readonly Column<Row>[]
  href: string | undefined
  onOpen: ((row: Row) => void) | undefined
  /** Undefined if rows do not open in place. */
  isOpen: boolean | undefined
  label: string
  selection: Selection | undefined
  onPick: (selected: boolean) => void
  onFocus: (id: string) => void
  isMarked: boolean
  /** Whether it can't be selected now. */
  isHeld: boolean
  beside: ReadBeside | undefined
}

/** One row. Its first cell contains the link that covers the whole row. */
export function DataTableRow<Row extends RowLike>(props: DataTableRowProps<Row>) {
  const { index, row, columns, label, selection } = props
  const selected = selection !== undefined && isSelected(selection, row.id)
  return (
    <tr
      role="row"
      className={classes.row}
      data-row={index}
      aria-rowindex={index + 2}
      aria-selected={selection ? selected : undefined}
      data-marked={props.isMarked || undefined}
      aria-current={props.beside?.id === row.id || undefined}
      onFocus={() => props.onFocus(row.id)}
    >
      {selection && (
        <td role="cell" className={classes.box}>
          <Checkbox
            size="xs"
            aria-label={`Select ${label}`}
            checked={selected}
            aria-disabled={props.isHeld || undefined}
            onChange={(event) => props.onPick(event.currentTarget.checked)}
          />
        </td>
      )}
      {columns.map((column, i) => (
        <td
          role="cell"
          key={column.id}
          className={classes.cell}
          data-align={column.align}
          data-first={i === 0 || undefined}
          data-noun={nounOf(column, row)}
          data-label={column.narrow === 'named' ? column.label : undefined}
          data-narrow={column.narrow ?? 'beside'}
        >
          {i === 0 && <RowLink {...props} />}
          <div className={classes.content}>{column.cell(row)}</div>
        </td>
      ))}
      <td role="cell" className={classes.tools} />
    </tr>
  )
}

/** `files`, or `file` for one, because a number is unclear without the heading of its column. */
export function nounOf<Row>({ align, label, count }: Column<Row>, row: Row): string | undefined {
  if (!align) return undefined
  const noun = label.toLowerCase()
  return count?.(row) === 1 ? noun.replace(/s$/, '') : noun
}

function RowLink<Row extends RowLike>({ row, href, onOpen, isOpen, label, beside }: DataTableRowProps<Row>) {
  if (href !== undefined)
    return (
      <Link
        href={href}
        className={classes.link}
        data-row-link
        aria-label={label}
        onClick={beside && ((event) => readBeside(event, () => beside.show(row.id)))}
      >
        {''}
      </Link>
    )
  if (onOpen)
    return (
      <button
        type="button"
        className={classes.link}
        data-row-link
        aria-label={label}
        aria-expanded={isOpen}
        onClick={() => onOpen(row)}
      />
    )
  return
}

/** A plain click reads the row beside the table; Enter, or a click with a key held, follows the link. */
function readBeside(event: MouseEvent, show: () => void): void {
  const isPlain = event.detail > 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
  if (!isPlain) return
  event.preventDefault()
  show()
}
