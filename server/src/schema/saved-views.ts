import type { SavedViewId, UserId } from '@verbatim/contract/ids.ts'
import type { ViewedList, ViewQuestion } from '@verbatim/contract/saved-views.ts'
import type { Generated, JSONColumnType } from 'kysely'
import type { TenantRow } from './tenant-row.ts'

export interface SavedViewTable extends TenantRow {
  id: SavedViewId
  list: ViewedList
  /** `null` once the owner has left. */
  owner_id: UserId | null
  name: string
  name_key: string
  question: JSONColumnType<ViewQuestion>
  is_shared: boolean
  created_at: Date
  version: Generated<number>
}

/** The tables of this file, by their SQL names. */
export interface SavedViewsTables {
  saved_view: SavedViewTable
}
