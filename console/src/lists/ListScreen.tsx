import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import type { ListState } from '@verbatim/client/list-state.ts'
import type { Page as ListPage } from '@verbatim/contract/list.ts'
import { BulkBar } from '@verbatim/ui/table/BulkBar.tsx'
import { DataTable, type DataTableProps, type RowLike } from '@verbatim/ui/table/DataTable.tsx'
import { useKeys } from '@verbatim/ui/list-keys.ts'
import { Page } from '@verbatim/ui/frame/Page.tsx'
import { Pager } from '@verbatim/ui/table/Pager.tsx'
import type { Selection } from '@verbatim/ui/table/selection.ts'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { ErrorPage } from '#failures/ErrorPage.tsx'
import { openable } from '#failures/openable.ts'
import { useApi } from '#shell/use-app-context.ts'
import { Arrived, type Arrivals } from './Arrived.tsx'
import { EmptyList, NoneMatch, NotUnderstood } from './EmptyList.tsx'
import { useListAddress } from './list-address.ts'
import { type List, type ListQuestion, listQuery } from './list.ts'
import { ListExport, useListActions } from './ListActions.tsx'
import { type FilterAdditions, ListFilters } from './ListFilters.tsx'
import classes from './ListScreen.module.css'
import { useOverlayAddress } from './overlay-address.ts'
import { type ListPane, PaneSplit, PaneToggle } from './PaneSplit.tsx'

interface ListBulkActions {
  selection: Selection
  onSelect: (selection: Selection) => void
  /** Whether a change of the selected rows is being saved: others can't be selected meanwhile. */
  isHeld?: boolean
  /** One row: "event". */
  one: string
  actions: ReactNode
}

/** What a list's screen adds to its declaration. */
interface ListScreenProps<Answer extends ListPage<Row>, Row extends RowLike = Answer['items'][number]>
  extends
    FilterAdditions,
    Pick<DataTableProps<Row>, 'rowHref' | 'onOpen' | 'detail' | 'rowKeys' | 'hold' | 'isMarked' | 'onBusy'> {
  list: List<Answer>
  /** A page other than the one in the address. */
  answer?: ListAnswer<Answer>
  /** Rows that are not shown while the reader is busy. */
  arrivals?: Arrivals
  /** Present if bulk actions exist. */
  bulk?: ListBulkActions
  /** Links to saved views, above the filters. */
  views?: ReactNode
  /** A line between the filters and the table. */
  note?: ReactNode
  /** Shown if this question has no rows. */
  none?: ReactNode
  /** Why no row can be added now. */
  blocked?: string | undefined
  /** Other actions of the head. */
  actions?: ReactNode
  /** Present where rows can be read beside the list. */
  pane?: ListPane
}

export interface ListAnswer<Answer> {
  readonly data: Answer | undefined
  readonly error: Error | null
  readonly isPlaceholderData: boolean
  readonly refetch: () => unknown
}

/** The page of a list in its address, while the reader has access to it. */
export function useListAnswer<Answer extends ListPage<RowLike>>(
  question: ListQuestion<Answer>,
  state: ListState,
) {
  return openable(useQuery(listQuery(useApi(), question, state)))
}

/** A list screen: its state is in the address, its rows come from one query, and all lists share the same frame. */
export function ListScreen<Answer extends ListPage<RowLike>>(props: ListScreenProps<Answer>) {
  const { list, views, note, arrivals, pane } = props
  const { state, isNarrowed } = useListAddress(list.spec)
  const { href } = useOverlayAddress(list.spec, list.path ?? '')
  const { create, load, canExport } = useListActions(list, href, props.blocked)
  const asked = useListAnswer(list, state)
  const answer = props.answer ?? asked
  const { data, error, isPlaceholderData } = answer
  // The answer to exactly this question.
  const page = isPlaceholderData || state.broken ? undefined : data
  const count = page && { total: page.total, atLeast: page.atLeast }
  const isLost = error !== null && !data
  const [isPanelOpen, setPanelOpen] = useState(false)
  useLastPage(list, page)
  usePaneKey(pane)
  return (
    <>
      <Page
        title={list.title}
        counted={!isLost && !state.broken}
        count={count}
        action={
          [arrivals, canExport, create, pane, props.actions].some(Boolean) && (
            <HeadActions {...props}>
              {canExport && <ListExport list={list} state={state} isEmpty={!count?.total} />}
              {props.actions}
              {load}
              {unlessBare(create, page, isNarrowed)}
            </HeadActions>
          )
        }
      >
        {views}
        <ListFilters {...props} onPanel={setPanelOpen} />
        {note}
        <ListBulk {...props} page={state.broken ? undefined : data} />
        <Beneath isPanelOpen={isPanelOpen}>
          <ListRows {...props} answer={answer} href={href} create={create} count={count} isLost={isLost} />
        </Beneath>
      </Page>
      {list.path && <Outlet />}
    </>
  )
}

/** An empty list itself offers to create the first row. */
const unlessBare = (create: ReactNode, page: ListPage<RowLike> | undefined, isNarrowed: boolean) =>
  page?.total === 0 && !isNarrowed ? undefined : create

