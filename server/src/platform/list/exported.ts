import type { RowOmissions } from '@verbatim/contract/export-omissions.ts'
import type { Cell, TableColumn, TableSource } from '@verbatim/documents/tables/table-file.ts'

/** A column of a list's export: its heading, its width, and its value in each row. */
export interface ExportedColumn<Row> extends TableColumn {
  readonly cell: (row: Row) => Cell
}

export const cellsOf = <Row>(columns: readonly ExportedColumn<Row>[], row: Row): Cell[] =>
  columns.map(({ cell }) => cell(row))

/** The table of an export; once its rows are read, it can say what they lack. */
export interface ExportedTable extends TableSource {
  readonly omissions: () => Promise<RowOmissions>
}

/** Of rows that lack nothing. */
export const noOmissions: RowOmissions = { attachments: [], partlySearchable: 0, withheld: [] }
