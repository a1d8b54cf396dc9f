import { useLocalStorage } from '@mantine/hooks'
import { type CSSProperties, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useBusyRows } from './busy-rows.ts'
import classes from './DataTable.module.css'
import { type Days, DayRow, isByDay, startsDay } from './DataTableDays.tsx'
import { DataTableHead } from './DataTableHead.tsx'
import { DataTableRow } from './DataTableRow.tsx'
import { SkeletonRows } from './DataTableSkeleton.tsx'
import type { Hold } from '#held-keys.ts'
import { areKeysForPage } from '#list-keys.ts'
import { useRowKeys } from './row-keys.ts'
import { useRowWindow } from './row-window.ts'
import { type Selection, withRows } from './selection.ts'

export interface Column<Row> {
  /** The column's name in the reader's stored preferences; never shown. */
  readonly id: string
  readonly label: string
  readonly cell: (row: Row) => ReactNode
  /** The field of `sort`; the column can be sorted by it. */
  readonly sortBy?: string
  /** The cell falls where the field rises: a moment, shown as the time since. */
  readonly isOpposite?: true
  /** The field that sorts rows which are equal in `sortBy`, lowest first. */
  readonly thenBy?: string
  /** The number in the cell; on a narrow screen the label follows it, in the singular for one. */
  readonly count?: (row: Row) => number
  /** Numbers are aligned right. */
  readonly align?: 'right'
  /** Pixels; without it the column shares the remaining width. */
  readonly width?: number
  /** In a narrow table the column shrinks to this, so that the columns without a width keep their share. */
  readonly leastWidth?: number
  /** The same, while rows are listed under their days. */
  readonly widthByDay?: number
  /** Hidden until the reader shows it. */
  readonly optional?: true
  /**
   * On a narrow screen: on a separate line, on one that begins with the column's label, next to others, before all, at the
   * end of the first line, in the upper corner, or left out. Default: `beside`.
   */
  readonly narrow?: 'line' | 'named' | 'beside' | 'first' | 'end' | 'corner' | 'out'
}

/** The parts of a row that a table needs. */
export interface RowLike {
  readonly id: string
}

export interface DataTableProps<Row extends RowLike> {
  /** The name of the rows, read out by screen readers; also the key of the stored preferences. */
  label: string
  columns: readonly Column<Row>[]
  /** Undefined while they are loading for the first time. */
  rows: readonly Row[] | undefined
  /** Shown instead of the table if there are no rows. */
  empty: ReactNode
  /**
   * The address of a row's detail; the whole row is a link to it. Without it `onOpen` opens the row in place, and a row without
   * an address leads nowhere.
   */
  rowHref?: (row: Row) => string | undefined
  onOpen?: (row: Row) => void
  /** The content under an open row: `onOpen` opens and closes it. For tables of one page. */
  detail?: { readonly openId: string | undefined; readonly show: (row: Row) => ReactNode }
  /** The name of a row's link and checkbox. */
  rowLabel: (row: Row) => string
  /** `-postedDate`, as the address has it. */
  sort?: string
  /** Rows sorted by time are grouped under their days. */
  days?: Days<Row> | undefined
  onSort?: (sort: string) => void
  /** Present where bulk actions exist. */
  selection?: Selection
  onSelect?: (selection: Selection) => void
  /** Older rows stay visible while newer ones are loading. */
  refreshing?: boolean
  /** The single keys for the focused row: `{ e: escalate }`. */
  rowKeys?: Readonly<Record<string, (row: Row) => void>>
  /** What keys that act on a row wait for. */
  hold?: Hold
  /** Whether other rows can't be selected now. */
  isHeld?: boolean
  /** A note about a special row, which is tinted. */
  isMarked?: (row: Row) => boolean
  /** Whether the reader is working in the rows: has scrolled, or has the focus on one. */
  onBusy?: (isBusy: boolean) => void
  /** Present while one row is read beside the table: the keys of rows are then handled there. */
  beside?: ReadBeside
}

export interface ReadBeside {
  /** The row that is read: marked, and in sight with the focus when it changes. */
  readonly id: string | undefined
  /** A row was clicked: it is read beside the table, not on its own page. */
  readonly show: (id: string) => void
}

/** A reader's settings of a table. */
export interface TableView {
  readonly compact: boolean
  /** Column ID → shown, if it differs from the column's default. */
  readonly shown: Readonly<Record<string, boolean>>
}

const plainView: TableView = { compact: false, shown: {} }

/**
 * The table of every list. J and K move through its rows, Enter opens one, X selects it; above 200 rows only visible ones
 * are in the document. It fills the height it is given and scrolls inside, under its own header.
 */
