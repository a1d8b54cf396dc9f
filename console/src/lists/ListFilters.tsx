import { withConditions } from '@verbatim/client/list-state.ts'
import type { Page } from '@verbatim/contract/list.ts'
import type { FilterField } from '@verbatim/ui/filters/filter-words.ts'
import { FilterBar } from '@verbatim/ui/filters/FilterBar.tsx'
import type { RowLike } from '@verbatim/ui/table/DataTable.tsx'
import type { ReactNode } from 'react'
import { useListAddress } from './list-address.ts'
import type { List } from './list.ts'
import { SavedViews } from './SavedViews.tsx'

/** What a list's screen adds to the filters of its declaration. */
export interface FilterAdditions {
  /** Filters whose options come from the server. */
  fields?: readonly FilterField[]
  /** Help on searching, behind a question mark in the search box. */
  searchHelp?: ReactNode
}

interface ListFiltersProps<Answer extends Page<RowLike>> extends FilterAdditions {
  list: List<Answer>
  onPanel: (opened: boolean) => void
}

/** The search, the period and the filters of a list, and its saved views. */
export function ListFilters<Answer extends Page<RowLike>>(props: ListFiltersProps<Answer>) {
  const { spec, searchPlaceholder, fields } = props.list
  const { state, conditions, change, mend, clear, isNarrowed } = useListAddress(spec)
  const search = searchPlaceholder && {
    value: state.search ?? '',
    placeholder: searchPlaceholder,
    help: props.searchHelp,
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
      fields={props.fields ?? fields}
      known={spec.fields}
      conditions={conditions}
      onConditions={(next) => change(withConditions(state, next))}
      broken={state.broken}
      onMend={mend}
      onClear={isNarrowed ? clear : undefined}
      onPanel={props.onPanel}
    >
      <SavedViews list={props.list} />
    </FilterBar>
  )
}
