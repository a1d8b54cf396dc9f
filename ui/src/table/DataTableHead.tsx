import { ActionIcon, Checkbox, Menu } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp, IconColumns3 } from '@tabler/icons-react'
import classes from './DataTableHead.module.css'
import type { CSSProperties } from 'react'
import type { Column, DataTableProps, RowLike, TableView } from './DataTable.tsx'
import { pageState, withRows } from './selection.ts'
import { usePanel } from '#use-panel.ts'

interface DataTableHeadProps<Row extends RowLike> extends DataTableProps<Row> {
  allColumns: readonly Column<Row>[]
  view: TableView
  onView: (view: TableView) => void
}

export function DataTableHead<Row extends RowLike>(props: DataTableHeadProps<Row>) {
  const { columns, rows, selection, onSelect } = props
  const ids = rows?.map((row) => row.id) ?? []
  const state = selection ? pageState(selection, ids) : 'none'
  return (
    <thead role="rowgroup" className={classes.head}>
      <tr role="row">
        {selection && (
          <th role="columnheader" className={classes.box}>
            <Checkbox
              size="xs"
              aria-label="Select all on this page"
              checked={state === 'all'}
              indeterminate={state === 'some'}
              disabled={ids.length === 0}
              aria-disabled={props.isHeld || undefined}
              onChange={() => onSelect?.(withRows(selection, ids, state !== 'all'))}
            />
          </th>
        )}
        {columns.map((column) => (
          <HeadCell key={column.id} column={column} sort={props.sort} onSort={props.onSort} />
        ))}
        <th role="columnheader" className={classes.tools}>
          <ViewMenu columns={props.allColumns} view={props.view} onView={props.onView} />
        </th>
      </tr>
    </thead>
  )
}

/** A column that may shrink has its least width in a table of 1,000 px, and its whole width in one of 1,400 px. */
function widthOf<Row>({ width, leastWidth }: Column<Row>): CSSProperties | undefined {
  if (!width || !leastWidth) return width ? { width } : undefined
  const growth = (width - leastWidth) / 400
  return {
    width: `clamp(${leastWidth}px, calc(${leastWidth}px + (100cqi - 1000px) * ${growth}), ${width}px)`,
  }
}

interface HeadCellProps<Row> {
  column: Column<Row>
  sort: string | undefined
  onSort: ((sort: string) => void) | undefined
}

function HeadCell<Row>({ column, sort, onSort }: HeadCellProps<Row>) {
  const { sortBy, label, align, narrow } = column
  const { direction, next } = orderBy(column, sort)
  const Arrow =
    direction === 'ascending' ? IconArrowUp : direction === 'descending' ? IconArrowDown : IconArrowsSort
  return (
    <th
      role="columnheader"
      className={classes.headCell}
      data-align={align}
      data-narrow={narrow ?? 'beside'}
      aria-sort={sortBy ? (direction ?? 'none') : undefined}
      style={widthOf(column)}
    >
      {sortBy && onSort ? (
        <button
          type="button"
          className={classes.sort}
          data-active={direction !== undefined || undefined}
          onClick={() => onSort(next)}
        >
          {label}
          <Arrow size={14} aria-hidden />
        </button>
      ) : (
        label
      )}
    </th>
  )
}

/** The direction of a column, and the order after pressing its head: descending first. */
export function orderBy<Row>({ sortBy, thenBy, isOpposite }: Column<Row>, sort = '') {
  const [first = ''] = sort.split(',')
  if (!sortBy) return { direction: undefined, next: sort }
  const [rising, falling] = isOpposite ? [`-${sortBy}`, sortBy] : [sortBy, `-${sortBy}`]
  const direction =
    first === rising ? ('ascending' as const) : first === falling ? ('descending' as const) : undefined
  const next = direction === 'descending' ? rising : falling
  return { direction, next: thenBy ? `${next},${thenBy}` : next }
}

interface ViewMenuProps<Row> {
  columns: readonly Column<Row>[]
  view: TableView
  onView: (view: TableView) => void
}

function ViewMenu<Row>({ columns, view, onView }: ViewMenuProps<Row>) {
  const { button, props, fading } = usePanel()
  const isShown = (column: Column<Row>) => view.shown[column.id] ?? !column.optional
  const shown = columns.filter(isShown)
  return (
    <Menu {...props} position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon ref={button} size={24} aria-label="Columns and row height">
          <IconColumns3 size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown {...fading}>
        {columns.map((column) => (
          <Menu.CheckboxItem
            key={column.id}
            checked={isShown(column)}
            disabled={shown.length === 1 && isShown(column)}
            onChange={(checked) => onView({ ...view, shown: { ...view.shown, [column.id]: checked } })}
          >
            {column.label}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.CheckboxItem checked={view.compact} onChange={(compact) => onView({ ...view, compact })}>
          Compact rows
        </Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>
  )
}
