import { type Line, readDelimited } from './delimited.ts'
import { UnreadableTable } from './unreadable-table.ts'
import { readWorkbookTable } from './workbook-table.ts'

/** The limits of a file. */
export interface TableLimits {
  readonly rows: number
  readonly columns: number
  /** Characters of one cell. */
  readonly cell: number
}

/** A table from a file, with a separate first row. */
export interface Table {
  readonly format: 'csv' | 'xlsx'
  readonly headings: readonly string[]
  /** Rows with content; `line` counts from 1, as in a spreadsheet. */
  readonly rows: readonly Line[]
}

/**
 * The table in a file: delimited text, or the first sheet of a workbook. Cells are trimmed and cut to the limit.
 * @throws UnreadableTable
 */
export function readTableFile(bytes: Uint8Array, limits: TableLimits): Table {
  const format = formatOf(bytes)
  const lines = format === 'xlsx' ? readWorkbookTable(bytes, limits) : readDelimited(bytes, limits.rows + 1) // the heading does not count
  const [headings, ...rows] = lines
    .map(({ line, cells }) => ({ line, cells: trimmed(cells, limits.cell) }))
    .filter(({ cells }) => cells.length > 0)
  if (!headings || rows.length === 0) throw new UnreadableTable('empty')
  if (rows.length > limits.rows) throw new UnreadableTable('too-many-rows')
  const width = Math.max(headings.cells.length, ...rows.map(({ cells }) => cells.length))
  if (width > limits.columns) throw new UnreadableTable('too-many-columns')
  const padded = [...headings.cells, ...Array.from({ length: width - headings.cells.length }, () => '')]
  return { format, headings: padded, rows }
}

/** Without the empty cells at its end. */
function trimmed(cells: readonly string[], most: number): string[] {
  const texts = cells.map((cell) => cell.trim().slice(0, most).toWellFormed())
  return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1)
}

/** By the first bytes; a file that is not a workbook must be text. */
function formatOf(bytes: Uint8Array): 'csv' | 'xlsx' {
  const begins = (...signature: number[]) => signature.every((byte, i) => bytes[i] === byte)
  if (begins(0x50, 0x4b, 0x03, 0x04)) {
    if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('xl/workbook.xml'))
      throw new UnreadableTable('not-csv')
    return 'xlsx'
  }
  // The container of the old format and of every workbook with a password.
  if (begins(0xd0, 0xcf, 0x11, 0xe0))
    throw new UnreadableTable(
      'bad-workbook',
      'it has a password or is an old .xls file. Save it as .xlsx or .csv.',
    )
  return 'csv'
}
