import { useNavigate, useSearch } from '@tanstack/react-router'
import type { RoughListState } from '@verbatim/client/list-state.ts'
import { searchText } from '@verbatim/client/search-text.ts'
import { rowsId } from '@verbatim/contract/drilldown-lists.ts'
import { createContext, useContext } from 'react'
import { readPeriod, usualPeriod } from './metric-period.ts'
import type { MetricTab } from './queries.ts'

/** The state of a tab's table. */
export interface RowsState {
  /** Which rows: active representatives, silent contacts. */
  readonly rows: string
  /** Only those of one person, by ID, or of some channels or groups, as `rows-of.ts` of the contract reads them. */
  readonly of?: string | undefined
  readonly page: number
  readonly size: number
  readonly sort: string
  readonly search?: string | undefined
  /** What the table does not understand in the address. No rows are shown then, because those without it would be others, or more. */
  readonly broken?: string
}

/** What a tab's table can show, the first one unless the address says otherwise. */
interface RowsKind {
  readonly rows: string
  readonly label: string
  readonly sorts: readonly string[]
  readonly sort: string
  /** Whether they can be narrowed to this. Without it, they cannot be narrowed. */
  readonly takes?: (of: string) => boolean
}

/** The rows of a tab, which its table shows under one title. */
export interface RowsGroup {
  readonly tab: MetricTab
  readonly title: string
  readonly kinds: readonly [RowsKind, ...RowsKind[]]
}

const sizes = { usual: 25, most: 200 } as const
const longestSearch = 200

/** The period of an address that names none. */
export const UsualPeriod = createContext(usualPeriod)

/** The period of the address, and its change. */
export function usePeriod() {
  const navigate = useNavigate()
  const { period: text }: RoughListState = useSearch({ strict: false })
  const usual = useContext(UsualPeriod)
  const { period, issue } = readPeriod(text, usual)
  return {
    period,
    issue,
    usual,
    /** The rows of another period begin at their first page. */
    change: (next: string) =>
      void navigate({
        to: '.',
        search: ((old: RoughListState) => ({ ...old, period: next, page: undefined })) as never,
        resetScroll: false,
      }),
  }
}

/** The rows that the address asks for. What it does not say is as the table first shows it; so are an unknown order and page. */
export function readRows(address: RoughListState, { kinds }: Pick<RowsGroup, 'kinds'>): RowsState {
  const { filter = kinds[0].rows, search = '' } = address
  const [, asked, of] = /^([^:]*)(?::(.*))?$/s.exec(filter) ?? []
  const known = kinds.find(({ rows, takes }) => rows === asked && (of === undefined || takes?.(of)))
  const kind = known ?? kinds[0]
  const { page = 1, size = sizes.usual, sort = kind.sort } = address
  const broken = !known ? filter : search.length > longestSearch ? search : undefined
  return {
    rows: kind.rows,
    ...(known && of !== undefined && { of }),
    ...(broken !== undefined && { broken }),
    page,
    size: Math.min(size, sizes.most),
    sort: kind.sorts.includes(sort.replace(/^-/, '')) ? sort : kind.sort,
    ...(search && broken === undefined && { search }),
  }
}

/** The table's state in the address. */
export function useRowsAddress(group: RowsGroup) {
  const navigate = useNavigate()
  const address: RoughListState = useSearch({ strict: false })
  return {
    state: readRows(address, group),
    change: (change: Partial<Omit<RowsState, 'rows' | 'of' | 'broken'>>) =>
      void navigate({
        to: '.',
        search: ((old: RoughListState) => ({ ...old, page: undefined, ...change })) as never,
        resetScroll: false,
      }),
    /** Only the rows of something; of all without it. */
    narrow: (of: string | undefined) =>
      void navigate({
        to: '.',
        search: ((old: RoughListState) => {
          const { rows } = readRows(old, group)
          return { ...old, page: undefined, filter: of === undefined ? rows : `${rows}:${of}` }
        }) as never,
        resetScroll: false,
      }),
    /** The table as it is first shown, in the same period. */
    clear: () =>
      void navigate({
        to: '.',
        search: ((old: RoughListState) => ({
          ...old,
          page: undefined,
          filter: undefined,
          search: undefined,
        })) as never,
        resetScroll: false,
      }),
    /** The address of other rows of the same period. */
    hrefOf: (rows: string) =>
      `/metrics/${group.tab}${searchText({ period: address.period, filter: rows })}#${rowsId}`,
  }
}