/** On a phone, a panel covers rows in part, and what is left of a link is too small for a finger. */
function Beneath({ isPanelOpen, children }: { isPanelOpen: boolean; children: ReactNode }) {
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  return (
    <div className={classes.rows} inert={isPanelOpen && isPhone}>
      {children}
    </div>
  )
}

/** What a reader can do with the list as a whole. */
function HeadActions<Answer extends ListPage<RowLike>>({
  arrivals,
  pane,
  children,
}: Pick<ListScreenProps<Answer>, 'arrivals' | 'pane'> & { children: ReactNode }) {
  return (
    <>
      {arrivals && <Arrived {...arrivals} />}
      {pane && <PaneToggle pane={pane} />}
      {children}
    </>
  )
}

/** A page past the end becomes the last page, because rows may have been removed since the address was written. */
function useLastPage<Answer extends ListPage<RowLike>>(list: List<Answer>, page: Answer | undefined) {
  const { state, goToLast } = useListAddress(list.spec)
  const last = Math.max(1, Math.ceil((page?.total ?? 0) / state.size))
  const isPast = page !== undefined && page.items.length === 0 && state.page > last
  const go = useEffectEvent(() => goToLast(last))
  useEffect(() => {
    if (isPast) go()
  }, [isPast])
}

/** P opens the reading pane; while it is open, its own keys close it. */
function usePaneKey(pane: ListPane | undefined) {
  const { isPossible, isOpen, toggle } = pane?.state ?? {}
  useKeys(isPossible && !isOpen && toggle ? { p: () => toggle(undefined) } : {})
}

/** The actions on selected rows, if rows can be selected. */
function ListBulk<Answer extends ListPage<RowLike>>(
  props: ListScreenProps<Answer> & { page: Answer | undefined },
) {
  const { list, bulk, page } = props
  if (!bulk) return
  return (
    <BulkBar
      selection={bulk.selection}
      onSelect={bulk.onSelect}
      total={page?.total ?? 0}
      pageCount={page?.items.length ?? 0}
      one={bulk.one}
      noun={list.noun}
      isHeld={bulk.isHeld ?? false}
    >
      {bulk.actions}
    </BulkBar>
  )
}

interface ListTableProps<Answer extends ListPage<RowLike>> extends ListScreenProps<Answer> {
  answer: ListAnswer<Answer>
  href: (rest: string) => string
  create: ReactNode
}

interface ListRowsProps<Answer extends ListPage<RowLike>> extends ListTableProps<Answer> {
  count: { total: number; atLeast: true | undefined } | undefined
  /** Whether there are no rows because the call failed. */
  isLost: boolean
}

/** The rows and links to other pages, or the error. */
function ListRows<Answer extends ListPage<RowLike>>(props: ListRowsProps<Answer>) {
  const { list, answer, count, isLost } = props
  const { state, change, clear } = useListAddress(list.spec)
  if (state.broken) return <NotUnderstood onClear={clear} />
  if (isLost) return <ErrorPage error={answer.error} onRetry={() => void answer.refetch()} />
  return (
    <PaneSplit pane={props.pane}>
      <ListTable {...props} />
      <Pager
        page={state.page}
        size={state.size}
        total={count?.total}
        atLeast={count?.atLeast}
        onPage={(page) => change({ page })}
        onSize={(size) => change({ size })}
      />
    </PaneSplit>
  )
}

function ListTable<Answer extends ListPage<RowLike>>(props: ListTableProps<Answer>) {
  const { list, answer, href, create, bulk } = props
  const { state, change, clear, isNarrowed } = useListAddress(list.spec)
  const rowHref = props.rowHref ?? list.rowHref ?? (list.path && (({ id }: RowLike) => href(id)))
  return (
    <DataTable
      label={list.title}
      columns={list.columns}
      rows={answer.data?.items}
      {...(rowHref && { rowHref })}
      {...(props.onOpen && { onOpen: props.onOpen })}
      {...(props.detail && { detail: props.detail })}
      rowLabel={list.rowLabel}
      rowKeys={{ ...props.rowKeys, ...paneRowKeys(props.pane) }}
      {...(props.hold && { hold: props.hold })}
      {...(props.isMarked && { isMarked: props.isMarked })}
      {...(props.onBusy && { onBusy: props.onBusy })}
      {...(props.pane?.state.isOpen && { beside: props.pane.state })}
      sort={state.sort}
      days={list.days}
      onSort={(sort) => change({ sort })}
      {...selecting(bulk)}
      refreshing={answer.isPlaceholderData}
      empty={
        props.none ? (
          props.none
        ) : isNarrowed ? (
          <NoneMatch noun={list.noun} onClear={clear} />
        ) : (
          <EmptyList list={list} create={create} onPeriod={(period) => change({ period })} />
        )
      }
    />
  )
}

const selecting = (bulk: ListBulkActions | undefined) =>
  bulk && { selection: bulk.selection, onSelect: bulk.onSelect, isHeld: bulk.isHeld ?? false }

/** The keys of the row that has the focus, while the pane is closed. */
const paneRowKeys = (pane: ListPane | undefined) =>
  pane && {
    p: ({ id }: RowLike) => pane.state.toggle(id),
    ' ': ({ id }: RowLike) => pane.state.peek(id),
  }
