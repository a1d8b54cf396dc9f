import { Title } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'
import { type Column, DataTable, type RowLike } from '@verbatim/ui/DataTable.tsx'
import { BrokenChip } from '@verbatim/ui/FilterChip.tsx'
import { EmptyState } from '@verbatim/ui/EmptyState.tsx'
import { Pager } from '@verbatim/ui/Pager.tsx'
import { SearchBox } from '@verbatim/ui/SearchBox.tsx'
import { TabBar } from '@verbatim/ui/TabBar.tsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { NotUnderstood } from '#lists/EmptyList.tsx'
import { rowsId } from './drilldown-address.ts'
import type { MetricTab } from './queries.ts'
import { type RowsKind, useRowsAddress } from './rows-address.ts'
import classes from './RowsPanel.module.css'
import { SectionFailure } from './SectionFailure.tsx'

interface Rows<Row> {
  readonly items: readonly Row[]
  readonly total: number
}

interface Answer<Row> {
  readonly data: Rows<Row> | undefined
  readonly error: Error | null
  readonly isPlaceholderData: boolean
  readonly refetch: () => unknown
}

interface RowsPanelProps<Row extends RowLike> {
  tab: MetricTab
  title: string
  kinds: readonly [RowsKind, ...RowsKind[]]
  columns: readonly Column<Row>[]
  answer: Answer<Row>
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
  /** Whether the rows are printed with the page, too. */
  isPrinted?: boolean
}

/** The rows behind the figures of a tab: which of them, searched, sorted and paged by the address. */
export function RowsPanel<Row extends RowLike>(props: RowsPanelProps<Row>) {
  const { tab, title, kinds, columns, answer, rowLabel, rowHref, searchPlaceholder, narrowed, none } = props
  const { note, isPrinted, keepsNarrowing, noneText } = props
  const { state, change, clear, hrefOf } = useRowsAddress(tab, kinds)
  const heading = useArrival()
  const { data, error, isPlaceholderData } = answer
  const label = kinds.find(({ rows }) => rows === state.rows)?.label ?? title
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
      <div data-screen-only>
        <TabBar
          label={title}
          current={state.broken === undefined ? state.rows : ''}
          tabs={kinds.map(({ rows, label: name }) => ({
            id: rows,
            label: name,
            href: hrefOf(keepsNarrowing && state.of !== undefined ? `${rows}:${state.of}` : rows),
          }))}
        />
      </div>
      <div className={classes.filters}>
        <search className={classes.search} aria-label={title} data-screen-only>
          <SearchBox
            value={state.search ?? ''}
            placeholder={searchPlaceholder}
            onChange={(text) => change({ search: text || undefined })}
          />
        </search>
        {state.broken === undefined ? narrowed : <BrokenChip text={state.broken} onRemove={clear} />}
      </div>
      {state.broken !== undefined ? (
        <NotUnderstood onClear={clear} />
      ) : error && !data ? (
        <SectionFailure error={error} onRetry={() => void answer.refetch()} />
      ) : (
        <div className={classes.rows}>
          <DataTable
            label={label}
            columns={columns}
            rows={data?.items}
            rowHref={rowHref}
            rowLabel={rowLabel}
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
              total={isPlaceholderData ? undefined : data?.total}
              onPage={(page) => change({ page })}
              onSize={(size) => change({ size })}
            />
          </div>
        </div>
      )}
    </section>
  )
}

/** A link to the rows brings them into sight and gives their heading the focus. */
function useArrival() {
  const heading = useRef<HTMLHeadingElement>(null)
  const { isAsked, at } = useRouterState({
    select: ({ location }) => ({ isAsked: location.hash === rowsId, at: location.href }),
    structuralSharing: true,
  })
  useEffect(() => {
    if (!isAsked) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }, [isAsked, at])
  return heading
}