export function DataTable<Row extends RowLike>(props: DataTableProps<Row>) {
  const { label, rows, selection, refreshing } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [view, setView] = useLocalStorage({
    key: `verbatim.table.${label}`,
    defaultValue: plainView,
    getInitialValueInEffect: false,
  })
  const byDay = isByDay(props)
  const columns = props.columns
    .filter((column) => view.shown[column.id] ?? !column.optional)
    .map((column) => (byDay && column.widthByDay ? { ...column, width: column.widthByDay } : column))
  const { drawn, above, below, bring } = useRowWindow(scroller, rows?.length ?? 0, view.compact ? 34 : 44)
  const isGoing = useRef(false)
  const goTo = (index: number) => {
    bring(index)
    // At once when it is drawn, because an Enter may follow before the next frame.
    if (focusRow(scroller.current, index)) return
    isGoing.current = true
    requestAnimationFrame(() => {
      focusRow(scroller.current, index)
      isGoing.current = false
    })
  }
  const setCursor = useRowKeys(props, {
    goTo,
    open: (index) => linkOf(rowAt(scroller.current, index))?.click(),
    isAt: (index) => isGoing.current || isAtRow(scroller.current, index),
  })
  useFollowed(props, goTo)
  const busyRows = useBusyRows(props.onBusy)
  if (rows?.length === 0) return <div className={classes.nothing}>{props.empty}</div>
  return (
    <div
      ref={scroller}
      className={classes.scroller}
      data-flows
      data-compact={view.compact || undefined}
      data-by-day={byDay || undefined}
      data-refreshing={refreshing || undefined}
      aria-busy={!rows || refreshing}
      {...busyRows}
    >
      <table
        role="table"
        className={classes.table}
        style={leastWidth(columns, selection !== undefined)}
        aria-label={label}
        aria-rowcount={rows?.length}
      >
        <DataTableHead {...props} columns={columns} allColumns={props.columns} view={view} onView={setView} />
        <tbody role="rowgroup">
          {!rows && <SkeletonRows columns={columns} withBox={selection !== undefined} />}
          {above > 0 && <Spacer height={above} />}
          {drawn.map((index) => (
            <DrawnRow
              key={rows?.[index]?.id ?? index}
              {...props}
              columns={columns}
              index={index}
              onCursor={setCursor}
            />
          ))}
          {below > 0 && <Spacer height={below} />}
        </tbody>
      </table>
    </div>
  )
}

interface DrawnRowProps<Row extends RowLike> extends DataTableProps<Row> {
  index: number
  onCursor: (id: string) => void
}

function DrawnRow<Row extends RowLike>(props: DrawnRowProps<Row>) {
  const { rows, index, selection, onSelect, detail, days } = props
  const row = rows?.[index]
  if (!row) return
  const isOpen = detail?.openId === row.id
  const span = props.columns.length + (selection ? 2 : 1)
  return (
    <>
      {days && isByDay(props) && startsDay(days, rows, index) && <DayRow at={days.at(row)} span={span} />}
      <DataTableRow
        index={index}
        row={row}
        columns={props.columns}
        href={props.rowHref?.(row)}
        onOpen={props.onOpen}
        isOpen={detail && isOpen}
        label={props.rowLabel(row)}
        selection={selection}
        onPick={(selected) => selection && onSelect?.(withRows(selection, [row.id], selected))}
        onFocus={props.onCursor}
        isMarked={props.isMarked?.(row) ?? false}
        isHeld={props.isHeld ?? false}
        beside={props.beside}
      />
      {isOpen && (
        <tr role="row" className={classes.detailRow}>
          <td role="cell" className={classes.detail} colSpan={span}>
            {detail.show(row)}
          </td>
        </tr>
      )}
    </>
  )
}

/** Goes with the row that is read beside the table. */
function useFollowed<Row extends RowLike>(
  { beside, rows = [] }: DataTableProps<Row>,
  goTo: (index: number) => void,
): void {
  const id = beside?.id
  const index = rows.findIndex((row) => row.id === id)
  const go = useEffectEvent(() => {
    if (index >= 0) goTo(index)
  })
  const isListed = index >= 0
  useEffect(() => {
    if (id !== undefined && isListed) go()
  }, [id, isListed])
}

/** Below this the table scrolls sideways instead of squeezing columns without a fixed width. */
function leastWidth<Row>(columns: readonly Column<Row>[], withBox: boolean): CSSProperties {
  const least = columns.reduce(
    (sum, column) => sum + (column.leastWidth ?? column.width ?? sharedWidth),
    withBox ? 72 : 32,
  )
  return { '--least-width': `${least}px` } as CSSProperties
}

const sharedWidth = 240

/**
 * Puts the focus on a row, unless the reader has gone to a field or a dialog meanwhile: what they type there must not act on
 * the row. @returns False if the row is not drawn yet.
 */
function focusRow(scroller: HTMLElement | null, index: number): boolean {
  const row = rowAt(scroller, index)
  if (areKeysForPage(document.activeElement)) linkOf(row)?.focus()
  row?.scrollIntoView({ block: 'nearest' })
  return Boolean(row)
}

const isAtRow = (scroller: HTMLElement | null, index: number) =>
  rowAt(scroller, index)?.contains(document.activeElement) === true

const rowAt = (scroller: HTMLElement | null, index: number) =>
  scroller?.querySelector<HTMLElement>(`[data-row="${index}"]`)

const linkOf = (row: HTMLElement | null | undefined) => row?.querySelector<HTMLElement>('[data-row-link]')

function Spacer({ height }: { height: number }) {
  return (
    <tr aria-hidden>
      <td style={{ height }} className={classes.spacer} />
    </tr>
  )
}
