import { Title } from '@mantine/core'
import { type Column, DataTable } from '@verbatim/ui/table/DataTable.tsx'
import { BrokenChip } from '@verbatim/ui/filters/FilterChip.tsx'
import { EmptyState } from '@verbatim/ui/EmptyState.tsx'
import { Pager } from '@verbatim/ui/table/Pager.tsx'
import { SearchBox } from '@verbatim/ui/filters/SearchBox.tsx'
import { TabBar } from '@verbatim/ui/frame/TabBar.tsx'
import type { ReactNode } from 'react'
import { ExportMenu } from '#exports/ExportMenu.tsx'
import { NotUnderstood } from '#lists/EmptyList.tsx'
import { rowsId } from '@verbatim/contract/drilldown-lists.ts'
import { PrintedFew } from './PrintedFew.tsx'
import classes from './RowsPanel.module.css'
import { SectionFailure } from './SectionFailure.tsx'
import { useArrival } from './use-arrival.ts'
import type { ShownRows } from './use-rows.ts'

interface RowsPanelProps<Row> {
  rows: ShownRows<Row>
  columns: readonly Column<Row>[]
  rowId: (row: Row, index: number) => string
  rowLabel: (row: Row) => string
  rowHref: (row: Row) => string | undefined
  searchPlaceholder: string
  /** What narrows the rows beside the search. */
  narrowed?: ReactNode
  /** Whether all kinds of rows are narrowed in the same way. */
  keepsNarrowing?: boolean
  /** The title if there are no rows. */
  none: string
  /** Why there are none, and what to do. */
  noneText?: string | undefined
  /** A sentence under the title. */
  note?: string
  /** Whether the first rows are printed with the page, too. */
  isPrinted?: boolean
}

interface NarrowingProps {
  narrowed: ReactNode
  exported: ShownRows<unknown>['exported']
  isEmpty: boolean
}

/** What narrows the rows, and the export of those that are left. An address that is not understood has none to export. */
function Narrowing({ narrowed, exported, isEmpty }: NarrowingProps) {
  return (
    <>
      {narrowed}
      <div className={classes.export} data-screen-only>
        <ExportMenu {...exported} isEmpty={isEmpty} />
      </div>
    </>
  )
}

interface KindTabsProps {
  rows: Pick<ShownRows<unknown>, 'group' | 'state' | 'hrefOf'>
  keepsNarrowing: boolean | undefined
}

/** Which rows, each kind under a link. */
function KindTabs({ rows: { group, state, hrefOf }, keepsNarrowing }: KindTabsProps) {
  const narrowing = keepsNarrowing && state.of !== undefined ? `:${state.of}` : ''
  return (
    <div data-screen-only>
      <TabBar
        label={group.title}
        current={state.broken === undefined ? state.rows : ''}
        tabs={group.kinds.map(({ rows, label }) => ({ id: rows, label, href: hrefOf(rows + narrowing) }))}
      />
    </div>
  )
}

/** The rows behind the figures of a tab: which of them, searched, sorted and paged by the address. */
export function RowsPanel<Row>(props: RowsPanelProps<Row>) {
  const { rows, columns, rowId, rowLabel, rowHref, searchPlaceholder, narrowed, none } = props
  const { note, isPrinted, keepsNarrowing, noneText } = props
  const { state, change, clear, answer, exported } = rows
  const { title, kinds } = rows.group
  const heading = useArrival(rowsId)
  const { data, error, isPlaceholderData } = answer
  const total = data?.total
  const label = kinds.find((kind) => kind.rows === state.rows)?.label ?? title
  return (
    <section
      className={classes.panel}
      aria-labelledby={rowsId}
      data-screen-only={isPrinted ? undefined : true}
    >
      <div>
        <Title order={2} id={rowsId} ref={heading} tabIndex={-1} className={classes.title}>
          {title}
        </Title>
        {note && <p className={classes.note}>{note}</p>}
      </div>
      <KindTabs rows={rows} keepsNarrowing={keepsNarrowing} />
      <div className={classes.filters}>
        <search className={classes.search} aria-label={title} data-screen-only>
          <SearchBox
            value={state.search ?? ''}
            placeholder={searchPlaceholder}
            onChange={(text) => change({ search: text || undefined })}
          />
        </search>
        {state.broken === undefined ? (
          <Narrowing narrowed={narrowed} exported={exported} isEmpty={total === 0} />
        ) : (
          <BrokenChip text={state.broken} onRemove={clear} />
        )}
      </div>
      {state.broken !== undefined ? (
        <NotUnderstood onClear={clear} />
      ) : error && !data ? (
        <SectionFailure error={error} onRetry={() => void answer.refetch()} />
      ) : (
        <PrintedFew total={total}>
          <div className={classes.rows}>
            <DataTable
              label={label}
              columns={columns.map(ofNamed)}
              rows={data?.items.map((row, index) => ({ id: rowId(row, index), row }))}
              rowHref={({ row }) => rowHref(row)}
              rowLabel={({ row }) => rowLabel(row)}
              sort={state.sort}
              onSort={(sort) => change({ sort })}
              refreshing={isPlaceholderData}
              empty={
                <EmptyState drawing="lens" title={state.search ? 'No results' : none}>
                  {state.search ? 'Try other words or another period.' : noneText}
                </EmptyState>
              }
            />
            <div data-screen-only>
              <Pager
                page={state.page}
                size={state.size}
                total={isPlaceholderData ? undefined : total}
                onPage={(page) => change({ page })}
                onSize={(size) => change({ size })}
              />
            </div>
          </div>
        </PrintedFew>
      )}
    </section>
  )
}

/** A row with the ID that its table knows it by: not every list has one. */
interface NamedRow<Row> {
  readonly id: string
  readonly row: Row
}

const ofNamed = <Row,>({ cell, count, ...column }: Column<Row>): Column<NamedRow<Row>> => ({
  ...column,
  cell: ({ row }) => cell(row),
  ...(count && { count: ({ row }) => count(row) }),
})
