/** Delimited text as common programs write it: any separator, line ends and encoding. */
import { CsvError, parse } from 'csv-parse/sync'
import { formulaStart } from './formula.ts'
import { UnreadableTable } from './unreadable-table.ts'

/** A row of a file; `line` counts from 1, as in a spreadsheet. */
export interface Line {
  readonly line: number
  readonly cells: readonly string[]
}

/**
 * The rows of a delimited file with content. Blank lines in between count only
 * in the line numbers.
 * @throws UnreadableTable `not-csv`, `too-many-rows`
 */
export function readDelimited(bytes: Uint8Array, mostRows: number): Line[] {
  const text = decode(bytes)
  // A text has no control characters except line ends and tabs; bytes with others are another kind of file.
  // oxlint-disable-next-line no-control-regex -- these are the characters in question
  if (/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(text)) throw new UnreadableTable('not-csv')
  const lines: Line[] = []
  try {
    parse(text, {
      delimiter: delimiterOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      on_record(cells: string[], { records }) {
        if (cells.every((cell) => cell.trim() === '')) return
        if (lines.length === mostRows) throw new UnreadableTable('too-many-rows')
        lines.push({ line: records, cells: cells.map(unescaped) })
      },
    })
    return lines
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableTable('not-csv', '', error)
    throw error
  }
}

/**
 * UTF-8 or UTF-16 by their byte order marks; without one UTF-8, and if invalid, the encoding of spreadsheets on
 * Windows.
 */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return strictly('utf-16le', bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return strictly('utf-16be', bytes)
  try {
    return strictly('utf-8', bytes)
  } catch (error) {
    if (bytes[0] === 0xef && bytes[1] === 0xbb) throw error
    return strictly('windows-1252', bytes)
  }
}

/** Without the byte order mark. */
function strictly(encoding: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    throw new UnreadableTable('not-csv', '', error)
  }
}

/** The separator that the heading contains most often, outside quotes; a comma if it has none. */
function delimiterOf(text: string): string {
  const end = text.search(/[\r\n]/)
  const bare = (end < 0 ? text : text.slice(0, end)).slice(0, 100_000).replace(/"[^"]*"/g, '')
  const found = [',', ';', '\t', '|'].map((sign) => ({ sign, count: bare.split(sign).length }))
  return found.reduce((best, one) => (one.count > best.count ? one : best)).sign
}

/** Restores cells that our own files protect from calculation. */
const unescaped = (cell: string) =>
  cell.startsWith("'") && formulaStart.test(cell.slice(1)) ? cell.slice(1) : cell
