import type { TableColumns, TableRow } from '#platform/bulk.ts'

/** The columns of the history of events. */
export const historyColumns = {
  id: 'uuid',
  event_id: 'uuid',
  change_id: 'uuid',
  at: 'timestamptz',
  actor_id: 'uuid',
  actor_name: 'text',
  kind: 'text',
  from_status: 'text',
  to_status: 'text',
  before: 'jsonb',
  disposition: 'text',
  note: 'text',
  version: 'integer',
  undoes: 'uuid',
} satisfies TableColumns<'event_history'>
type HistoryRow = TableRow<'event_history', typeof historyColumns>
type Nullable = { [Name in keyof HistoryRow]: null extends HistoryRow[Name] ? Name : never }[keyof HistoryRow]

/** What an entry leaves out is null. */
export type HistoryEntry = Omit<HistoryRow, Nullable> & Partial<Pick<HistoryRow, Nullable>>
