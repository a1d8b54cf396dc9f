import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { withConditions } from '@verbatim/client/list-state.ts'
import type { ListSpec, Page as ListPage } from '@verbatim/contract/list.ts'
import { BulkBar } from '@verbatim/ui/BulkBar.tsx'
import { type Column, DataTable, type DataTableProps, type RowLike } from '@verbatim/ui/DataTable.tsx'
import { EmptyState } from '@verbatim/ui/EmptyState.tsx'
import type { FilterField } from '@verbatim/ui/filter-words.ts'
import { FilterBar } from '@verbatim/ui/FilterBar.tsx'
import { Page } from '@verbatim/ui/Page.tsx'
import { Pager } from '@verbatim/ui/Pager.tsx'
import type { Selection } from '@verbatim/ui/selection.ts'
import { type Icon, IconSearchOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ErrorPage } from './ErrorPage.tsx'
import { useListAddress } from './list-address.ts'

interface ListScreenProps<Row extends RowLike> {
  title: string
  /** What the rows are called in numbers: "messages". */
  noun: string
  spec: ListSpec
  answer: Pick<UseQueryResult<ListPage<Row>>, 'data' | 'error' | 'isPlaceholderData' | 'refetch'>
  columns: readonly Column<Row>[]
  fields: readonly FilterField[]
  searchPlaceholder?: string
  /** How to search, behind a question mark in the search box. */
  searchHelp?: ReactNode
  /** Where a row leads; without it `onOpen` opens it in place. */
  rowHref?: (row: Row) => string
  onOpen?: (row: Row) => void
  detail?: DataTableProps<Row>['detail']
  rowLabel: (row: Row) => string
  rowKeys?: Readonly<Record<string, (row: Row) => void>>
  isMarked?: (row: Row) => boolean
  /** The one primary action. */
  action?: ReactNode
  /** What a list without rows says while nothing narrows it. */
  empty: { icon: Icon; title: string; text: ReactNode; action?: ReactNode }
  /** Present where bulk actions exist. */
  bulk?: { selection: Selection; onSelect: (selection: Selection) => void; actions: ReactNode }
  /** Links to kept questions, above the filters. */
  views?: ReactNode
  /** A line between the filters and the table. */
  note?: ReactNode
  /** Whether the reader is in the midst of the rows. */
  onBusy?: (isBusy: boolean) => void
}

/** A list: everything of it in the address, rows from one query, and the same frame for all of them. */
export function ListScreen<Row extends RowLike>(props: ListScreenProps<Row>) {
  const { title, noun, spec, answer, bulk, views, note, action } = props
  const { state, change } = useListAddress(spec)
  const { data, error, isPlaceholderData, refetch } = answer
  const count = data && !isPlaceholderData ? { total: data.total, atLeast: data.atLeast } : undefined
  const isLost = error !== null && !data
  return (
    <Page title={title} counted={!isLost} count={count} action={action}>
      {views}
      <ListFilters {...props} />
      {note}
      {bulk && (
        <BulkBar
          selection={bulk.selection}
          onSelect={bulk.onSelect}
          total={data?.total ?? 0}
          pageCount={data?.items.length ?? 0}
          noun={noun}
        >
          {bulk.actions}
        </BulkBar>
      )}
      {isLost ? <ErrorPage error={error} onRetry={() => void refetch()} /> : <ListTable {...props} />}
      {!isLost && (
        <Pager
          page={state.page}
          size={state.size}
          total={count?.total}
          atLeast={count?.atLeast}
          onPage={(page) => change({ page })}
          onSize={(size) => change({ size })}
        />
      )}
    </Page>
  )
}

function ListFilters<Row extends RowLike>(props: ListScreenProps<Row>) {
  const { spec, fields, searchPlaceholder, searchHelp } = props
  const { state, conditions, change, clear, isNarrowed } = useListAddress(spec)
  const search = searchPlaceholder && {
    value: state.search ?? '',
    placeholder: searchPlaceholder,
    help: searchHelp,
    onChange: (text: string) => change({ search: text || undefined }),
  }
  const period = spec.period && {
    value: state.period,
    onChange: (value: string) => change({ period: value }),
  }
  return (
    <FilterBar
      {...(search && { search })}
      {...(period && { period })}
      fields={fields}
      conditions={conditions}
      onConditions={(next) => change(withConditions(state, next))}
      onClear={isNarrowed ? clear : undefined}
    />
  )
}

function ListTable<Row extends RowLike>(props: ListScreenProps<Row>) {
  const { title, noun, spec, answer, bulk } = props
  const { state, change, clear, isNarrowed } = useListAddress(spec)
  return (
    <DataTable
      label={title}
      columns={props.columns}
      rows={answer.data?.items}
      {...(props.rowHref && { rowHref: props.rowHref })}
      {...(props.onOpen && { onOpen: props.onOpen })}
      {...(props.detail && { detail: props.detail })}
      rowLabel={props.rowLabel}
      {...(props.rowKeys && { rowKeys: props.rowKeys })}
      {...(props.isMarked && { isMarked: props.isMarked })}
      {...(props.onBusy && { onBusy: props.onBusy })}
      sort={state.sort}
      onSort={(sort) => change({ sort })}
      {...(bulk && { selection: bulk.selection, onSelect: bulk.onSelect })}
      refreshing={answer.isPlaceholderData}
      empty={isNarrowed ? <NoneMatch noun={noun} onClear={clear} /> : <NoneYet {...props.empty} />}
    />
  )
}

function NoneMatch({ noun, onClear }: { noun: string; onClear: () => void }) {
  return (
    <EmptyState
      icon={IconSearchOff}
      title={`No ${noun} match`}
      action={
        <Button variant="default" onClick={onClear}>
          Clear the filters
        </Button>
      }
    >
      Try other words, a longer period or fewer filters.
    </EmptyState>
  )
}

function NoneYet({ icon, title, text, action }: ListScreenProps<RowLike>['empty']) {
  return (
    <EmptyState icon={icon} title={title} action={action}>
      {text}
    </EmptyState>
  )
}
