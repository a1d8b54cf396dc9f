import type { Cell, TableColumn } from '@verbatim/documents/tables/table-file.ts'

/** A column of a list's export: its heading, its width, and its value in each row. */
export interface ExportedColumn<Row> extends TableColumn {
  readonly cell: (row: Row) => Cell
}

export const cellsOf = <Row>(columns: readonly ExportedColumn<Row>[], row: Row): Cell[] =>
  columns.map(({ cell }) => cell(row))
