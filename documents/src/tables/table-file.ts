/** Writes tables to files while they are read, so a file of a million rows needs the memory of a few hundred. */
import { stringify } from 'csv-stringify/sync'
import { type Cell, sheetFile } from './xlsx.ts'

export type { Cell } from './xlsx.ts'

type TableFormat = 'csv' | 'xlsx'

export interface TableColumn {
  readonly name: string
  /** In characters, for spreadsheets; 16 by default. */
  readonly width?: number
}

/** A table that is read batch by batch within one transaction. */
export interface TableSource {
  readonly columns: readonly TableColumn[]
  /** Exact, of the same snapshot. */
  readonly rowsTotal: number
  readonly batches: AsyncIterable<readonly (readonly Cell[])[]>
}

export const contentTypes: Record<TableFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** The maximum number of rows of a format, without the heading. Source: the limits of the spreadsheets that read it. */
export const mostRows: Record<TableFormat, number> = { csv: Infinity, xlsx: 1_048_575 }

/** The bytes of a table's file. No program reads a cell as a formula. */
export function tableFile(format: TableFormat, table: TableSource): AsyncIterable<Uint8Array> {
  return format === 'csv' ? csvFile(table) : sheetFile(table.columns, table.batches)
}

/**
 * Comma-separated values: UTF-8 with a byte order mark, without which Excel reads another encoding; CRLF; texts
 * quoted; a text that a spreadsheet would calculate starts with an apostrophe. Times are ISO 8601 in UTC.
 */
async function* csvFile({ columns, batches }: TableSource): AsyncGenerator<Uint8Array> {
  const encode = (rows: readonly (readonly Cell[])[], options = {}) =>
    Buffer.from(
      stringify(rows as Cell[][], {
        ...options,
        record_delimiter: 'windows',
        quoted_string: true,
        escape_formulas: true,
        cast: { date: (value) => value.toISOString(), boolean: (value) => (value ? 'yes' : 'no') },
      }),
    )
  yield encode([columns.map(({ name }) => name)], { bom: true })
  for await (const rows of batches) if (rows.length > 0) yield encode(rows)
}
